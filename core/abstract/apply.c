/* The actions of an edge on an abstract state, and equations as text. */
#include "abstract/abstract.h"
#include <stdlib.h>

static void apply(const az_transfer_context *context, const az_action *action,
                  const az_transfer *domain, void *state) {
  const az_transfer_ops *ops = domain->ops;
  void *self = domain->self;
  bool has_var = action->kind != AZ_ACTION_ASSUME && action->kind != AZ_ACTION_ENTER;
  if (has_var && !az_transfer_takes(domain, context, action->var)) return;
  switch (action->kind) {
  case AZ_ACTION_ADD: ops->add(self, state, action->var, action->value); break;
  case AZ_ACTION_REMOVE: ops->remove(self, state, action->var); break;
  case AZ_ACTION_ASSIGN: ops->assign(self, state, action->var, action->value, action->weak); break;
  case AZ_ACTION_WRITE:
    ops->write(self, state, action->var, action->index, action->behind, action->value,
               action->weak);
    break;
  case AZ_ACTION_ASSUME: ops->assume(self, state, action->value); break;
  case AZ_ACTION_ACCESS:
    if (ops->arrays.access && !action->weak)
      ops->arrays.access(self, state, action->var, action->index);
    break;
  case AZ_ACTION_ENTER:
    if (ops->entry.enter) ops->entry.enter(self, state, action->entered);
    break;
  }
}

void az_edge_apply(const az_equations *equations, const az_edge *edge, const az_transfer *domain,
                   void *state) {
  enum { ACTION = AZ_WORK_UNIT, VARIABLE = AZ_WORK_UNIT / 20 };
  az_work_add(az_store_work(equations->context.store),
              edge->action_count * (ACTION + VARIABLE * (uint64_t)equations->context.var_count));
  for (uint32_t i = 0; i < edge->action_count; i++) {
    if (domain->ops->is_bottom(domain->self, state)) return;
    apply(&equations->context, &edge->actions[i], domain, state);
  }
}

void az_edge_return(const az_equations *e, const az_edge *edge, const az_transfer *domain,
                    void *state, const void *caller) {
  const az_transfer_ops *ops = domain->ops;
  void *before = ops->copy(domain->self, caller);
  bool *is_kept = az_calloc(e->context.var_count + 1, sizeof *is_kept);
  for (uint32_t i = 0; i < edge->kept_count; i++) {
    is_kept[edge->kept[i]] = true;
    if (az_transfer_takes(domain, &e->context, edge->kept[i]))
      ops->remove(domain->self, state, edge->kept[i]);
  }
  for (uint32_t v = 0; v < e->context.var_count; v++)
    if (!is_kept[v] && az_transfer_takes(domain, &e->context, v))
      ops->remove(domain->self, before, v);
  ops->meet(domain->self, state, before);
  ops->free(domain->self, before);
  free(is_kept);
}

az_solution az_solution_new(const az_equations *e) {
  return (az_solution){.states = az_calloc(e->point_count + 1, sizeof(void *)),
                       .iterations = az_calloc(e->point_count + 1, sizeof(uint32_t))};
}

void az_solution_free(az_solution *solution, const az_equations *e, const az_transfer *domain) {
  for (uint32_t p = 0; p < e->point_count; p++)
    if (solution->states[p]) domain->ops->free(domain->self, solution->states[p]);
  free(solution->states);
  free(solution->iterations);
}

/* ---- printing -------------------------------------------------------------------------------- */

static const az_abstract_variable *variable_of(const az_equations *e, az_term t) {
  uint32_t var = e->context.var_of(&e->context, t);
  return var == AZ_NONE ? NULL : &e->context.vars[var];
}

static const char *name_of(void *ctx, az_term t) {
  const az_equations *e = ctx;
  const az_abstract_variable *v = variable_of(e, t);
  return v ? v->name : az_var_name(e->context.store, t);
}

static bool is_unsigned(void *ctx, az_term t) {
  const az_abstract_variable *v = variable_of(ctx, t);
  return v && !v->is_signed;
}

char *az_equations_term(const az_equations *e, az_term t) {
  return az_print_c_typed(e->context.store, t, name_of, is_unsigned, (void *)(uintptr_t)e);
}

static void print_term(const az_equations *e, az_term t, const char *none, FILE *out) {
  if (!t) {
    fputs(none, out);
    return;
  }
  char *text = az_equations_term(e, t);
  fputs(text, out);
  free(text);
}

static void print_action(const az_equations *e, const az_action *a, FILE *out) {
  bool has_var = a->kind != AZ_ACTION_ASSUME && a->kind != AZ_ACTION_ENTER;
  const char *name = has_var ? e->context.vars[a->var].name : "";
  switch (a->kind) {
  case AZ_ACTION_ADD:
    fprintf(out, "add %s", name);
    if (a->value) fputs(" of length ", out);
    print_term(e, a->value, "", out);
    break;
  case AZ_ACTION_REMOVE: fprintf(out, "remove %s", name); break;
  case AZ_ACTION_ASSIGN:
    fprintf(out, "%s %s ", name, a->weak || e->context.vars[a->var].several ? ":= possibly" : ":=");
    print_term(e, a->value, "any", out);
    break;
  case AZ_ACTION_WRITE:
    fprintf(out, "%s[", name);
    print_term(e, a->index, "", out);
    if (a->behind) fputs(" .. ", out);
    print_term(e, a->behind, "", out);
    fprintf(out, "%s %s ", a->behind ? ")" : "]", a->weak ? ":= possibly" : ":=");
    print_term(e, a->value, "any", out);
    break;
  case AZ_ACTION_ASSUME:
    fputs("assume ", out);
    print_term(e, a->value, "", out);
    break;
  case AZ_ACTION_ACCESS:
    fprintf(out, "%s %s[", a->weak ? "access possibly" : "access", name);
    print_term(e, a->index, "", out);
    fputs("]", out);
    break;
  case AZ_ACTION_ENTER:
    fprintf(out, "%s %s", a->entered->declares ? "declared in" : "enter", a->entered->function);
    break;
  }
  fputc('\n', out);
}

void az_equations_print(const az_equations *e, FILE *out) {
  char where[256];
  for (uint32_t p = 0; p < e->point_count; p++) {
    const az_point *point = &e->points[p];
    fprintf(out, "point %u at %s", p, az_loc_text(e->program, point->loc, where, sizeof where));
    if (point->head) fprintf(out, ", head of loop %s", point->head);
    fputc('\n', out);
    for (uint32_t i = 0; i < point->out_count; i++) {
      const az_edge *edge = &e->edges[point->out[i]];
      if (edge->only_orders) continue;
      fprintf(out, "  to point %u", edge->to);
      if (edge->call != AZ_NONE) fprintf(out, ", after the call at point %u", edge->call);
      fputc('\n', out);
      for (uint32_t k = 0; k < edge->action_count; k++) {
        fputs("    ", out);
        print_action(e, &edge->actions[k], out);
      }
    }
  }
  for (uint32_t i = 0; i < e->cause_count; i++) fprintf(out, "not followed: %s\n", e->causes[i]);
}
