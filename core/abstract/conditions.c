/* Consequences of a condition on a variable for the variables from which it was computed. Such
 * conditions are frequent in C: `assume(x > 0)` passes on a truth value, and `a && b` is computed
 * on two paths. A definition `v := t` holds at a point if neither v nor the variables of t have
 * changed since. Definitions are found in one pass along the control flow, which forgets them at
 * loop heads. Where paths from one branch join, v has the value that the branch's condition selects
 * (a gated definition [ottenstein1990]). A condition is then assumed a second time, with variables
 * replaced by their definitions; the second condition is satisfied by the same states. */
#include "abstract/internal.h"
#include <stdlib.h>
#include <string.h>

enum {
  MENTIONED = 6, /* maximum number of variables of a definition */
  PATH = 8,      /* maximum number of points from a branch to the join of its paths */
  TERM_NODES = 64,
};

typedef struct definition {
  uint32_t var;
  az_term value;
  uint32_t of[MENTIONED]; /* variables in the value */
  uint32_t count;
} definition;

typedef struct conditions {
  az_abstract *a;
  az_equations *e;
  definition **at;     /* by point: stb_ds */
  definition **behind; /* by edge: stb_ds, after its actions */
  uint64_t most;       /* maximum number of definitions at a point */
  az_visit *cone;
} conditions;

/* ---- definitions ----------------------------------------------------------------------------- */

/* Lists the variables of a term. Returns false if there are too many, if the term is too large, or
 * if a variable represents several objects: its next read may return another value. */
static bool list_variables(const conditions *c, az_term t, uint32_t *of, uint32_t *count) {
  uint32_t nodes = 0;
  *count = 0;
  az_visit_forget(c->cone);
  az_visit_add(c->cone, t);
  for (az_term x; (x = az_visit_next(c->cone));) {
    if (++nodes > TERM_NODES) return false;
    if (az_kind_of(c->a->s, x) != AZ_K_VAR) continue;
    uint32_t v = c->e->context.var_of(&c->e->context, x);
    if (v == AZ_NONE || *count == MENTIONED || c->e->context.vars[v].several) return false;
    of[(*count)++] = v;
  }
  return true;
}

static bool mentions(const definition *d, uint32_t var) {
  for (uint32_t i = 0; i < d->count; i++)
    if (d->of[i] == var) return true;
  return false;
}

static const definition *definition_of(const definition *all, uint32_t var) {
  for (size_t i = 0; i < arrlenu(all); i++)
    if (all[i].var == var) return &all[i];
  return NULL;
}

static void forget_variable(definition *all, uint32_t var) {
  for (size_t i = arrlenu(all); i-- > 0;)
    if (all[i].var == var || mentions(&all[i], var)) arrdelswap(all, i);
}

static az_term with_definitions(const conditions *c, const definition *all, az_term t) {
  az_subst *subst = NULL;
  uint32_t of[MENTIONED], count;
  if (!arrlenu(all) || !list_variables(c, t, of, &count)) return t;
  for (uint32_t i = 0; i < count; i++) {
    const definition *d = definition_of(all, of[i]);
    if (!d) continue;
    if (!subst) subst = az_subst_new(c->a->s);
    az_subst_bind(subst, c->e->context.vars[of[i]].term, d->value);
  }
  if (!subst) return t;
  t = az_subst_apply(subst, t);
  az_subst_free(subst);
  return t;
}

/* Returns whether a definition is kept: constants, and values computed from truth values but not
 * from cells. Conditions on cells would cut their array into more segments, and the solver would
 * take four times as long (in programs that copy an array several times). */
static bool is_kept(const conditions *c, az_term value) {
  if (az_is_const(c->a->s, value)) return true;
  bool has_truth = false, has_cell = false;
  az_visit_forget(c->cone);
  az_visit_add(c->cone, value);
  for (az_term x; (x = az_visit_next(c->cone));) {
    has_truth = has_truth || az_sort_of(c->a->s, x) == az_sort_bool();
    has_cell = has_cell || az_kind_of(c->a->s, x) == AZ_K_SELECT;
  }
  return has_truth && !has_cell;
}

static definition *define(const conditions *c, definition *all, uint32_t var, az_term value) {
  definition d = {.var = var, .value = value};
  if (!list_variables(c, value, d.of, &d.count) || mentions(&d, var) || !is_kept(c, value))
    return all;
  if (arrlenu(all) >= c->most) arrdel(all, 0);
  arrput(all, d);
  return all;
}

static bool changes(const az_action *action) {
  return action->kind != AZ_ACTION_ASSUME && action->kind != AZ_ACTION_ACCESS &&
         action->kind != AZ_ACTION_ENTER;
}

/* Returns the definitions that hold after an action. */
static definition *behind_action(const conditions *c, definition *all, const az_action *action) {
  if (!changes(action)) return all;
  const az_abstract_variable *var = &c->e->context.vars[action->var];
  bool defines = action->kind == AZ_ACTION_ASSIGN && action->value && !action->weak &&
                 !var->several && var->kind == AZ_ABSTRACT_NUMBER;
  az_term value = defines ? with_definitions(c, all, action->value) : AZ_NO_TERM;
  forget_variable(all, action->var);
  return defines ? define(c, all, action->var, value) : all;
}

/* ---- edges ----------------------------------------------------------------------------------- */

/* Assumes conditions a second time if the definitions turn them into other conditions. */
static void follow_edge(conditions *c, uint32_t number) {
  az_edge *edge = (az_edge *)(uintptr_t)&c->e->edges[number];
  definition *all = NULL, *before = c->at[edge->from];
  if (edge->call != AZ_NONE || edge->only_orders) return;
  for (size_t i = 0; i < arrlenu(before); i++) arrput(all, before[i]);
  az_action *actions = NULL;
  for (uint32_t i = 0; i < edge->action_count; i++) {
    const az_action *action = &edge->actions[i];
    arrput(actions, *action);
    if (action->kind == AZ_ACTION_ASSUME) {
      az_term expanded = with_definitions(c, all, action->value);
      az_action again = *action;
      again.value = expanded;
      if (expanded != action->value && !az_is_true(c->a->s, expanded)) arrput(actions, again);
    }
    all = behind_action(c, all, action);
  }
  if (arrlenu(actions) > edge->action_count) {
    az_action *more = AZ_COPY(c->a->arena, actions, arrlenu(actions), arrlenu(actions));
    edge->actions = more;
    edge->action_count = (uint32_t)arrlenu(actions);
  }
  arrfree(actions);
  c->behind[number] = all;
}

/* ---- where paths meet ------------------------------------------------------------------------ */

typedef struct meeting {
  conditions *c;
  uint32_t point, var;
  uint32_t edges[2 * PATH], count; /* from the branch to the point */
  uint32_t arrived;                /* number of edges that lead to the point */
} meeting;

static az_term condition_of(const az_edge *edge) {
  return edge->action_count && edge->actions[0].kind == AZ_ACTION_ASSUME ? edge->actions[0].value
                                                                         : AZ_NO_TERM;
}

static az_term value_from(meeting *m, uint32_t p);

/* Returns the value of the variable if the edge is taken; AZ_NO_TERM if it is unknown. */
static az_term value_by(meeting *m, uint32_t number) {
  const az_equations *e = m->c->e;
  const az_edge *edge = &e->edges[number];
  if (m->count == 2 * PATH || edge->call != AZ_NONE || edge->only_orders) return AZ_NO_TERM;
  m->edges[m->count++] = number;
  if (edge->to == m->point) {
    const definition *d = definition_of(m->c->behind[number], m->var);
    m->arrived++;
    return d ? d->value : AZ_NO_TERM;
  }
  return edge->to > edge->from && e->points[edge->to].in_count == 1 ? value_from(m, edge->to)
                                                                    : AZ_NO_TERM;
}

/* Returns the value at a point that has one edge, or two edges that exclude each other. */
static az_term value_from(meeting *m, uint32_t p) {
  const az_equations *e = m->c->e;
  const az_point *point = &e->points[p];
  if (point->out_count == 1) return value_by(m, point->out[0]);
  if (point->out_count != 2) return AZ_NO_TERM;
  az_store *s = m->c->a->s;
  az_term yes = condition_of(&e->edges[point->out[0]]), no = condition_of(&e->edges[point->out[1]]);
  if (!yes || !no || az_not(s, yes) != no) return AZ_NO_TERM;
  az_term first = value_by(m, point->out[0]);
  az_term second = first ? value_by(m, point->out[1]) : AZ_NO_TERM;
  return second ? az_ite(s, with_definitions(m->c, m->c->at[p], yes), first, second) : AZ_NO_TERM;
}

/* Returns whether the definition still holds at the join: no path changes its variables. */
static bool is_unchanged(const meeting *m, const definition *d) {
  if (mentions(d, d->var)) return false;
  for (uint32_t i = 0; i < m->count; i++) {
    const az_edge *edge = &m->c->e->edges[m->edges[i]];
    for (uint32_t k = 0; k < edge->action_count; k++)
      if (changes(&edge->actions[k]) && mentions(d, edge->actions[k].var)) return false;
  }
  return true;
}

/* Searches upwards from the point for a branch whose paths all lead to the point. */
static bool gated(conditions *c, uint32_t point, uint32_t var, definition *d) {
  const az_equations *e = c->e;
  uint32_t branch = e->edges[e->points[point].in[0]].from;
  for (int up = 0; up < PATH; up++) {
    meeting m = {.c = c, .point = point, .var = var};
    az_term value = value_from(&m, branch);
    if (value && m.arrived == e->points[point].in_count) {
      *d = (definition){.var = var, .value = value};
      return list_variables(c, value, d->of, &d->count) && is_unchanged(&m, d) && is_kept(c, value);
    }
    if (e->points[branch].in_count != 1 || e->points[branch].head) return false;
    branch = e->edges[e->points[branch].in[0]].from;
  }
  return false;
}

/* Finds definitions on which all incoming edges agree, or whose value a branch selects. */
static void meet(conditions *c, uint32_t p) {
  const az_point *point = &c->e->points[p];
  if (point->head || !point->in_count) return;
  for (uint32_t i = 0; i < point->in_count; i++)
    if (c->e->edges[point->in[i]].from >= p) return;
  const definition *first = c->behind[point->in[0]];
  for (size_t k = 0; k < arrlenu(first); k++) {
    definition d = first[k];
    bool everywhere = true, same = true;
    for (uint32_t i = 1; everywhere && i < point->in_count; i++) {
      const definition *other = definition_of(c->behind[point->in[i]], d.var);
      everywhere = other != NULL;
      same = same && other && other->value == d.value;
    }
    if (everywhere && (same || gated(c, p, d.var, &d))) arrput(c->at[p], d);
  }
}

void eq_follow_conditions(az_abstract *a) {
  az_equations *e = &a->found.equations;
  conditions c = {.a = a,
                  .e = e,
                  .at = az_calloc(e->point_count + 1, sizeof(definition *)),
                  .behind = az_calloc(e->edge_count + 1, sizeof(definition *)),
                  .most = az_limits_or_default(a->config.limits)->condition_values,
                  .cone = az_visit_new(a->s, AZ_VISIT_ANY)};
  for (uint32_t p = 0; c.most && p < e->point_count; p++) {
    meet(&c, p);
    for (uint32_t i = 0; i < e->points[p].out_count; i++) follow_edge(&c, e->points[p].out[i]);
  }
  for (uint32_t p = 0; p < e->point_count; p++) arrfree(c.at[p]);
  for (uint32_t i = 0; i < e->edge_count; i++) arrfree(c.behind[i]);
  free(c.at);
  free(c.behind);
  az_visit_free(c.cone);
}
