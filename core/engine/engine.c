/* The kIkI loop. Each round of k builds the base formula (refute, or prove by full unwinding) and
 * the step formula (prove by k-induction, then with the domain's invariants). Counterexamples are
 * replayed before they count (soundness.md 8, 9). */
#include "engine/engine.h"
#include "engine/invariants.h"
#include "engine/trace_build.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct run {
  const az_program *p;
  az_store *s;
  az_registry *registry;
  const az_engine_config *config;
  uint32_t classes;
  az_ssa_shared *shared;
  az_result *result;
  bool *open; /* by check of the program: asked for and not decided */
  uint32_t open_count;
  bool diverges; /* strict: a wrapping execution violates; only an overflow-free counterexample can
                    decide now */
  bool stuck;    /* the base formula is complete, yet something was not modelled */
  double domain_seconds;
  const char *backend;   /* NULL: the configured one */
  uint32_t step_unknown; /* rounds in which the solver did not answer the step query in time */
  az_ssa *step;          /* grows with k */
  az_solver *step_solver;
  az_mined *mined;                     /* of the step formula */
  size_t step_facts, step_definitions; /* told to the solver so far */
  az_error *err;
} run;

static const char *reason(run *r, const char *format, ...) AZ_PRINTF(2, 3);
static const char *reason(run *r, const char *format, ...) {
  char text[768];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  return az_arena_strdup(r->result->arena, text);
}

static void note(run *r, const char ***list, const char *text) {
  for (size_t i = 0; i < arrlenu(*list); i++) {
    if (!strcmp((*list)[i], text)) return;
  }
  arrput(*list, az_arena_strdup(r->result->arena, text));
}

/* ---- time
 * -------------------------------------------------------------------------------------------------------------------
 */

static double left(const run *r) {
  double end = r->config->cpu_end;
  return end <= 0 ? 1e9 : end - az_cpu();
}

static double deadline_in(double seconds) {
  return az_clock() + seconds;
}

/* The limit counts CPU time, the solver's deadline wall time: on a busy machine the call is
 * resumed. */
static az_answer query(run *r, az_solver *solver, const az_term *assumptions, size_t n,
                       double seconds) {
  double most = left(r) < seconds ? left(r) : seconds, start = az_cpu();
  az_answer answer = AZ_UNKNOWN;
  while (answer == AZ_UNKNOWN) {
    double rest = most - (az_cpu() - start);
    if (rest <= 0.01) break;
    double before = az_cpu();
    answer = az_solver_check(solver, assumptions, n, deadline_in(rest));
    if (answer == AZ_UNKNOWN && az_cpu() - before < rest * 0.05 + 0.001)
      break; /* it will not go on */
  }
  return answer;
}

/* ---- decisions
 * ---------------------------------------------------------------------------------------------------------------
 */

static void decide(run *r, uint32_t check, az_verdict verdict, uint32_t k) {
  for (size_t i = 0; i < r->result->check_count; i++) {
    if (r->result->checks[i].check != check || r->result->checks[i].verdict != AZ_V_UNKNOWN)
      continue;
    r->result->checks[i].verdict = verdict;
    r->result->checks[i].k = k;
  }
  if (r->open[check]) r->open_count--;
  r->open[check] = false;
}

static void decide_all(run *r, uint32_t k, const char *method) {
  for (uint32_t c = 0; c < r->p->check_count; c++) {
    if (r->open[c]) decide(r, c, AZ_V_TRUE, k);
  }
  r->result->k = k;
  r->result->method = method;
}

#define MOST_ACTIVATIONS 5000u /* of one function on a call path */

static az_ssa *build(run *r, az_ssa_mode mode, uint32_t k, az_overflow_mode overflow) {
  az_ssa_config c = {.mode = mode,
                     .k = k,
                     .recursion = k < 3                  ? 3
                                  : k < MOST_ACTIVATIONS ? k + 1
                                                         : MOST_ACTIVATIONS,
                     .classes = r->classes,
                     .overflow = overflow,
                     .record = mode == AZ_SSA_BASE,
                     .limit = 0};
  c.budget = mode == AZ_SSA_BASE ? 20000ull * k * k : 0;
  if (c.budget > 20000000) c.budget = 20000000;
  c.deadline = deadline_in(left(r) * 1.2);
  az_error err = {.status = AZ_OK};
  az_ssa *ssa = az_ssa_build(r->shared, &c, &err);
  if (!ssa) {
    r->result->out_of_time = err.status == AZ_ERR_RESOURCE;
    if (!r->result->reason) r->result->reason = reason(r, "%s", err.message);
    return NULL;
  }
  for (size_t i = 0; i < arrlenu(ssa->causes); i++) note(r, &r->result->causes, ssa->causes[i]);
  r->result->terms = az_store_statistics(r->s).terms;
  return ssa;
}

static az_solver *open_solver(run *r, const az_ssa *ssa, const char *name) {
  az_solver_config c = {.backend = r->backend ? r->backend : r->config->solver,
                        .rebuild_after = 64,
                        .dump_directory = r->config->dump,
                        .name = name};
  az_solver *solver = az_solver_new(r->s, r->registry, &c, r->err);
  if (ssa->config.mode == AZ_SSA_BASE) {
    for (size_t i = 0; solver && i < arrlenu(ssa->facts); i++)
      az_solver_assert(solver, ssa->facts[i]);
  }
  return solver;
}

/* An answer that rests on abstracted floats: is there a back end that takes floats, to ask again?
 * Only where the user named none. */
static bool take_floats(run *r, az_solver *solver) {
  if (!az_solver_abstracted(solver) || r->backend || r->config->solver) return false;
  const az_module *const *modules;
  size_t n = az_registry_list(r->registry, &modules);
  for (size_t i = 0; i < n; i++) {
    if (modules[i]->kind != AZ_MODULE_SOLVER) continue;
    const az_backend_ops *ops = modules[i]->operations;
    if (ops->features & AZ_BACKEND_FLOATS) r->backend = modules[i]->name;
  }
  return r->backend != NULL;
}

static az_overflow_mode normal_overflow(const run *r) {
  return r->config->overflow == AZ_SO_ASSUME ? AZ_OVERFLOW_ASSUME_NONE : AZ_OVERFLOW_WRAP;
}

static void count_solver(az_phase_stats *stats, const az_solver *solver, double start) {
  az_solver_stats s = az_solver_statistics(solver);
  stats->calls += s.calls;
  stats->clauses += s.clauses;
  stats->seconds += az_cpu() - start;
}

/* ---- base
 * ---------------------------------------------------------------------------------------------------------------------
 */

typedef enum found { NOTHING, CONFIRMED, OVERFLOWS, WITHHELD } found;

/* A counterexample in the solver's model: replayed, and kept if confirmed. *check: what it
 * violates. */
static found examine(run *r, const az_ssa *ssa, az_solver *solver, uint32_t k, uint32_t *check) {
  az_trace *trace = az_trace_build(ssa, solver);
  *check = AZ_NONE;
  if (!trace) return WITHHELD;
  *check = trace->events[trace->count - 1].check;
  az_replay replay = {.verdict = AZ_REPLAY_CONFIRMED, .note = "not replayed"};
  bool confirmed = true;
  if (r->config->replay) {
    double start = az_cpu();
    az_replay_options o = {.work_folder = r->config->work_folder,
                           .classes = r->classes,
                           .seconds = left(r) < 5 ? left(r) + 0.5 : 5,
                           .stop_at_overflow = r->config->overflow != AZ_SO_WRAP &&
                                               !(r->classes >> AZ_C_OVERFLOW & 1)};
    replay = az_replay_native(r->p, trace, &o);
    if (replay.verdict == AZ_REPLAY_IMPOSSIBLE) {
      az_replay interpreted = az_replay_interpreted(r->p, trace, &o);
      if (interpreted.verdict != AZ_REPLAY_IMPOSSIBLE) replay = interpreted;
    }
    r->result->native.seconds += az_cpu() - start;
    r->result->native.calls++;
    confirmed = replay.verdict == AZ_REPLAY_CONFIRMED;
  } else if (arrlenu(ssa->causes) || az_solver_abstracted(solver)) { /* nobody looks: only what
                                        depends on nothing approximate may count */
    confirmed = false;
    snprintf(replay.note, sizeof replay.note, "not replayed, and %s is over-approximated",
             arrlenu(ssa->causes) ? ssa->causes[0] : "float arithmetic");
  } else if (r->config->overflow == AZ_SO_STRICT && ssa->config.overflow == AZ_OVERFLOW_WRAP &&
             !(r->classes >> AZ_C_OVERFLOW & 1)) {
    replay.verdict = AZ_REPLAY_OVERFLOW; /* not known: ask for one without overflow */
    confirmed = false;
  }
  if (confirmed) {
    r->result->trace = trace;
    r->result->replay = replay;
    decide(r, *check, AZ_V_FALSE, k);
    r->result->k = k;
    r->result->verdict = AZ_V_FALSE;
    r->result->method = "counterexample";
    return CONFIRMED;
  }
  char where[128];
  if (replay.verdict == AZ_REPLAY_OVERFLOW) {
    note(r, &r->result->withheld,
         reason(r, "depends on signed overflow at %s",
                az_loc_text(r->p, replay.loc, where, sizeof where)));
  } else {
    note(r, &r->result->withheld, reason(r, "counterexample not confirmed: %s", replay.note));
  }
  az_trace_free(trace);
  return replay.verdict == AZ_REPLAY_OVERFLOW ? OVERFLOWS : WITHHELD;
}

static az_term violations(const az_ssa *ssa, const bool *open, bool step) {
  az_term any = az_false(ssa->s);
  for (size_t i = 0; i < arrlenu(ssa->checks); i++) {
    const az_check_instance *c = &ssa->checks[i];
    if (open && !open[c->check]) continue;
    az_term bad = az_and(ssa->s, c->guard, az_not(ssa->s, c->holds));
    if (step) bad = az_and(ssa->s, bad, az_ssa_checked(ssa, c->copies));
    any = az_or(ssa->s, any, bad);
  }
  return any;
}

static az_term escapes(const az_ssa *ssa, bool step) {
  az_term any = az_false(ssa->s);
  for (size_t i = 0; i < arrlenu(ssa->escapes); i++) {
    az_term e = ssa->escapes[i].guard;
    if (step) e = az_and(ssa->s, e, az_ssa_checked(ssa, ssa->escapes[i].copies));
    any = az_or(ssa->s, any, e);
  }
  for (size_t i = 0; i < arrlenu(ssa->frontier); i++) any = az_or(ssa->s, any, ssa->frontier[i]);
  return any;
}

/* Refutes or, when everything is unwound, proves. False: stop (time, error). */
static bool base_round(run *r, uint32_t k, az_overflow_mode overflow, bool *overflowed) {
  double start = az_cpu();
  az_ssa *ssa = build(r, AZ_SSA_BASE, k, overflow);
  if (!ssa) return false;
  az_solver *solver = open_solver(r, ssa, "base");
  if (!solver) {
    az_ssa_free(ssa);
    return false;
  }
  bool *ask = malloc((r->p->check_count + 1) * sizeof *ask);
  memcpy(ask, r->open, r->p->check_count * sizeof *ask);
  bool clean = true, go_on = true;
  for (;;) {
    az_term bad = violations(ssa, ask, false);
    az_answer answer = az_is_false(r->s, bad) ? AZ_UNSAT : query(r, solver, &bad, 1, 1e9);
    if (answer == AZ_UNSAT) break;
    clean = false;
    if (answer == AZ_UNKNOWN) {
      go_on = false;
      break;
    }
    if (take_floats(r, solver)) {
      clean = true;
      count_solver(&r->result->base, solver, az_cpu());
      az_solver_free(solver);
      solver = open_solver(r, ssa, "base");
      if (solver) continue;
      go_on = false;
      break;
    }
    uint32_t check;
    found f = examine(r, ssa, solver, k, &check);
    if (f == CONFIRMED || check == AZ_NONE) {
      go_on = false;
      break;
    }
    if (f == OVERFLOWS) *overflowed = true;
    ask[check] = false; /* look for others */
    if (left(r) <= 0) break;
  }
  bool sure = !(overflow == AZ_OVERFLOW_ASSUME_NONE && r->config->overflow == AZ_SO_STRICT);
  if (!clean && go_on && left(r) > 0 && az_is_false(r->s, escapes(ssa, false))) {
    /* Fully unwound: a larger k is this formula again. What was withheld stays so, the rest never
     * fails first. */
    r->stuck = true;
    for (uint32_t c = 0; sure && c < r->p->check_count; c++) {
      if (r->open[c] && ask[c]) decide(r, c, AZ_V_TRUE, k);
    }
  }
  if (clean && solver && r->open_count) {
    az_term beyond = escapes(ssa, false);
    az_answer answer = az_is_false(r->s, beyond) ? AZ_UNSAT
                       : arrlenu(ssa->frontier) > 0 && k < 2
                           ? AZ_SAT
                           : query(r, solver, &beyond, 1, left(r) * 0.3);
    if (answer == AZ_UNSAT && sure) decide_all(r, k, "full unwinding");
    bool cuts = false;
    for (size_t i = 0; i < arrlenu(ssa->escapes); i++) cuts |= ssa->escapes[i].is_cut;
    if (answer == AZ_SAT && !arrlenu(ssa->frontier) && !cuts && arrlenu(ssa->escapes)) {
      char where[128];
      r->stuck = true;
      if (!r->result->reason)
        r->result->reason = reason(r, "%s at %s", ssa->escapes[0].cause,
                                   az_loc_text(r->p, ssa->escapes[0].loc, where, sizeof where));
    }
  }
  free(ask);
  if (solver) count_solver(&r->result->base, solver, start);
  az_solver_free(solver);
  az_ssa_free(ssa);
  return go_on;
}

/* ---- step
 * ---------------------------------------------------------------------------------------------------------------------
 */

static void close_step(run *r) {
  az_solver_free(r->step_solver);
  az_ssa_free(r->step);
  az_mined_free(r->mined);
  r->mined = NULL;
  r->step = NULL;
  r->step_solver = NULL;
  r->step_facts = r->step_definitions = 0;
}

/* The step formula at k: the last one with more copies, or a new one where that does not fit. */
static bool open_step(run *r, uint32_t k) {
  while (r->step && r->step->config.k < k) {
    r->step->config.deadline = deadline_in(left(r) * 1.2);
    az_error err = {.status = AZ_OK};
    az_status status = az_ssa_extend(r->step, &err);
    if (status == AZ_OK) continue;
    close_step(r);
    if (status != AZ_ERR_UNSUPPORTED) {
      r->result->out_of_time = status == AZ_ERR_RESOURCE;
      return false;
    }
  }
  if (!r->step) {
    r->step = build(r, AZ_SSA_STEP, k, normal_overflow(r));
    if (!r->step) return false;
    r->mined = az_mine(r->step);
    r->step_solver = open_solver(r, r->step, "step");
    if (!r->step_solver) {
      close_step(r);
      return false;
    }
  }
  const az_ssa *ssa = r->step;
  for (; r->step_definitions < arrlenu(ssa->definitions); r->step_definitions++) {
    const az_definition *d = &ssa->definitions[r->step_definitions];
    az_solver_define(r->step_solver, d->var, d->term);
  }
  for (; r->step_facts < arrlenu(ssa->facts); r->step_facts++)
    az_solver_assert(r->step_solver, ssa->facts[r->step_facts]);
  for (size_t i = 0; i < arrlenu(ssa->causes); i++) note(r, &r->result->causes, ssa->causes[i]);
  r->result->terms = az_store_statistics(r->s).terms;
  return true;
}

static bool step_checks(run *r, uint32_t k, bool with_rows, double seconds);

/* Under the bound k. */
static az_answer step_query(run *r, az_term formula, double seconds) {
  az_term assumptions[3];
  az_ssa_bound(r->step, assumptions);
  assumptions[2] = formula;
  return query(r, r->step_solver, assumptions, 3, seconds);
}

/* Which of the open checks hold by the facts that the solver has, invariants among them or not?
 * True: nothing is left open. */
static bool step_checks(run *r, uint32_t k, bool with_rows, double seconds) {
  const az_ssa *ssa = r->step;
  az_solver *solver = r->step_solver;
  az_term escape = escapes(ssa, true);
  if (!az_is_false(r->s, escape)) {
    az_answer answer = step_query(r, escape, seconds);
    if (answer != AZ_UNSAT) {
      if (!r->result->reason && arrlenu(ssa->escapes)) {
        char where[128];
        r->result->reason = reason(r, "%s at %s", ssa->escapes[0].cause,
                                   az_loc_text(r->p, ssa->escapes[0].loc, where, sizeof where));
      }
      return false;
    }
  }
  bool *ask = malloc((r->p->check_count + 1) * sizeof *ask);
  memcpy(ask, r->open, r->p->check_count * sizeof *ask);
  az_answer answer = AZ_SAT;
  while (answer == AZ_SAT) {
    az_term bad = violations(ssa, ask, true);
    answer = az_is_false(r->s, bad) ? AZ_UNSAT : step_query(r, bad, seconds);
    if (answer != AZ_SAT) break;
    if (!with_rows && take_floats(r, solver)) {
      free(ask);
      close_step(r);
      return open_step(r, k) && step_checks(r, k, false, seconds);
    }
    bool dropped = false;
    for (size_t i = 0; i < arrlenu(ssa->checks); i++) {
      const az_check_instance *c = &ssa->checks[i];
      if (!ask[c->check] || az_solver_holds(solver, c->holds) || !az_solver_holds(solver, c->guard))
        continue;
      if (!az_solver_holds(solver, az_ssa_checked(ssa, c->copies))) continue;
      ask[c->check] = false;
      dropped = true;
    }
    if (!dropped) break;
  }
  if (answer == AZ_UNKNOWN) r->step_unknown++;
  if (answer == AZ_UNSAT) {
    for (uint32_t c = 0; c < r->p->check_count; c++) {
      if (r->open[c] && ask[c]) decide(r, c, AZ_V_TRUE, k);
    }
    if (!r->open_count)
      r->result->k = k, r->result->method = with_rows ? "invariants" : "k-induction";
  }
  free(ask);
  return r->open_count == 0;
}

static void keep_invariants(run *r, const az_invariants *got) {
  arrfree(r->result->invariants);
  r->result->invariants = NULL;
  uint32_t rows = az_invariants_rows(got);
  for (uint32_t i = 0; i < rows; i++) {
    const az_site *site;
    char *text = az_invariants_print(got, i, &site);
    if (!text) continue;
    az_invariant inv = {site->loc, az_arena_strdup(r->result->arena, site->name),
                        az_arena_strdup(r->result->arena, text)};
    bool seen = false;
    for (size_t k = 0; k < arrlenu(r->result->invariants); k++) {
      seen |= !strcmp(r->result->invariants[k].site, inv.site) &&
              !strcmp(r->result->invariants[k].text, inv.text);
    }
    if (!seen) arrput(r->result->invariants, inv);
    free(text);
  }
}

static bool step_round(run *r, uint32_t k, const az_form *form) {
  double start = az_cpu();
  az_solver_stats before = {0};
  if (r->step_solver) before = az_solver_statistics(r->step_solver);
  if (!open_step(r, k)) return false;
  bool proved = r->config->mode != AZ_MODE_AI && step_checks(r, k, false, left(r) * 0.25);
  if (!proved && form && left(r) > 0 && arrlenu(r->step->sites)) {
    double most = left(r) * (r->config->mode == AZ_MODE_AI ? 0.9 : form->share * 0.8),
           begin = az_cpu();
    az_invariants *got = az_invariants_find(r->registry, form, r->step, r->mined, r->step_solver,
                                            deadline_in(most), r->err);
    if (got && got->inductive) {
      keep_invariants(r, got);
      step_checks(r, k, true, left(r) * 0.5);
    }
    if (got) r->result->domain.steps += got->steps;
    r->domain_seconds = az_cpu() - begin;
    r->result->domain.seconds += r->domain_seconds;
    az_invariants_free(got);
  }
  az_solver_stats after = az_solver_statistics(r->step_solver);
  r->result->step.calls += after.calls - before.calls;
  r->result->step.clauses = after.clauses;
  r->result->step.seconds += az_cpu() - start;
  return true;
}

/* ---- rounds
 * -------------------------------------------------------------------------------------------------------------------
 */

static uint32_t next_k(uint32_t k) {
  return k < 6 ? k + 1 : k + k / 3;
}

static void rounds(run *r) {
  const az_engine_config *c = r->config;
  bool step_on = c->mode != AZ_MODE_BMC, base_on = c->mode != AZ_MODE_AI;
  double domain_share = 0;
  size_t round = 0;
  for (uint32_t k = 1; r->open_count && (!c->max_unwind || k <= c->max_unwind); k = next_k(k)) {
    r->result->k = k;
    if (base_on) {
      bool overflowed = false, go_on = true;
      if (!r->diverges) go_on = base_round(r, k, normal_overflow(r), &overflowed);
      if (r->result->verdict == AZ_V_FALSE || !r->open_count) return;
      if (overflowed) r->diverges = true;
      if (r->diverges) go_on = base_round(r, k, AZ_OVERFLOW_ASSUME_NONE, &overflowed);
      if (r->result->verdict == AZ_V_FALSE || !r->open_count) return;
      if (r->stuck || r->err->status != AZ_OK) return;
      if (!go_on && left(r) <= 0.02) break;
    }
    if (left(r) <= 0) break;
    if (step_on && r->step_unknown < 2) { /* a larger k would not be easier */
      /* Each form once, then again at larger k as long as they cost little of the time. */
      bool on = c->form_count && c->mode != AZ_MODE_KINDUCTION &&
                (round < c->form_count || domain_share < 0.25);
      const az_form *form = on ? &c->forms[round % c->form_count] : NULL;
      double before = left(r);
      if (!step_round(r, k, form) || r->err->status != AZ_OK) return;
      if (!r->open_count) return;
      if (form) domain_share = r->domain_seconds / (before > 0 ? before : 1);
    }
    round++;
    if (c->mode == AZ_MODE_AI) break;
    if (left(r) <= 0) break;
  }
  if (left(r) <= 0.02) r->result->out_of_time = true;
}

const char *az_verdict_name(az_verdict verdict) {
  return verdict == AZ_V_TRUE ? "true" : verdict == AZ_V_FALSE ? "false" : "unknown";
}

az_result *az_engine_run(const az_program *p, az_registry *registry, uint32_t classes,
                         const az_engine_config *config, az_error *err) {
  az_arena *arena = az_arena_new();
  az_result *result = AZ_NEW(arena, az_result);
  result->arena = arena;
  run r = {.p = p,
           .s = p->store,
           .registry = registry,
           .config = config,
           .classes = classes,
           .result = result,
           .err = err};
  r.open = AZ_NEWN(arena, bool, p->check_count + 1);
  result->checks = AZ_NEWN(arena, az_check_result, p->check_count + 1);
  for (uint32_t c = 0; c < p->check_count; c++) {
    if (!(classes >> p->checks[c].cls & 1)) continue;
    r.open[c] = true;
    r.open_count++;
    result->checks[result->check_count++] = (az_check_result){.check = c};
  }
  r.shared = az_ssa_shared_new(p);
  if (r.open_count) rounds(&r);
  if (result->verdict != AZ_V_FALSE) {
    result->verdict = r.open_count ? AZ_V_UNKNOWN : AZ_V_TRUE;
    if (!r.open_count && !result->method) result->method = "no check can be reached";
  }
  if (result->verdict == AZ_V_UNKNOWN) {
    if (arrlenu(result->withheld))
      result->reason = result->withheld[0];
    else if (result->out_of_time)
      result->reason = "timeout";
    else if (!result->reason)
      result->reason = config->mode == AZ_MODE_AI
                           ? "invariants too weak"
                           : reason(&r, "not decided up to k = %u", result->k);
  } else {
    result->reason = config->overflow == AZ_SO_ASSUME && !(classes >> AZ_C_OVERFLOW & 1)
                         ? "assuming no signed overflow"
                         : "";
  }
  close_step(&r);
  az_ssa_shared_free(r.shared);
  if (err->status != AZ_OK) {
    az_result_free(result);
    return NULL;
  }
  return result;
}

void az_result_free(az_result *result) {
  if (!result) return;
  az_trace_free(result->trace);
  arrfree(result->invariants);
  arrfree(result->withheld);
  arrfree(result->causes);
  az_arena_free(result->arena);
}
