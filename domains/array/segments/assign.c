/* Assignment to a variable in bounds [cousot2011, sec. 7]. If the old value is an expression over
 * the new value, this expression replaces the variable. Otherwise, expressions with the variable
 * are dropped, and the variable enters the sets that contain its new value. All expressions are
 * over the mathematical integers, so an assigned term is an expression only if it cannot wrap. */
#include "segments.h"
#include <stb/stb_ds.h>

static int64_t coefficient_of(const az_sum *sum, az_term var) {
  for (uint32_t i = 0; i < sum->count; i++)
    if (sum->of[i].var == var) return sum->of[i].coefficient;
  return 0;
}

/* Replaces the variable by `old` in the expressions of a set or, if `old` is NULL, drops those that
 * mention the variable. With `needed`, drops them also if another expression with variables is
 * left. A constant does not suffice, since it is wrong in the next iteration of a loop. */
static void substitute(const segments *d, bound *b, const az_sum *var, const az_sum *old,
                       bool needed) {
  size_t with = 0, without = 0;
  for (size_t i = 0; i < arrlenu(b->of); i++) {
    bool has = sum_has(&b->of[i], var->of[0].var);
    with += has;
    without += !has && b->of[i].count;
  }
  if (!with) return;
  if (needed && without) old = NULL;
  bound next = {.maybe = b->maybe};
  for (size_t i = 0; i < arrlenu(b->of); i++) {
    az_sum e = b->of[i];
    int64_t c = coefficient_of(&e, var->of[0].var);
    if (c && (!old || !az_sum_add(&e, var, -c, &e) || !az_sum_add(&e, old, c, &e))) continue;
    bound_add(d, &next, &e);
  }
  bound_free(b);
  *b = next;
}

static void substitute_all(const segments *d, state *s, const az_sum *var, const az_sum *old,
                           bool needed) {
  for (uint32_t a = 0; (a = state_next_array(s, a)) != AZ_NONE; a++) {
    if (!segmentation_mentions(state_array(s, a), var->of[0].var)) continue;
    segmentation *own = segmentation_own(d, s, a);
    for (size_t i = 0; i < arrlenu(own->bounds); i++)
      substitute(d, &own->bounds[i], var, old, needed);
    segmentation_clean(d, own);
  }
}

static az_sum sum_of_var(const segments *d, uint32_t v) {
  return (az_sum){.count = 1, .of = {{d->context->vars[v].term, d->context->vars[v].is_signed, 1}}};
}

/* Forgets the variable. In bounds whose only other expressions are constants, the variable's known
 * value replaces it: after the loop over j, {200*i+j} is {200*i+200}. */
static void forget_knowing(const segments *d, state *s, uint32_t v, const az_facts *old) {
  az_sum var = sum_of_var(d, v), constant = {0};
  bool known = d->bounds == BOUND_LINEAR && az_facts_is_value(old, &constant.constant);
  substitute_all(d, s, &var, known ? &constant : NULL, true);
}

void segments_forget(const segments *d, state *s, uint32_t v) {
  az_facts old = segments_facts(d, s, d->context->vars[v].term, d->context->vars[v].is_signed);
  forget_knowing(d, s, v, &old);
}

/* Adds the variable to the bounds that contain its value, which must not mention the variable. If
 * segments have relations, also adds variable + 1 to the bounds that contain value + 1. So the cell
 * at this index gets the variable's name, as in {k} value == most {k+1}. */
static void enter(const segments *d, state *s, const az_sum *var, const az_sum *value) {
  az_sum behind = sum_plus(value, 1), next = sum_plus(var, 1);
  for (uint32_t a = 0; (a = state_next_array(s, a)) != AZ_NONE; a++) {
    uint32_t after =
        d->relate != RELATE_NOTHING ? segmentation_position(state_array(s, a), &behind) : AZ_NONE;
    if (after != AZ_NONE) bound_grow(d, &segmentation_own(d, s, a)->bounds[after], &next);
    uint32_t at = segmentation_position(state_array(s, a), value);
    if (at != AZ_NONE) bound_grow(d, &segmentation_own(d, s, a)->bounds[at], var);
  }
}

void segments_assign(const segments *d, state *s, uint32_t v, az_term value, bool weak) {
  const az_abstract_variable *variable = &d->context->vars[v];
  const az_transfer *t = &d->variables;
  az_facts facts = value ? segments_facts(d, s, value, variable->is_signed)
                         : az_facts_any(variable->bits, variable->is_signed);
  az_sum sum, var = sum_of_var(d, v);
  az_facts old_facts = segments_facts(d, s, variable->term, variable->is_signed);
  relations_assign(d, s, v, value, weak || variable->several);
  bool known =
      value && !weak && !variable->several && segments_sum(d, s, value, variable->is_signed, &sum);
  t->ops->assign(t->self, s->variables, v, value, weak);
  if (!weak && !variable->several) t->ops->refine(t->self, s->variables, v, facts);
  int64_t c = known ? coefficient_of(&sum, variable->term) : 0;
  if (c == 1 || c == -1) {
    /* new = c * old + rest: old = c * new - c * rest. */
    az_sum rest, zero = {0}, old;
    bool invertible = az_sum_add(&sum, &var, -c, &rest) && az_sum_add(&zero, &var, c, &old) &&
                      az_sum_add(&old, &rest, -c, &old);
    substitute_all(d, s, &var, invertible ? &old : NULL, false);
    return;
  }
  forget_knowing(d, s, v, &old_facts);
  if (known && !c) enter(d, s, &var, &sum);
  if (value && !weak && !variable->several) relations_assigned(d, s, v, value);
}
