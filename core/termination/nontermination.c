/* Non-termination [kroening2023, sec. 6.3], by proofs of safety [chen2014]: for guessed inputs
 * (input_policy.c), the closed program (closed_program.c) fails a check wherever the program ends,
 * also by undefined behaviour. If no check of it is ever violated, the program runs forever on
 * these inputs. Any domain and strategy serves for that proof; the invariants found are the
 * recurrent set.
 *
 * The proof shows only that no execution of the closed program ends, so over-approximation does no
 * harm; an execution exists, because nothing blocks one (docs/soundness.md, "Non-termination"). */
#include "termination/nontermination.h"
#include "kiki/run.h"
#include "kiki/services.h"
#include "ansatz/clock.h"
#include <assert.h>
#include <stb/stb_ds.h>
#include <string.h>

typedef struct attempt { /* a guess, and the time spent on proofs of it */
  const az_policy *policy;
  bool checked; /* its long run did not end */
  double seconds;
} attempt;

struct az_nontermination {
  const az_program *p;     /* with inputs in place (inputs_in_place.c) */
  az_stmt_origin *origins; /* stb_ds: of its statements */
  az_registry *registry;
  az_stage *stages; /* copies whose mode is kiki */
  size_t stage_count;
  const az_engine_config *options;
  az_arena *arena;
  az_limits limits;
  uint32_t classes;
  az_policies *policies;
  bool no_more;         /* there are no more policies */
  attempt *attempts;    /* stb_ds */
  const char *unproved; /* NULL, or the part of a guess that could not be proved */
  double slice;         /* CPU seconds of the proofs in this turn */
  bool idle;            /* the closed program goes on after some overflows, which decide nothing */
  az_result *result;
};

uint32_t az_nontermination_ends(az_signed_overflow overflow) {
  uint32_t classes = 1u << AZ_C_UNREACH | 1u << AZ_C_DIV_BY_ZERO | 1u << AZ_C_SHIFT |
                     1u << AZ_C_BOUNDS | 1u << AZ_C_CONVERSION | 1u << AZ_C_DEREF | 1u << AZ_C_FREE;
  return overflow == AZ_SO_WRAP ? classes : classes | 1u << AZ_C_OVERFLOW;
}

static az_result *new_result(const az_limits *limits) {
  az_arena *arena = az_arena_new();
  az_result *r = AZ_NEW(arena, az_result);
  r->arena = arena;
  r->limits = *limits;
  r->reason = "";
  return r;
}

az_nontermination *az_nontermination_new(const az_program *p, az_registry *registry,
                                         az_configuration safety, const az_engine_config *options) {
  const az_stage *stages = safety.stages;
  size_t count = safety.count;
  az_arena *arena = az_arena_new();
  az_nontermination *n = AZ_NEW(arena, az_nontermination);
  *n = (az_nontermination){.registry = registry,
                           .stages = AZ_NEWN(arena, az_stage, count + 1),
                           .stage_count = count,
                           .options = options,
                           .arena = arena,
                           .limits = count ? stages[0].limits : az_limits_default(),
                           .classes = az_nontermination_ends(options->overflow)};
  for (size_t i = 0; i < count; i++) {
    n->stages[i] = stages[i];
    n->stages[i].mode = NULL;
    n->stages[i].lemmas = 0;
  }
  n->slice = n->limits.nontermination_first;
  n->result = new_result(&n->limits);
  n->p = az_program_inputs_in_place(p, arena, &n->origins);
  n->policies = az_policies_new(n->p, options->services->executions, arena, n->classes, &n->limits);
  return n;
}

void az_nontermination_free(az_nontermination *n) {
  if (!n) return;
  az_policies_free(n->policies);
  arrfree(n->attempts);
  hmfree(n->origins);
  az_result_free(n->result);
  az_arena_free(n->arena);
}

/* ---- the verdict ----------------------------------------------------------------------------- */

static const char *keep_text(const az_nontermination *n, const char *text) {
  return az_arena_strdup(n->result->arena, text ? text : "");
}

/* Returns, as text, the rule for the input's values; NULL if they are one constant, or a few
 * constants in turn. */
static const char *rule_of(const az_nontermination *n, const az_policy *policy,
                           const az_stmt *stmt) {
  for (size_t i = 0; i < policy->count; i++)
    if (policy->choices[i].stmt == stmt && policy->choices[i].state)
      return keep_text(n, policy->choices[i].text);
  return NULL;
}

/* Keeps the loop, the inputs up to its second iteration, and those of one more iteration. */
static void keep_trace(az_nontermination *n, const az_policy *policy, az_trace *trace,
                       size_t stem) {
  size_t shown = stem;
  assert(stem <= trace->count); /* the stem is a part of the trace */
  struct {
    const az_stmt *key;
    bool value;
  } *seen = NULL;
  for (size_t i = stem; i < trace->count; i++) {
    if (hmgeti(seen, trace->events[i].stmt) >= 0) continue;
    hmput(seen, trace->events[i].stmt, true);
    trace->events[shown] = trace->events[i];
    trace->events[shown].rule = rule_of(n, policy, trace->events[i].stmt);
    shown++;
  }
  hmfree(seen);
  for (size_t i = 0; i < shown; i++) { /* the trace is for the original program */
    ptrdiff_t at = hmgeti(n->origins, trace->events[i].stmt);
    if (at >= 0) trace->events[i].stmt = n->origins[at].value;
  }
  trace->count = shown + 1;
  memmove(trace->events + stem + 1, trace->events + stem, (shown - stem) * sizeof *trace->events);
  const az_function *f = policy->function == AZ_NONE ? NULL : &n->p->functions[policy->function];
  trace->events[stem] =
      (az_event){.kind = AZ_EV_FOREVER, .loc = policy->loc, .function = f ? f->name : "recursion"};
  n->result->trace = trace;
}

static void take_proof(az_nontermination *n, const az_result *proof) {
  az_result *r = n->result;
  assert(proof->verdict == AZ_V_TRUE); /* no check of the closed program fails: it never ends */
  arrsetlen(r->invariants, 0);
  r->k = proof->k;
  r->method = az_arena_printf(r->arena, "closed by %s%s", proof->method ? proof->method : "proof",
                              n->idle ? ", whatever overflows result in" : "");
  r->rests_on = proof->rests_on ? keep_text(n, proof->rests_on) : NULL;
  r->by.stage = proof->by.stage;
  r->by.domain = proof->by.domain ? keep_text(n, proof->by.domain) : NULL;
  r->by.strategy = proof->by.strategy ? keep_text(n, proof->by.strategy) : NULL;
  for (size_t i = 0; i < arrlenu(proof->invariants); i++) {
    const az_invariant *from = &proof->invariants[i];
    az_invariant inv = *from;
    inv.view = keep_text(n, from->view);
    inv.text = keep_text(n, from->text);
    inv.c = from->c ? keep_text(n, from->c) : NULL;
    inv.inexpressible = from->inexpressible ? keep_text(n, from->inexpressible) : NULL;
    inv.objects = NULL; /* these belong to the closed program */
    inv.object_count = 0;
    arrput(r->invariants, inv);
  }
}

static void add_statistics(az_phase_stats *to, const az_phase_stats *from) {
  to->seconds += from->seconds;
  to->calls += from->calls;
  to->steps += from->steps;
  to->clauses += from->clauses;
  to->terms += from->terms;
}

static double clock_of(const az_nontermination *n) {
  return az_clock(az_store_work(n->p->store));
}

/* Returns whether replay refutes the guess: if undefined behaviour ends the run of the compiled
 * program, the proof does not count. */
static bool is_refuted(az_nontermination *n, const az_policy *policy, az_error *err) {
  enum { EVENTS = 20000 };
  size_t stem;
  az_trace *trace = az_policy_trace(n->policies, policy, EVENTS, &stem);
  az_result *r = n->result;
  r->replay = (az_replay){.verdict = AZ_REPLAY_CONFIRMED, .check = AZ_NONE, .note = "not replayed"};
  if (n->options->replay) {
    double start = clock_of(n);
    az_replay_options o = {.work_folder = n->options->work_folder,
                           .classes = n->classes & ~(1u << AZ_C_OVERFLOW),
                           .sandbox = n->options->sandbox,
                           .seconds = n->limits.nontermination_replay,
                           .stop_at_overflow = n->options->overflow != AZ_SO_WRAP && !n->idle};
    r->replay = n->options->services->executions->never_ends(n->p, trace, &o);
    r->native.seconds += clock_of(n) - start;
    r->native.calls++;
    if (r->replay.fault) az_fail(err, AZ_ERR_FAULT, "no replay: %s", r->replay.note);
  }
  bool refuted =
      r->replay.verdict != AZ_REPLAY_CONFIRMED && r->replay.verdict != AZ_REPLAY_IMPOSSIBLE;
  if (refuted) {
    const char *why =
        az_arena_printf(r->arena, "infinite execution not confirmed: %s", r->replay.note);
    arrput(r->unconfirmed, why);
    az_trace_free(trace);
  } else {
    keep_trace(n, policy, trace, stem);
    if (n->options->recurrent_sets && policy->function != AZ_NONE)
      az_recurrent_sets_find(r, policy->function, policy->loop);
  }
  return refuted;
}

/* ---- proofs ---------------------------------------------------------------------------------- */

static az_result *prove(az_nontermination *n, const az_policy *policy, double cpu_end,
                        az_error *err) {
  az_arena *arena = az_arena_new();
  const bool stated = n->options->overflow == AZ_SO_STATED;
  az_program *closed = az_program_close(n->p, arena, n->classes, policy->choices, policy->count,
                                        stated ? &n->idle : NULL);
  if (policy->recursive != AZ_NONE && !az_program_forget_callers(closed, policy->recursive, err)) {
    az_arena_free(arena);
    n->unproved =
        "recursion that passes addresses of locals, or is entered through several functions";
    return NULL;
  }
  az_engine_config o = *n->options;
  o.cpu_end = cpu_end;
  o.replay = false;
  o.head_invariants |= o.recurrent_sets;    /* recurrent sets need rows as C */
  const az_progress *progress = o.progress; /* proofs about closed programs report no progress */
  o.progress = NULL;
  snprintf(n->result->phase, sizeof n->result->phase,
           "a proof that a chosen execution is infinite");
  if (progress) progress->report(progress->ctx, n->p, n->result);
  az_result *proof = az_portfolio_run(closed, n->registry, n->classes,
                                      (az_configuration){n->stages, n->stage_count}, &o, err);
  if (proof) {
    add_statistics(&n->result->base, &proof->base);
    add_statistics(&n->result->step, &proof->step);
    add_statistics(&n->result->domain, &proof->domain);
    n->result->terms = proof->terms;
    az_limits_add_hits(&n->limits, &proof->limits);
    if (proof->verdict == AZ_V_TRUE) take_proof(n, proof);
  }
  /* From here on, no term of the proof names a statement or an object of the closed program. */
  az_arena_free(arena);
  return proof;
}

/* Tries to prove a guess; returns true if the guess is proved, or on an error. */
static bool try_policy(az_nontermination *n, attempt *a, double cpu_end, az_error *err) {
  az_run run;
  if (!a->checked && az_policy_ends(n->policies, a->policy, n->limits.policy_steps_long, &run)) {
    a->policy = NULL;
    return false;
  }
  a->checked = true;
  double start = clock_of(n), end = start + n->slice;
  if (cpu_end > 0 && end > cpu_end) end = cpu_end;
  a->seconds = n->slice;
  az_result *proof = prove(n, a->policy, end, err);
  az_verdict verdict = proof ? proof->verdict : AZ_V_UNKNOWN;
  bool in_vain = proof && !proof->out_of_time && clock_of(n) < start + n->slice / 2;
  bool found =
      proof && err->status == AZ_OK && verdict == AZ_V_TRUE && !is_refuted(n, a->policy, err);
  if (found) n->result->verdict = AZ_V_FALSE;
  if (found && n->options->certify) {
    n->result->inputs = az_policy_inputs(n->p, a->policy, n->result->arena);
    n->result->closed = proof;
  } else {
    az_result_free(proof);
  }
  if (err->status != AZ_OK) return true;
  /* No proof applies, the run ends, replay refuted the guess, or more time would not help. */
  if (!proof || verdict != AZ_V_UNKNOWN || in_vain) a->policy = NULL;
  return n->result->verdict == AZ_V_FALSE;
}

static bool is_over(const az_nontermination *n, double cpu_end) {
  return cpu_end > 0 && clock_of(n) >= cpu_end;
}

/* Searches for guesses for so many seconds, or until there are enough. */
static void guess(az_nontermination *n, double seconds, double cpu_end) {
  double end = clock_of(n) + seconds;
  uint32_t repeat = 0, others = 0;
  if (cpu_end > 0 && end > cpu_end) end = cpu_end;
  for (size_t i = 0; i < arrlenu(n->attempts); i++)
    *(n->attempts[i].policy->repeats ? &repeat : &others) += 1;
  while (!n->no_more && repeat < n->limits.policies_kept) {
    const az_policy *policy = az_policies_next(n->policies, end);
    n->no_more = !policy && clock_of(n) < end;
    if (!policy) break;
    if (!policy->repeats && others++ >= n->limits.policies_kept) continue;
    size_t at = policy->repeats ? repeat++ : arrlenu(n->attempts);
    arrins(n->attempts, at, ((attempt){.policy = policy}));
  }
}

bool az_nontermination_repeats(az_nontermination *n, double cpu_end, az_error *err) {
  guess(n, n->limits.guess_seconds, cpu_end);
  for (size_t i = 0; i < arrlenu(n->attempts) && !is_over(n, cpu_end); i++) {
    attempt *a = &n->attempts[i];
    if (a->policy && a->policy->repeats && try_policy(n, a, cpu_end, err)) break;
  }
  for (size_t i = arrlenu(n->attempts); i-- > 0;)
    if (!n->attempts[i].policy) arrdel(n->attempts, i);
  return n->result->verdict == AZ_V_FALSE;
}

az_nontermination_answer az_nontermination_turn(az_nontermination *n, double cpu_end,
                                                az_error *err) {
  assert(n->result->verdict != AZ_V_FALSE); /* a verdict ends the search */
  guess(n, n->slice, cpu_end);
  for (size_t i = 0; i < arrlenu(n->attempts) && !is_over(n, cpu_end); i++) {
    attempt *a = &n->attempts[i];
    if (!a->policy || a->seconds >= n->slice) continue;
    if (try_policy(n, a, cpu_end, err))
      return n->result->verdict == AZ_V_FALSE ? AZ_NT_FOUND : AZ_NT_DONE;
  }
  for (size_t i = arrlenu(n->attempts); i-- > 0;)
    if (!n->attempts[i].policy) arrdel(n->attempts, i);
  if (is_over(n, cpu_end)) return AZ_NT_OPEN;
  n->slice *= n->limits.nontermination_growth;
  return arrlenu(n->attempts) || !n->no_more ? AZ_NT_OPEN : AZ_NT_DONE;
}

az_result *az_nontermination_result(az_nontermination *n) {
  az_result *r = n->result;
  n->result = NULL;
  r->limits = n->limits;
  if (r->verdict == AZ_V_FALSE) return r;
  r->reason = arrlenu(r->unconfirmed) ? r->unconfirmed[0]
              : n->unproved           ? n->unproved
              : arrlenu(n->attempts)  ? "no execution was proved infinite"
                                      : "no input was found for which an execution is infinite";
  return r;
}
