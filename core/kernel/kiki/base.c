/* The base formula: refutes checks, or proves them by full unwinding. Counterexamples are replayed
 * before they count (docs/soundness.md 8, 9). */
#include "kiki/schedule.h"
#include "kiki/services.h"
#include "base/check.h"
#include "kiki/run.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Outcomes of replays. Sets of them (1u << UNDEFINED) state why counterexamples do not count. */
typedef enum found { NOTHING, CONFIRMED, OVERFLOWS, UNDEFINED, UNCONFIRMED } found;

/* Returns a feature that is over-approximated on the execution in the solver's model, or NULL. */
static const char *approximation(const az_ssa *ssa, az_solver *solver, az_class violated) {
  /* An object that is not known to be reachable counts as a leak. */
  if (violated == AZ_C_MEMTRACK) return "which objects can be reached";
  for (size_t i = 0; i < arrlenu(ssa->causes); i++)
    if (az_solver_holds(solver, ssa->causes[i].guard)) return ssa->causes[i].cause;
  for (size_t i = 0; i < arrlenu(ssa->unwinding_assertions); i++)
    if (az_solver_holds(solver, ssa->unwinding_assertions[i].guard))
      return ssa->unwinding_assertions[i].cause;
  return az_solver_abstracted(solver) ? "float arithmetic or equality of arrays" : NULL;
}

/* Returns, as text, the over-approximations on the execution of an unconfirmed counterexample: the
 * counterexample may exist only because of these. */
static const char *blame(kiki_run *r, const kiki_formula *f) {
  enum { MOST = 3 };
  const char *all = "";
  uint32_t named = 0;
  for (size_t i = 0; i < arrlenu(f->ssa->causes) && named < MOST; i++) {
    const az_approximation *a = &f->ssa->causes[i];
    if (!az_solver_holds(f->solver, a->guard)) continue;
    all = run_text(r, "%s%s%s", all, named++ ? ", " : "; over-approximated on its way: ",
                   run_place(r, a->cause, a->loc));
  }
  return all;
}

/* Replays the counterexample in the solver's model, and keeps it if it is confirmed. *check is the
 * check that is violated. */
static found examine(kiki_run *r, const kiki_formula *f, uint32_t k, uint32_t *check) {
  const az_ssa *ssa = f->ssa;
  az_solver *solver = f->solver;
  az_trace *trace = az_trace_build(ssa, solver);
  *check = AZ_NONE;
  if (!trace) return UNCONFIRMED;
  *check = trace->events[trace->count - 1].check;
  assert(r->classes >> r->p->checks[*check].cls & 1u); /* only requested checks end an execution */
  if (r->config->lemmas >> r->p->checks[*check].cls & 1u) {
    char where[128];
    r->hopeless = true;
    r->result->reason =
        run_text(r, "a lemma fails: %s at %s", az_class_name(r->p->checks[*check].cls),
                 az_loc_text(r->p, r->p->checks[*check].loc, where, sizeof where));
    az_trace_free(trace);
    return UNCONFIRMED;
  }
  az_replay replay = {.verdict = AZ_REPLAY_CONFIRMED, .check = AZ_NONE, .note = "not replayed"};
  const az_cause *forbidden = az_program_forbids(r->p, AZ_FORBIDS_REFUTATIONS, true);
  const char *vague = r->config->replay ? NULL
                      : forbidden       ? forbidden->text
                                        : approximation(ssa, solver, r->p->checks[*check].cls);
  bool confirmed = true;
  if (r->config->replay) {
    double start = run_stopwatch(r);
    az_replay_options o = run_replay_options(r, schedule_replay(r));
    replay = r->services->executions->confirm(r->p, trace, &o);
    AZ_LOG(az_store_log(r->s), replay, "counterexample", r->p->checks[*check].id,
           AZ_TEXT("is", replay.verdict == AZ_REPLAY_CONFIRMED ? "confirmed" : "not confirmed"),
           AZ_TEXT("note", replay.note), AZ_SECONDS("time", run_stopwatch(r) - start));
    if (replay.fault) az_fail(r->err, AZ_ERR_FAULT, "no replay: %s", replay.note);
    r->result->native.seconds += run_stopwatch(r) - start;
    r->result->native.calls++;
    confirmed = replay.verdict == AZ_REPLAY_CONFIRMED;
  } else if (vague) { /* without a replay, only executions without over-approximations count */
    confirmed = false;
    snprintf(replay.note, sizeof replay.note, "not replayed, and %s is over-approximated", vague);
  } else if (az_is_strict(r->config->overflow) && ssa->config.overflow == AZ_OVERFLOW_WRAP &&
             !(r->classes >> AZ_C_OVERFLOW & 1)) {
    replay.verdict = AZ_REPLAY_OVERFLOW; /* look for an execution without overflow */
    confirmed = false;
  }
  if (confirmed && replay.check != AZ_NONE) { /* another leak or another error of memory */
    *check = trace->events[trace->count - 1].check = replay.check;
    trace->events[trace->count - 1].loc = replay.loc;
  }
  if (confirmed) {
    run_refute(r, trace, &replay, k, "counterexample");
    return CONFIRMED;
  }
  char where[128];
  const found result = replay.verdict == AZ_REPLAY_OVERFLOW    ? OVERFLOWS
                       : replay.verdict == AZ_REPLAY_UNDEFINED ? UNDEFINED
                                                               : UNCONFIRMED;
  static const char *const reasons[] = {[OVERFLOWS] = "depends on signed overflow at",
                                        [UNDEFINED] =
                                            "the counterexample has undefined behaviour before it:",
                                        [UNCONFIRMED] = "counterexample not confirmed:"};
  r->result->wrapped |= result == OVERFLOWS;
  const char *note =
      result != OVERFLOWS ? replay.note : az_loc_text(r->p, replay.loc, where, sizeof where);
  run_note(r, &r->result->unconfirmed,
           run_text(r, "%s %s%s", reasons[result], note,
                    result != UNCONFIRMED || vague ? "" : blame(r, f)));
  az_trace_free(trace);
  return result;
}

/* If the execution in the model does not count, and resolves a choice that C leaves open in another
 * way than the builds do, makes all formulas assert the choices of the builds from now on. Proofs
 * mention this. */
static bool adopts_readings(kiki_run *r, kiki_formula *f) {
  const az_engine_config *c = r->config;
  const uint32_t own = 1u << AZ_C_SHIFT | 1u << AZ_C_TERMINATION;
  const size_t before = arrlenu(r->readings);
  if (!c->replay || c->strict_undefined || c->certify || r->classes & own) return false;
  for (size_t i = 0; i < arrlenu(f->ssa->readings); i++) {
    const az_reading *new = &f->ssa->readings[i];
    bool known = !az_solver_holds(f->solver, new->differs);
    for (size_t k = 0; k < arrlenu(r->readings) && !known; k++)
      known = !strcmp(r->readings[k], new->text);
    if (known) continue;
    arrput(r->readings, new->text);
    run_note(r, &r->read_at, run_place(r, run_text(r, "%s, as", new->text), new->loc));
  }
  if (arrlenu(r->readings) == before) return false;
  f->readings = 0; /* also those of the new kinds */
  formula_assert_readings(r, f);
  return true;
}

/* Returns whether the formula is the same at every larger k. */
static bool is_unwound(const az_ssa *ssa) {
  for (size_t i = 0; i < arrlenu(ssa->unwinding_assertions); i++)
    if (ssa->unwinding_assertions[i].is_cut) return false;
  return !arrlenu(ssa->frontier);
}

/* Asks whether k covers all executions, where no open check is violated within k. `sure`: the
 * formula has all executions within k, so that the answer no decides the checks. */
static az_job_state ask_unwinding(kiki_run *r, kiki_formula *f, uint32_t k, bool sure,
                                  double seconds) {
  const az_ssa *ssa = f->ssa;
  az_term beyond = formula_incomplete(f);
  bool early = f->unwinding ? !f->unwound : k < 2;
  if (!az_is_false(r->s, beyond) && arrlenu(ssa->frontier) && early) return AZ_JOB_NEXT_K;
  az_answer answer = formula_query(r, f, beyond, seconds, "executions beyond the formula");
  if (answer == AZ_UNSAT && sure) {
    run_prove(r, f, NULL, k);
    assert(!r->open_count); /* a complete formula decides every check */
    r->result->k = k;
    r->result->method = "full unwinding";
    r->result->unwound = true;
    return AZ_JOB_DONE;
  }
  if (answer == AZ_UNSAT) { /* only unconfirmed counterexamples are left */
    r->stuck = true;
    return AZ_JOB_DONE;
  }
  if (answer == AZ_SAT && is_unwound(ssa) && arrlenu(ssa->unwinding_assertions)) {
    char where[128];
    r->stuck = true;
    if (!r->result->reason)
      r->result->reason =
          run_text(r, "%s at %s", ssa->unwinding_assertions[0].cause,
                   az_loc_text(r->p, ssa->unwinding_assertions[0].loc, where, sizeof where));
    return AZ_JOB_DONE;
  }
  return AZ_JOB_NEXT_K;
}

/* Returns the violations to query first: invalid accesses come before leaks, since they tell more
 * and make the query smaller. *only: whether to leave out violations about the whole heap; becomes
 * whether some were left out. */
static az_term asked_first(const kiki_run *r, const kiki_formula *f, const bool *ask, bool *only) {
  const uint32_t heap = 1u << AZ_C_MEMTRACK | 1u << AZ_C_MEMCLEANUP;
  bool *now = az_malloc((r->p->check_count + 1) * sizeof *now), others = false;
  for (uint32_t c = 0; c < r->p->check_count; c++) {
    now[c] = ask[c] && !(heap >> r->p->checks[c].cls & 1u);
    others |= ask[c] && !now[c];
  }
  *only &= others;
  az_term bad = formula_violations(f, *only ? now : ask);
  free(now);
  return bad;
}

/* Returns `bad`, restricted to executions that allocate fewer than 2^bits bytes at a time. */
static az_term with_sizes(kiki_run *r, const kiki_formula *f, az_term bad, uint32_t bits) {
  const az_term *sizes = f->ssa->sizes;
  az_term bound = az_bv(r->s, r->p->pointer_bits, (uint64_t)1 << bits);
  for (size_t i = 0; i < arrlenu(sizes); i += 2)
    bad = az_and(r->s, bad, az_implies(r->s, sizes[i], az_bv_ult(r->s, sizes[i + 1], bound)));
  return bad;
}

/* Prefers a violation with small objects, which tells more and which any machine can run. Returns
 * AZ_SAT if the solver has a model of some violation in the end. */
static az_answer prefer_small(kiki_run *r, kiki_formula *f, az_term bad, double seconds) {
  static const uint32_t bits[] = {4, 8, 16, 28};
  for (size_t i = 0; i < sizeof bits / sizeof *bits; i++) {
    az_term small = with_sizes(r, f, bad, bits[i]);
    if ((i == 0 && az_solver_holds(f->solver, small)) ||
        formula_query(r, f, small, seconds / 8, "a violation with small objects") == AZ_SAT)
      return AZ_SAT;
  }
  return formula_query(r, f, bad, seconds, "violated checks");
}

/* Queries violations of the check again, whose first model was not confirmed: with objects below
 * 2^16 bytes, in executions that are easy to replay or, if none is known to be, with an object of
 * 2^8 bytes; then with larger ones. Near small objects a wrong address often lies in another. */
static found examine_replayable(kiki_run *r, kiki_formula *f, uint32_t k, uint32_t check,
                                double seconds) {
  const size_t count = arrlenu(f->ssa->replayable);
  bool *only = az_calloc(r->p->check_count + 1, sizeof *only);
  only[check] = true;
  az_term bad = formula_violations(f, only), replayable = az_and_n(r->s, f->ssa->replayable, count);
  free(only);
  if (!count) replayable = az_not(r->s, with_sizes(r, f, az_true(r->s), 8));
  az_term small = with_sizes(r, f, replayable, 16),
          large = az_not(r->s, with_sizes(r, f, az_true(r->s), 16));
  const az_term more[] = {small, large};
  for (size_t i = 0; i < sizeof more / sizeof *more; i++)
    if (formula_query(r, f, az_and(r->s, bad, more[i]), seconds / 2,
                      "a violation that is easy to run") == AZ_SAT &&
        examine(r, f, k, &check) == CONFIRMED)
      return CONFIRMED;
  return UNCONFIRMED;
}

/* Returns whether the formula has all executions: none ends at undefined behaviour, or at a signed
 * overflow. */
static bool is_sure(const kiki_run *r, const kiki_formula *f) {
  return !f->defined &&
         !(f->overflow == AZ_OVERFLOW_ASSUME_NONE && az_is_strict(r->config->overflow));
}

/* Asserts that no execution within k has the violations, so that queries at larger k are about new
 * copies only. */
static void assert_none(kiki_run *r, const kiki_formula *f, az_term bad) {
  az_solver_assert(f->solver, az_implies(r->s, bad, az_ssa_exits_later(f->ssa)));
}

/* Queries violations of each of the `left` checks separately, so that a hard check does not delay
 * the others. Returns AZ_SAT with a violation in the solver's model, or AZ_UNSAT if each check
 * holds within k. */
static az_answer ask_apart(kiki_run *r, kiki_formula *f, uint32_t k, double seconds,
                           const bool *ask, uint32_t left) {
  const uint32_t count = r->p->check_count;
  bool *one = az_calloc(count + 1, sizeof *one), *hold = az_calloc(count + 1, sizeof *hold);
  az_answer all = AZ_UNSAT;
  double start = run_clock(r);
  for (uint32_t c = 0; c < count && all != AZ_SAT; c++) {
    if (!ask[c]) continue;
    one[c] = true;
    const az_term bad = formula_violations(f, one);
    const double share = (seconds - (run_clock(r) - start)) / (1 + left--);
    const az_answer answer = formula_query(r, f, bad, share, "violations of one check");
    hold[c] = answer == AZ_UNSAT;
    if (hold[c]) assert_none(r, f, bad);
    if (!hold[c]) all = answer;
    one[c] = false;
  }
  if (all == AZ_UNKNOWN && is_sure(r, f) && az_is_false(r->s, formula_incomplete(f)))
    run_prove(r, f, hold, k);
  free(one);
  free(hold);
  return all;
}

static az_job_state search(kiki_run *r, kiki_formula *f, uint32_t k, double seconds, bool *ask,
                           uint32_t *why) {
  bool clean = true, accesses = true;
  const double end = run_clock(r) + seconds;
  for (;;) { /* clean: no counterexample stayed unconfirmed */
    const uint32_t count = run_count(r, ask);
    const bool apart = count > 1;
    az_term bad = asked_first(r, f, ask, &accesses);
    const double share = (end - run_clock(r)) / (apart ? 2 : 1);
    az_answer answer = formula_query(r, f, bad, share, "violated checks");
    if (answer == AZ_UNKNOWN && apart) answer = ask_apart(r, f, k, end - run_clock(r), ask, count);
    if (answer == AZ_UNSAT) {
      assert_none(r, f, bad);
      if (!accesses) break;
      accesses = false;
      continue;
    }
    if (answer == AZ_SAT) answer = prefer_small(r, f, bad, end - run_clock(r));
    if (answer != AZ_SAT) return AZ_JOB_STALLED;
    if (r->err->status != AZ_OK) return AZ_JOB_DONE;
    uint32_t check;
    found found_now = examine(r, f, k, &check);
    if (found_now == CONFIRMED || r->hopeless) return AZ_JOB_DONE;
    if (adopts_readings(r, f)) continue;
    clean = false;
    if (check == AZ_NONE) return AZ_JOB_NEXT_K;
    if ((found_now == UNCONFIRMED || found_now == UNDEFINED) &&
        examine_replayable(r, f, k, check, end - run_clock(r)) == CONFIRMED)
      return AZ_JOB_DONE;
    *why |= 1u << found_now;
    ask[check] = false; /* search for violations of the other checks */
    if (run_left(r) <= 0) return AZ_JOB_STALLED;
  }
  const bool sure = is_sure(r, f);
  if (clean) return r->open_count ? ask_unwinding(r, f, k, sure, schedule_unwound(r)) : AZ_JOB_DONE;
  bool whole = az_is_false(r->s, formula_incomplete(f));
  if (run_left(r) > 0 && (whole || is_unwound(f->ssa))) {
    /* The formula is the same at every larger k, so its counterexamples stay unconfirmed. If every
     * execution stays within what is modelled, no other check ever fails first. */
    r->stuck = true;
    if (sure && whole) run_prove(r, f, ask, k);
  }
  return AZ_JOB_NEXT_K;
}

static az_job_state formula_turn(kiki_run *r, kiki_formula *f, uint32_t k, double seconds,
                                 uint32_t *why) {
  double start = run_stopwatch(r);
  if (!formula_at(r, f, k)) return AZ_JOB_DONE;
  k = formula_copies(f, k);
  if (k > r->result->k) r->result->k = k;
  bool *ask = az_malloc((r->p->check_count + 1) * sizeof *ask);
  memcpy(ask, r->open, r->p->check_count * sizeof *ask);
  az_job_state p = search(r, f, k, seconds, ask, why);
  free(ask);
  formula_count(r, f, start);
  return p;
}

az_job_state base_turn(kiki_run *r, uint32_t k, double seconds) {
  uint32_t why = 0;
  az_job_state p = AZ_JOB_NEXT_K;
  const kiki_formula *f = &r->base;
  assert(!run_is_modular(r)); /* functions of a modular proof start in any state */
  for (uint32_t round = 0; round < 3; round++) {
    f = r->diverges ? &r->base_defined : &r->base;
    p = formula_turn(r, r->diverges ? &r->base_defined : &r->base, k, seconds, &why);
    if (r->result->verdict == AZ_V_FALSE || !r->open_count || p == AZ_JOB_DONE) return AZ_JOB_DONE;
    bool undefined = why >> UNDEFINED & 1u, stricter = undefined && !r->base_defined.defined;
    if (!stricter && (r->diverges || !(undefined || why >> OVERFLOWS & 1u))) break;
    formula_close(r, r->diverges ? &r->base_defined : &r->base);
    r->diverges = true;
    r->base_defined.defined |= undefined;
    r->stuck = false;
  }
  return r->stuck || (p == AZ_JOB_NEXT_K && f->unwound) ? AZ_JOB_DONE : p;
}
