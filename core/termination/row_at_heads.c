#include "termination/row_at_heads.h"
#include "kiki/schedule.h"
#include <stb/stb_ds.h>

bool heads_may_ask(const head_queries *q) {
  return run_clock(q->run) < q->end &&
         (!q->questions ||
          az_limits_room(&q->run->limits, AZ_LIMIT_shown_questions, (*q->questions)++));
}

az_term row_in(const head_queries *q, const row_reading *of, const az_term *values) {
  if (!of->domain) return az_cuts_in_state(q->run->step.cuts, of->view, of->claim, values);
  az_state state = {of->view, values, NULL};
  return az_domain_claim(q->run->s, of->domain, of->row, of->value, &state);
}

static az_term violated_in(const head_queries *q, const row_reading *of, az_term reached,
                           const az_term *values) {
  az_store *s = q->run->s;
  az_term there = az_and(s, reached, az_cuts_concerns(q->run->step.cuts, of->view, values));
  return az_and(s, there, az_not(s, row_in(q, of, values)));
}

/* Builds the violation at the loop's instance. */
static az_term violated_at(const head_queries *q, const row_reading *of, uint32_t loop,
                           bool entry_only) {
  const az_cuts *cuts = q->run->step.cuts;
  const az_loop_instance *l = &q->run->step.ssa->loops[loop];
  const az_cut_instance *states = az_cuts_loop(cuts, loop);
  az_store *s = q->run->s;
  if (states->view != az_cuts_view_of_all(cuts, of->view)) return az_false(s);
  az_term bad = violated_in(q, of, az_and(s, l->guard, az_not(s, l->ls)), states->entry);
  if (entry_only) return bad;
  return az_or(s, bad, violated_in(q, of, az_and(s, l->guard, l->ls), states->lb));
}

az_answer heads_violate(const head_queries *q, const row_reading *of) {
  az_store *s = q->run->s;
  az_term any = az_false(s);
  for (uint32_t i = 0; i < arrlenu(q->run->step.ssa->loops); i++)
    any = az_or(s, any, violated_at(q, of, i, q->entry_only));
  if (az_is_false(s, any)) return AZ_UNSAT;
  if (!heads_may_ask(q)) return AZ_UNKNOWN;
  return formula_query(q->run, &q->run->step, any, q->end - run_clock(q->run),
                       "rows at loop heads");
}

static az_term value_in_model(void *ctx, az_term t) {
  return az_solver_value(ctx, t);
}

/* Joins the row with entry states of the model that violate it. Returns whether it was weakened. */
static bool join(const head_queries *q, const row_reading *of, void *value) {
  const kiki_formula *f = &q->run->step;
  const az_domain *d = of->domain;
  const az_model model = {value_in_model, f->solver};
  bool improved = false;
  for (uint32_t i = 0; i < arrlenu(f->ssa->loops); i++) {
    az_term bad = violated_at(q, of, i, true);
    if (az_is_false(q->run->s, bad) || !az_solver_holds(f->solver, bad)) continue;
    const az_state state = {of->view, az_cuts_loop(f->cuts, i)->entry, NULL};
    improved |= d->ops->improve(d->self, of->row, value, &model, &state);
  }
  return improved;
}

az_answer heads_weaken(const head_queries *q, const row_reading *of, void *value, bool *weakened) {
  enum { JOINS = 4 };
  az_answer answer = heads_violate(q, of);
  *weakened = false;
  for (int i = 0; i < JOINS && answer == AZ_SAT && join(q, of, value); i++) {
    *weakened = true;
    answer = heads_violate(q, of);
  }
  return answer;
}
