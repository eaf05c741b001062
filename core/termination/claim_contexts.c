/* Contexts of claims: conditions on arguments and globals under which the functions of a recursion
 * are called. They are rows at the heads of the loops that represent nested calls
 * (recursion_loops.c). A claim that holds only for such calls is guessed under the condition: a sum
 * over n, for example, is bounded if n is. Several heads, such as those for two calls from outside
 * the recursion, give several contexts.
 *
 * A context is a guess. A claim with a context is proved for calls from any state, and nothing is
 * assumed about nested calls that are outside the context. */
#include "termination/claims.h"
#include "kiki/schedule.h"
#include "synth/invariants.h"
#include <stb/stb_ds.h>
#include <string.h>

enum { MOST_CONTEXTS = 2 /* of a function */ };

typedef struct contexts {
  az_engine_config config; /* first member: a run's config is cast to contexts */
  guesses *g;
  const az_program *to;
  bool known;     /* they were found before */
  uint32_t *head; /* stb_ds, by context: the loop whose rows it has */
} contexts;

/* Returns the summary's variable for the value of the object at entry, or 0. The loops have copies
 * of parameters. */
static az_term variable_of(const contexts *c, const az_summary *of, uint32_t object) {
  const az_program *p = c->g->p, *to = c->to;
  const az_function *f = &p->functions[of->function];
  if (object == AZ_NONE) return AZ_NO_TERM;
  const az_object *o = &to->objects[object];
  for (uint32_t i = 0; i < f->param_count; i++) {
    const az_object *param = &p->objects[f->params[i]];
    if (o->name == param->name && o->loc.line == param->loc.line &&
        o->loc.column == param->loc.column && o->type == param->type)
      return of->params[i];
  }
  for (uint32_t i = 0; i < of->global_count; i++)
    if (of->globals[i].object == object) return of->globals[i].before;
  return AZ_NO_TERM;
}

typedef struct mentioned {
  const az_summary *of;
  const claim_terms *terms;
  bool others;
} mentioned;

static void note_variable(void *ctx, az_term var) {
  mentioned *m = ctx;
  bool known = false;
  for (uint32_t i = 0; i < m->terms->count; i++) known |= m->terms->argument[i] == var;
  for (uint32_t i = 0; i < m->of->global_count; i++) known |= m->of->globals[i].before == var;
  m->others |= !known;
}

/* Adds a condition, which holds at this head, to the context of the summary. */
static void add(contexts *c, uint32_t summary, uint32_t head, az_term condition) {
  guesses *g = c->g;
  uint32_t count = 0;
  for (size_t i = 0; i < arrlenu(g->contexts); i++) {
    if (g->context_of[i] != summary) continue;
    count++;
    if (c->head[i] != head) continue;
    g->contexts[i] = az_and(g->s, g->contexts[i], condition);
    return;
  }
  if (count == MOST_CONTEXTS) return;
  arrput(g->contexts, condition);
  arrput(g->context_of, summary);
  arrput(c->head, head);
}

/* Adds a row, a term over formals, to contexts if it is about values at entry alone. */
static void add_row(contexts *c, uint32_t summary, const az_cuts *cuts, uint32_t view,
                    az_term row) {
  guesses *g = c->g;
  mentioned m = {.of = &g->summaries[summary], .terms = &g->terms[summary]};
  const az_memory *memory = az_ssa_memory(az_cuts_ssa(cuts)->shared);
  az_subst *is = az_subst_new(g->s);
  for (uint32_t at = 0; at < az_cuts_width(cuts, view); at++) {
    const az_leaf *leaf;
    uint32_t slot = az_cuts_slot(cuts, view, at), id;
    if (slot == AZ_NONE) continue;
    az_term var = variable_of(c, m.of, az_memory_slot(memory, slot, &leaf, &id)->object);
    az_term formal = az_cuts_formal(cuts, view, at);
    if (var && az_sort_of(g->s, var) == az_sort_of(g->s, formal)) az_subst_bind(is, formal, var);
  }
  az_term condition = az_subst_apply(is, row);
  az_subst_free(is);
  az_free_vars(g->s, &condition, 1, note_variable, &m);
  if (!m.others && !az_is_const(g->s, condition))
    add(c, summary, az_cuts_head_of_view(cuts, view), condition);
}

static az_term value_in_model(void *ctx, az_term t) {
  return az_solver_value(ctx, t);
}

/* Returns the condition that a loop of the view is entered in a state that violates the row. */
static az_term violated(const kiki_run *r, const az_invariants *found, uint32_t row, uint32_t loop,
                        const void *value) {
  const az_loop_instance *l = &r->step.ssa->loops[loop];
  const az_cut_instance *states = az_cuts_loop(found->cuts, loop);
  const uint32_t view = found->domain.ops->row(found->domain.self, row).view;
  if (states->view != view) return az_false(r->s);
  const az_state entry = {view, states->entry, NULL};
  az_term holds = az_domain_claim(r->s, &found->domain, row, value, &entry);
  az_term enters = az_and(r->s, l->guard, az_not(r->s, l->ls));
  return az_and(r->s, enters, az_not(r->s, holds));
}

/* Returns the row, which holds after each iteration, as a term over formals, weakened so that it
 * also holds on entry; AZ_NO_TERM if that fails. */
static az_term row_at_head(kiki_run *r, const az_invariants *found, uint32_t row, double deadline) {
  enum { TRIES = 4 };
  const az_domain *d = &found->domain;
  const uint32_t loops = (uint32_t)arrlenu(r->step.ssa->loops),
                 view = d->ops->row(d->self, row).view;
  const az_model model = {value_in_model, r->step.solver};
  void *value = d->ops->value_copy(d->self, found->value);
  az_term claim = AZ_NO_TERM;
  bool improved = true;
  for (uint32_t k = 0; k < TRIES && improved && !claim; k++) {
    az_term bad = az_false(r->s);
    for (uint32_t i = 0; i < loops; i++) bad = az_or(r->s, bad, violated(r, found, row, i, value));
    az_answer answer = AZ_UNSAT;
    if (!az_is_false(r->s, bad))
      answer = formula_query(r, &r->step, bad, deadline - run_clock(r), "rows at loop heads");
    improved = false;
    for (uint32_t i = 0; i < loops && answer == AZ_SAT; i++) {
      az_term here = violated(r, found, row, i, value);
      if (az_is_false(r->s, here) || !az_solver_holds(r->step.solver, here)) continue;
      const az_state entry = {view, az_cuts_loop(found->cuts, i)->entry, NULL};
      improved |= d->ops->improve(d->self, row, value, &model, &entry);
    }
    if (answer != AZ_UNSAT) continue;
    az_term *formals = az_frozen_formals(found->cuts, view);
    const az_state state = {view, formals, NULL};
    claim = az_domain_claim(r->s, d, row, value, &state);
    free(formals);
  }
  d->ops->value_free(d->self, value);
  return claim;
}

static void note(kiki_run *r, az_invariants *found, double deadline) {
  contexts *c = (contexts *)(void *)r->config;
  if (c->known || !az_domain_facets(&found->domain).numeric) return; /* bounds alone matter */
  for (uint32_t i = 0, n = az_invariants_rows(found); i < n; i++) {
    const az_row row = found->domain.ops->row(found->domain.self, i);
    const az_loop_head *head =
        &az_cuts_ssa(found->cuts)->heads[az_cuts_head_of_view(found->cuts, row.view)];
    uint32_t function = recursion_begins_at(c->g->p, c->to, head->function, head->loop);
    if (function == AZ_NONE || row.is_transition ||
        row.view != az_cuts_view_of_all(found->cuts, row.view))
      continue;
    az_term claim = row_at_head(r, found, i, deadline);
    for (uint32_t s = 0; claim && s < arrlenu(c->g->summaries); s++)
      if (c->g->summaries[s].function == function) add_row(c, s, found->cuts, row.view, claim);
  }
}

az_term claims_context(const guesses *g, uint32_t summary) {
  az_term any = AZ_NO_TERM;
  for (size_t i = 0; i < arrlenu(g->contexts); i++)
    if (g->context_of[i] == summary) any = any ? az_or(g->s, any, g->contexts[i]) : g->contexts[i];
  return any ? any : az_true(g->s);
}

/* Returns the program with a check that is never proved at the beginning of each function that has
 * a summary, so that the loops of its calls matter. */
static const az_program *with_open_checks(const guesses *g) {
  az_program *p = AZ_NEW(g->p->arena, az_program);
  *p = *g->p;
  p->functions = AZ_COPY(p->arena, p->functions, p->function_count, p->function_count);
  if (!(g->classes >> AZ_C_UNREACH & 1u)) claims_drop_checks(p);
  for (size_t i = 0; i < arrlenu(g->summaries); i++) {
    az_function *f = &p->functions[g->summaries[i].function];
    az_stmt *stmts = NULL;
    f->blocks = AZ_COPY(p->arena, f->blocks, f->block_count, f->block_count);
    claims_open_check(p, &stmts);
    for (uint32_t k = 0; k < f->blocks[0].stmt_count; k++) arrput(stmts, f->blocks[0].stmts[k]);
    az_block_set(p->arena, &f->blocks[0], stmts);
  }
  return p;
}

bool claims_find_contexts(guesses *g, az_registry *registry, const az_engine_config *config,
                          double cpu_end) {
  static const az_termination_ops ends = {.note = note};
  const uint32_t classes = g->classes | 1u << AZ_C_UNREACH;
  az_error err = {.status = AZ_OK};
  bool suffices = true;
  if (!config->form_count || !recursion_choice_type(g->p)) return false;
  az_services services;
  contexts c = {.g = g,
                .known = arrlenu(g->contexts) > 0,
                .config = claims_engine(g, config, &services, cpu_end)};
  services.termination = &ends;
  az_summary *all = claims_all(g, g->summaries);
  c.to = az_program_recursion_to_loops(with_open_checks(g), classes, all, (uint32_t)arrlenu(all),
                                       NULL);
  arrfree(all);
  az_result *result = az_engine_run(c.to, registry, classes, &c.config, &err);
  for (size_t i = 0; result && i < result->check_count; i++)
    if (result->checks[i].check < g->p->check_count)
      suffices = suffices && result->checks[i].verdict == AZ_V_TRUE;
  suffices = suffices && result;
  az_result_free(result);
  arrfree(c.head);
  return suffices;
}
