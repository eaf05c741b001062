/* The kIkI loop [brain2015; kroening2023, sec. 2.1, 5]: base and step take turns, each at its own
 * k. Base refutes, or proves by full unwinding; step proves by k-induction, then with invariants.
 * The modes leave parts out: bmc has no step, kinduction no invariants, ai no base and k = 1 alone.
 */
#include "kiki/schedule.h"
#include <stb/stb_ds.h>

static void note_round(kiki_run *r, const kiki_phase *p, const az_phase_stats *before,
                       double seconds, uint64_t terms) {
  az_round round = {.phase = p->name, .k = p->k, .seconds = seconds};
  round.calls = p->stats->calls - before->calls;
  round.clauses = p->stats->clauses > before->clauses ? p->stats->clauses - before->clauses : 0;
  round.terms = az_store_statistics(r->s).terms - terms;
  p->stats->terms += round.terms;
  arrput(r->result->rounds, round);
}

/* A round of one of the two, and what it cost. */
static kiki_progress round_of(kiki_run *r, kiki_phase *p, double slice) {
  double start = az_cpu();
  uint64_t terms = az_store_statistics(r->s).terms;
  az_phase_stats before = *p->stats;
  kiki_progress done = p->round(r, p->k, slice);
  p->spent += az_cpu() - start;
  note_round(r, p, &before, az_cpu() - start, terms);
  return done;
}

/* Nothing is left to do, be it for want of open checks or because no larger k would say more. */
static bool is_done(const kiki_run *r, bool is_base, kiki_progress done) {
  if (r->result->verdict == AZ_V_FALSE || r->hopeless) return true;
  bool decided = !r->open_count;
  return done == STOP && (is_base || decided || r->config->mode == AZ_MODE_AI) &&
         (r->stuck || decided);
}

void kiki_begin(kiki_run *r) {
  az_mode mode = r->config->mode;
  bool modular = run_is_modular(r);
  r->base_turns = (kiki_phase){.name = "base",
                               .round = base_round,
                               .stats = &r->result->base,
                               .on = mode != AZ_MODE_AI && !modular,
                               .k = 1};
  r->step_turns = (kiki_phase){.name = "step",
                               .round = step_round,
                               .stats = &r->result->step,
                               .on = mode != AZ_MODE_BMC && !(modular && r->step_p == r->p),
                               .k = 1};
}

static void resume(kiki_phase *p) {
  p->on |= p->halted;
  p->halted = false;
}

bool kiki(kiki_run *r) {
  const az_engine_config *c = r->config;
  kiki_phase *base = &r->base_turns, *step = &r->step_turns;
  bool stalled = false; /* base used up its last slice: step has its turn */
  bool done_all = false;
  resume(base);
  resume(step);
  while (r->open_count && (base->on || step->on) && !schedule_is_over(r)) {
    if (test_runs(r)) break;
    kiki_phase *p = schedule_turn(r, base, step, stalled);
    stalled = false;
    bool is_base = p == base, one_by_one = is_base && r->switches.loop_by_loop;
    if (!one_by_one && p->k > r->result->k) r->result->k = p->k;
    run_phase(r, "%s formula, k = %u", p->name, p->k);
    kiki_progress done = round_of(r, p, schedule_round(r, is_base, step->on));
    if (r->err->status != AZ_OK) return true;
    done_all = is_done(r, is_base, done);
    if (done_all) break;
    switch (done) {
    case STALLED: stalled = step->on; break;
    case PAUSED: continue; /* at the same k, even if it is the largest one */
    case STOP:
      p->on = false;
      p->halted = r->result->out_of_time;
      break;
    case GO_ON: p->k = schedule_next_k(r, one_by_one, p->k); break;
    }
    if (c->max_unwind && p->k > c->max_unwind && !one_by_one) p->on = false;
  }
  r->result->terms = az_store_statistics(r->s).terms;
  if (schedule_is_over(r)) r->result->out_of_time = true;
  if (done_all || !r->open_count || r->result->verdict == AZ_V_FALSE) return true;
  return !(base->on || step->on || base->halted || step->halted);
}
