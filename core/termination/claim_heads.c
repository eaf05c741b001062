/* Rows at loop heads that are about calls. Two programs have such heads: that of nested calls,
 * whose rows become contexts (claim_contexts.c), and that of pairs of calls, whose rows become
 * claims (claim_rows.c). Nothing is concluded from the rows: they are guesses (summaries.c). */
#include "termination/claims.h"
#include "kiki/services.h"
#include "synth/invariants.h"
#include "termination/row_at_heads.h"
#include <stb/stb_ds.h>
#include <stdlib.h>

/* ---- programs whose rows are searched for ---------------------------------------------------- */

void claims_drop_checks(az_program *p) {
  az_check *checks = AZ_COPY(p->arena, p->checks, p->check_count, p->check_count + 1);
  for (uint32_t i = 0; i < p->check_count; i++)
    if (checks[i].cls == AZ_C_UNREACH) checks[i].cls = AZ_C_TERMINATION;
  p->checks = checks;
}

void claims_open_check(az_program *p, az_stmt **stmts) {
  const az_type choice = recursion_choice_type(p);
  az_check *checks = AZ_COPY(p->arena, p->checks, p->check_count, p->check_count + 1);
  checks[p->check_count] = (az_check){.cls = AZ_C_UNREACH, .id = "open", .text = "open"};
  az_stmt s = {.kind = AZ_S_CHECK, .site = AZ_NONE, .check = p->check_count++};
  p->checks = checks;
  az_term any = az_fresh(p->store, p->types[choice].sort, "goes on");
  any_call_input(stmts, choice, any);
  s.value = az_eq_value(p->store, any, 0);
  arrput(*stmts, s);
}

az_engine_config claims_engine(const guesses *g, const az_engine_config *of, az_services *services,
                               double cpu_end) {
  static const az_switches usual = {
#define AZ_SWITCH(name, initial, text) .name = initial,
#include "ansatz/switches.def"
  };
  *services = (az_services){.sources = g->summarised ? of->services->sources : NULL};
  const size_t most = g->few_forms ? 1 : of->form_count;
  return (az_engine_config){.mode = AZ_MODE_AI,
                            .forms = of->forms,
                            .form_count = of->form_count < most ? of->form_count : most,
                            .services = services,
                            .solver = of->solver,
                            .switches = &usual,
                            .max_unwind = 1,
                            .cpu_end = cpu_end,
                            .trust = of->trust};
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* A search in progress. */
typedef struct searched {
  az_engine_config config; /* first member: a run's config is cast to this */
  head_rows *rows;
} searched;

/* Binds the formals of the view to the variables of the summary that they are about. Returns
 * whether there are any. */
static bool bind_variables(const head_rows *rows, uint32_t summary, const az_cuts *cuts,
                           uint32_t view, az_subst *is) {
  const az_ssa *ssa = az_cuts_ssa(cuts);
  const az_loop_head *head = &ssa->heads[az_cuts_head_of_view(cuts, view)];
  const az_memory *memory = az_ssa_memory(ssa->shared);
  az_store *s = rows->g->s;
  bool any = false;
  for (uint32_t at = 0; at < az_cuts_width(cuts, view); at++) {
    const az_leaf *leaf;
    uint32_t slot = az_cuts_slot(cuts, view, at), id;
    const az_instance *of = slot == AZ_NONE ? NULL : az_memory_slot(memory, slot, &leaf, &id);
    if (!of || of->object == AZ_NONE) continue;
    az_term formal = az_cuts_formal(cuts, view, at),
            var = rows->variable(rows, summary, head, of->object);
    if (!var || az_sort_of(s, var) != az_sort_of(s, formal)) continue;
    az_subst_bind(is, formal, var);
    any = true;
  }
  return any;
}

typedef struct mentioned {
  az_subst *is;
  bool others;
} mentioned;

static void note_variable(void *ctx, az_term var) {
  mentioned *m = ctx;
  m->others |= az_subst_apply(m->is, var) == var;
}

/* Returns the row, which holds after each iteration, as a term over formals, weakened if it must
 * also hold on entry; AZ_NO_TERM if that fails. */
static az_term row_at_head(const head_rows *rows, kiki_run *r, const az_invariants *found,
                           uint32_t row, double deadline) {
  const az_domain *d = &found->domain;
  const uint32_t view = d->ops->row(d->self, row).view;
  const head_queries q = {.run = r, .end = deadline, .entry_only = true};
  void *value = d->ops->value_copy(d->self, found->value);
  const row_reading of = {.domain = d, .row = row, .view = view, .value = value};
  az_term claim = AZ_NO_TERM;
  bool weakened;
  if (!rows->bounds_on_entry || heads_weaken(&q, &of, value, &weakened) == AZ_UNSAT) {
    az_term *formals = az_frozen_formals(found->cuts, view);
    claim = row_in(&q, &of, formals);
    free(formals);
  }
  d->ops->value_free(d->self, value);
  return claim;
}

/* Passes the row on if it is about variables of the summary alone. */
static void add_row(head_rows *rows, uint32_t summary, kiki_run *r, const az_invariants *found,
                    uint32_t row, double deadline) {
  const uint32_t view = found->domain.ops->row(found->domain.self, row).view;
  az_store *s = rows->g->s;
  mentioned m = {.is = az_subst_new(s)};
  if (bind_variables(rows, summary, found->cuts, view, m.is)) {
    az_term claim = row_at_head(rows, r, found, row, deadline);
    if (claim) az_free_vars(s, &claim, 1, note_variable, &m);
    az_term about = claim && !m.others ? az_subst_apply(m.is, claim) : AZ_NO_TERM;
    if (about && !az_is_const(s, about))
      rows->add(rows, summary, az_cuts_head_of_view(found->cuts, view), about);
  }
  az_subst_free(m.is);
}

static void note(kiki_run *r, az_invariants *found, double deadline) {
  head_rows *rows = ((const searched *)(const void *)r->config)->rows;
  if (rows->bounds_on_entry && !az_domain_facets(&found->domain).numeric) return;
  for (uint32_t i = 0, n = az_invariants_rows(found); i < n; i++) {
    const az_row row = found->domain.ops->row(found->domain.self, i);
    if (row.is_transition || row.view != az_cuts_view_of_all(found->cuts, row.view)) continue;
    for (uint32_t s = 0; s < arrlenu(rows->g->summaries); s++)
      add_row(rows, s, r, found, i, deadline);
  }
}

az_result *claims_search_heads(head_rows *rows, az_registry *registry,
                               const az_engine_config *config, double cpu_end) {
  static const az_termination_ops ends = {.note = note};
  az_error err = {.status = AZ_OK};
  az_services services;
  searched f = {.config = claims_engine(rows->g, config, &services, cpu_end), .rows = rows};
  if (rows->add) services.termination = &ends;
  return az_engine_run(rows->to, registry, rows->classes, &f.config, &err);
}
