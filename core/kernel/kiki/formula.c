/* A formula and its solver, kept while k grows: each new fact is asserted once. */
#include "kiki/schedule.h"
#include "kiki/services.h"
#include "base/check.h"
#include <stb/stb_ds.h>
#include <string.h>

static uint64_t at_most(uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

uint32_t formula_copies(const kiki_formula *f, uint32_t k) {
  if (!f->unwinding) return k; /* bound k has depth k + 1 of recursion, see recursion_at */
  uint32_t copies = az_unwinding_deepest(f->unwinding);
  return f->deeper && f->deeper + 2 > copies ? f->deeper + 2 : copies;
}

/* Returns the number of statements after which iterations that are certain (ssa.h) are no longer
 * followed. It is at most a multiple of `executed`, the statements executed before this turn of
 * base: iterations may become certain late, for example under guards that no execution satisfies,
 * and other jobs need turns in between. */
static uint64_t budget(const kiki_run *r, const kiki_formula *f, uint32_t k, uint64_t executed) {
  enum { GROWTH = 4, LEAST = 1000 };
  if (f->mode != AZ_SSA_BASE) return 0;
  uint64_t copies = formula_copies(f, k), squared = copies * copies,
           most = r->limits.certain_statements_in_all, first = r->limits.certain_statements;
  uint64_t grown = LEAST + GROWTH * (f->ssa ? executed : most);
  return at_most(squared < most ? at_most(first * squared, most) : most, grown);
}

/* Notes the limits that kept the formula from describing more executions. */
static void note_limits(kiki_run *r, const kiki_formula *f) {
  const az_ssa *ssa = f->ssa;
  bool cut = false;
  for (size_t i = 0; i < arrlenu(ssa->unwinding_assertions); i++)
    cut |= ssa->unwinding_assertions[i].is_cut;
  if (cut && ssa->config.recursion == r->limits.activations)
    az_limits_hit(&r->limits, AZ_LIMIT_activations);
  uint64_t most = r->limits.certain_statements_in_all;
  if (arrlenu(ssa->frontier) && ssa->config.budget == most && ssa->executed >= most)
    az_limits_hit(&r->limits, AZ_LIMIT_certain_statements_in_all);
}

static uint32_t most_recursion(const kiki_run *r) {
  uint32_t k = r->config->max_unwind;
  return (uint32_t)at_most(!k ? UINT32_MAX : k < 3 ? 3 : k + 1, r->limits.activations);
}

/* Returns the number of activations of one function on a call path. */
static uint32_t recursion_at(const kiki_run *r, const kiki_formula *f, uint32_t k) {
  uint32_t depth = f->unwinding ? 3 + f->deeper : k < 3 ? 3 : k + 1;
  return (uint32_t)at_most(depth, r->limits.activations);
}

static bool build(kiki_run *r, kiki_formula *f, uint32_t k) {
  assert(!f->solver && !f->cuts && !f->instances); /* the last formula was closed as a whole */
  /* Mode ai shows the invariants of all loops; a certificate names a loop by its head. */
  const bool all_heads = r->config->mode == AZ_MODE_AI || r->config->certify;
  az_ssa_config c = {.mode = f->mode,
                     .k = k,
                     .unwinding = f->unwinding,
                     .recursion = recursion_at(r, f, k),
                     .classes = r->classes,
                     .overflow = f->overflow,
                     .defined = f->defined,
                     .in_line = all_heads ? 0 : r->limits.certain_statements / 8,
                     .record = f->mode == AZ_SSA_BASE || schedule_keeps_records(r),
                     .budget = budget(r, f, k, 0),
                     .deadline = schedule_build(r)};
  az_error err = {.status = AZ_OK};
  f->ssa = az_ssa_build(f->mode == AZ_SSA_STEP ? r->step_shared : r->shared, &c, &err);
  f->built = k;
  if (f->ssa) return true;
  r->result->out_of_time = err.status == AZ_ERR_RESOURCE;
  if (!r->result->reason) r->result->reason = run_text(r, "%s", err.message);
  return false;
}

/* Returns whether a further copy can be appended; deeper recursion needs a new formula. */
static bool can_extend(const kiki_formula *f) {
  for (size_t i = 0; i < arrlenu(f->ssa->unwinding_assertions); i++)
    if (f->mode == AZ_SSA_BASE && f->ssa->unwinding_assertions[i].is_cut) return false;
  return true;
}

static bool open_solver(kiki_run *r, kiki_formula *f) {
  assert(f->ssa && !f->solver); /* a formula has one solver */
  az_solver_config c = {.backend = r->backend ? r->backend : r->config->solver,
                        .rebuild_after = (uint32_t)r->limits.retired_groups,
                        .dump_directory = r->config->dump,
                        .name = f->name,
                        .proofs = r->config->proofs};
  f->solver = az_solver_new(r->s, r->registry, &c, r->err);
  f->facts = f->axioms = f->definitions = f->readings = 0;
  f->calls = 0;
  f->opened++;
  return f->solver != NULL;
}

static void assert_new(kiki_formula *f) {
  const az_ssa *ssa = f->ssa;
  assert(f->definitions <= arrlenu(ssa->definitions)); /* a formula is only appended to */
  assert(f->facts <= arrlenu(ssa->facts) && f->axioms <= arrlenu(ssa->axioms));
  for (; f->definitions < arrlenu(ssa->definitions); f->definitions++) {
    const az_definition *d = &ssa->definitions[f->definitions];
    az_solver_define(f->solver, d->var, d->term);
  }
  for (; f->facts < arrlenu(ssa->facts); f->facts++)
    az_solver_assert(f->solver, ssa->facts[f->facts]);
  for (; f->has_axioms && f->axioms < arrlenu(ssa->axioms); f->axioms++)
    az_solver_assert(f->solver, ssa->axioms[f->axioms]);
}

/* Forgets the rows: a formula that is built anew has other variables. Facts stay asserted. */
static void forget_rows(kiki_run *r) {
  /* There is one finding for each search, so at least one for each element of `rows`. */
  assert(arrlenu(r->known.rows) <= arrlenu(r->known.findings));
  for (size_t i = 0; i < arrlenu(r->known.rows); i++) az_invariants_free(r->known.rows[i]);
  for (size_t i = 0; i < arrlenu(r->known.ranked); i++) r->known.ranked[i].by = NULL;
  arrfree(r->known.rows);
  arrfree(r->known.findings);
  (void)az_houdini_found(r->houdini, &r->known.facts_before);
  r->known.proof_goes_on = false;
}

/* Frees the data that is expressed over the formula's variables. */
static void forget_sources(kiki_run *r) {
  az_houdini_free(r->houdini);
  az_sources_free(r->sources);
  r->houdini = NULL;
  r->sources = NULL;
  r->known.facts_before = 0;
}

/* Fails if the dump could not be written: an incomplete dump must not pass for a complete one. */
static void require_dump(kiki_run *r, const kiki_formula *f) {
  int failed = f->solver ? az_solver_dump_errno(f->solver) : 0;
  if (failed)
    az_fail(r->err, AZ_ERR_RESOURCE, "--dump: cannot write to %s: %s", r->config->dump,
            strerror(failed));
}

static void close_solver(kiki_run *r, kiki_formula *f) {
  require_dump(r, f);
  az_solver_free(f->solver);
  f->solver = NULL;
}

void formula_close(kiki_run *r, kiki_formula *f) {
  if (f == &r->step) {
    forget_rows(r);
    forget_sources(r);
  }
  az_instances_free(f->instances);
  f->instances = NULL;
  close_solver(r, f);
  az_cuts_free(f->cuts);
  f->cuts = NULL;
  az_ssa_free(f->ssa);
  f->ssa = NULL;
}

/* Returns the loop that gets the next copy if loops are unwound one by one; AZ_NONE if no loop
 * below the maximum number of copies can iterate again. */
static uint32_t loop_to_unwind(kiki_run *r, kiki_formula *f) {
  assert(f->unwinding && f->mode == AZ_SSA_BASE); /* single loops are unwound in the base case */
  for (;;) {
    uint32_t loop = az_ssa_next_loop(f->ssa, r->config->max_unwind);
    if (loop == AZ_NONE || !f->solver) return loop;
    if (formula_query(r, f, az_ssa_goes_on(f->ssa, loop), schedule_unwound(r),
                      "another iteration") != AZ_UNSAT)
      return loop;
    az_ssa_note_complete(f->ssa, loop);
  }
}

bool formula_at(kiki_run *r, kiki_formula *f, uint32_t k) {
  uint32_t loop = AZ_NONE;
  assert(k > 0);
  if (f->unwinding && f->ssa && f->ssa->config.k < k) {
    loop = loop_to_unwind(r, f);
    bool deeper = loop == AZ_NONE && !can_extend(f) && f->ssa->config.recursion < most_recursion(r);
    f->unwound = loop == AZ_NONE && !deeper;
    if (f->unwound) return true;
    f->deeper += deeper;
    if (loop != AZ_NONE) az_ssa_note_copy(f->ssa, loop);
  }
  if (f->ssa && f->ssa->config.k != k &&
      (!r->switches.incremental || f->ssa->config.k > k || (loop == AZ_NONE && !can_extend(f)) ||
       (!f->ssa->config.record && schedule_keeps_records(r))))
    formula_close(r, f);
  uint64_t executed = f->ssa ? f->ssa->executed : 0;
  while (f->ssa && f->ssa->config.k < k) {
    f->ssa->config.deadline = schedule_build(r);
    f->ssa->config.budget = budget(r, f, f->ssa->config.k + 1, executed);
    az_error err = {.status = AZ_OK};
    az_status status =
        f->unwinding ? az_ssa_extend_loop(f->ssa, loop, &err) : az_ssa_extend(f->ssa, &err);
    if (f->unwinding) f->ssa->config.k = k;
    if (status == AZ_OK) continue;
    formula_close(r, f);
    if (status == AZ_ERR_UNSUPPORTED) break;
    r->result->out_of_time = status == AZ_ERR_RESOURCE;
    return false;
  }
  bool anew = !f->ssa;
  if (anew && !build(r, f, k)) return false;
  assert(f->ssa->config.k == k && f->built <= k); /* the formula was built at k or extended to k */
  note_limits(r, f);
  if (f->mode == AZ_SSA_STEP && anew) {
    f->cuts = az_cuts_new(f->ssa, r->observers);
    r->houdini = az_houdini_new(f->cuts);
    r->sources = az_sources_new(r->services->sources, f->cuts, r->registry, &r->switches);
  } else if (f->cuts) {
    az_cuts_update(f->cuts);
  }
  if (!f->solver && !open_solver(r, f)) return false;
  assert_new(f);
  formula_assert_readings(r, f);
  if (f->mode == AZ_SSA_STEP && r->switches.instantiation && !f->instances)
    f->instances = az_instances_new(f->cuts);
  if (f->instances) {
    az_instances_update(f->instances);
    az_instances_assert(f->instances, f->solver);
  }
  for (size_t i = 0; f == &r->step && i < arrlenu(r->known.rows); i++)
    az_invariants_assert(r->known.rows[i], f->instances, f->solver);
  for (size_t i = 0; i < arrlenu(f->ssa->causes); i++)
    run_note(r, &r->result->causes, run_place(r, f->ssa->causes[i].cause, f->ssa->causes[i].loc));
  return true;
}

bool formula_reopen(kiki_run *r, kiki_formula *f) {
  formula_count(r, f, run_stopwatch(r));
  if (f == &r->step) forget_rows(r);
  close_solver(r, f);
  az_instances_drop(f->instances);
  if (!open_solver(r, f)) return false;
  assert_new(f);
  formula_assert_readings(r, f);
  return true;
}

az_answer formula_query(kiki_run *r, kiki_formula *f, az_term claim, double seconds,
                        const char *purpose) {
  assert(f->ssa && f->solver && az_sort_of(r->s, claim) == az_sort_bool());
  if (az_is_false(r->s, claim)) {
    AZ_LOG(az_store_log(r->s), solver, "constant", f->name, AZ_TEXT("by", "kiki"),
           AZ_TEXT("for", purpose), AZ_TEXT("answer", "unsat"));
    return AZ_UNSAT;
  }
  az_term assumptions[3];
  az_ssa_bound(f->ssa, assumptions);
  assumptions[2] = claim;
  const double most = run_left(r) < seconds ? run_left(r) : seconds, begin = run_stopwatch(r);
  if (!schedule_allows_query(r, most)) return AZ_UNKNOWN;
  az_solver_purpose(f->solver, "kiki", purpose);
  const az_answer answer = az_solver_check(f->solver, assumptions, 3, run_clock(r) + most);
  f->stats->solving += run_stopwatch(r) - begin;
  require_dump(r, f);
  if (answer == AZ_SAT) r->abstracted |= az_solver_abstracted(f->solver);
  return answer;
}

az_term formula_holds(const kiki_formula *f, const az_check_instance *check) {
  return f->has_axioms && check->supported ? check->supported : check->holds;
}

void formula_assert_axioms(kiki_formula *f) {
  assert(f->mode == AZ_SSA_STEP); /* executions from the start need no axioms */
  f->has_axioms = true;
  assert_new(f);
}

void formula_assert_readings(kiki_run *r, kiki_formula *f) {
  for (; f->readings < arrlenu(f->ssa->readings); f->readings++)
    for (size_t i = 0; i < arrlenu(r->readings); i++)
      if (!strcmp(r->readings[i], f->ssa->readings[f->readings].text))
        az_solver_assert(f->solver, f->ssa->readings[f->readings].fact);
}

az_term formula_violations(const kiki_formula *f, const bool *open) {
  const az_ssa *ssa = f->ssa;
  az_term any = az_false(ssa->s);
  for (size_t i = 0; i < arrlenu(ssa->checks); i++) {
    const az_check_instance *c = &ssa->checks[i];
    if (!open[c->check]) continue;
    az_term bad = az_and(ssa->s, c->guard, az_not(ssa->s, formula_holds(f, c)));
    any = az_or(ssa->s, any, az_and(ssa->s, bad, az_ssa_checked(ssa, c->copies)));
  }
  return any;
}

az_term formula_incomplete(const kiki_formula *f) {
  const az_ssa *ssa = f->ssa;
  az_term any = az_false(ssa->s);
  if (f->mode == AZ_SSA_STEP && !az_memory_instance_numbers_suffice(az_ssa_memory(ssa->shared)))
    return az_true(ssa->s); /* leaves out states with more objects than instance numbers */
  for (size_t i = 0; i < arrlenu(ssa->unwinding_assertions); i++) {
    az_term e = az_and(ssa->s, ssa->unwinding_assertions[i].guard,
                       az_ssa_checked(ssa, ssa->unwinding_assertions[i].copies));
    any = az_or(ssa->s, any, e);
  }
  for (size_t i = 0; i < arrlenu(ssa->frontier); i++) any = az_or(ssa->s, any, ssa->frontier[i]);
  return any;
}

void formula_count(const kiki_run *r, kiki_formula *f, double start) {
  f->stats->seconds += run_stopwatch(r) - start;
  if (!f->solver) return;
  az_solver_stats s = az_solver_statistics(f->solver);
  assert(s.calls >= f->calls); /* each call is counted once */
  f->stats->calls += s.calls - f->calls;
  f->stats->clauses = s.clauses;
  f->stats->variables = s.variables;
  f->stats->clauses_of_calls += s.clauses * (s.calls - f->calls);
  f->calls = s.calls;
}
