/* Guess and refute (Houdini [flanagan2001]): computes the conditions that hold in all states of a
 * loop, as the greatest set of them that is inductive under the facts that the solver has. The
 * conditions are rows of a domain of claims like any other, so the synthesis decides where each is
 * assumed and where it must hold, in all copies and instances of a loop (docs/soundness.md 2). */
#include "synth/houdini.h"
#include "ansatz/claims.h"
#include "base/check.h"
#include "synth/synthesis.h"
#include <stb/stb_ds.h>
#include <stdlib.h>

typedef enum verdict { HOLDS = 1, NOT_KNOWN } verdict;
typedef struct answered {
  uint64_t key; /* view and condition */
  verdict value;
} answered;

struct az_houdini {
  const az_cuts *cuts;
  az_limits *limits;
  az_store *s;
  az_arena *arena;
  az_houdini_fact *found; /* stb_ds */
  answered *known;        /* stb_ds */
  az_solver *solver;
  az_instances *instances;
  double deadline;
};

/* A row: a condition over the request's formals. */
typedef struct condition {
  const az_candidate_invariants *of;
  az_subst *subst;
  az_term term;
} condition;

typedef struct binding {
  const condition *c;
  const az_term *values;
  bool missing;
} binding;

/* Binds a formal to the value of its component. Other variables, such as the size of an array, have
 * the same value in all states. */
static void bind_formal(void *ctx, az_term var) {
  binding *b = ctx;
  const az_candidate_invariants *q = b->c->of;
  for (uint32_t i = 0; i < q->formal_count; i++) {
    if (q->formals[i] != var) continue;
    if (b->values[i])
      az_subst_bind(b->c->subst, var, b->values[i]);
    else
      b->missing = true;
  }
}

/* Returns the condition in this state, or AZ_NO_TERM if a component of the state is unknown. */
static az_term about(const condition *c, az_store *s, const az_state *state) {
  az_subst_reset(c->subst);
  binding b = {.c = c, .values = state->values};
  az_free_vars(s, &c->term, 1, bind_formal, &b);
  return b.missing ? AZ_NO_TERM : az_subst_apply(c->subst, c->term);
}

static az_term claim(const az_domain_context *context, const void *data, const az_state *state) {
  return about(data, context->store, state);
}

/* Drops the rows with an unknown component at a proof obligation, before rows are assumed. */
static void leave_out(const az_houdini *a, az_synthesis *s, const az_domain *d, void *value) {
  for (uint32_t r = 0, n = d->ops->row_count(d->self); r < n; r++) {
    uint32_t view = d->ops->row(d->self, r).view;
    const condition *c = az_claims_data(d->self, r);
    size_t obligations, assumed;
    const az_obligation *p = az_synthesis_obligations(s, view, &obligations);
    const az_obligation *q = az_synthesis_assumed(s, view, &assumed);
    bool known = true;
    for (size_t i = 0; i < obligations && known; i++) known = about(c, a->s, &p[i].state);
    for (size_t i = 0; i < assumed && known; i++) known = about(c, a->s, &q[i].state);
    if (!known) d->ops->value_top(d->self, value, r);
  }
}

static bool improve(az_synthesis *s, const az_domain *d, void *value) {
  bool improved = false;
  const az_obligation *obligation;
  for (uint32_t r = 0, n = d->ops->row_count(d->self); r < n; r++)
    while ((obligation = az_synthesis_violated_obligation(s, r, value)) &&
           d->ops->improve(d->self, r, value, az_synthesis_model(s), &obligation->state))
      improved = true;
  return improved;
}

/* Asserts the claims: they hold in real executions, and so wherever rows are assumed. */
static void assert_claims(az_houdini *a, az_synthesis *s, const az_domain *d, const void *value) {
  for (uint32_t r = 0, n = d->ops->row_count(d->self); r < n; r++) {
    if (!az_claims_holds(d->self, r, value)) continue;
    size_t obligations;
    const az_obligation *p = az_synthesis_assumed(s, d->ops->row(d->self, r).view, &obligations);
    for (size_t i = 0; i < obligations; i++) {
      az_term t = az_domain_claim(a->s, d, r, value, &p[i].state);
      t = az_implies(a->s, p[i].condition, t);
      if (!az_is_true(a->s, t)) az_solver_assert(a->solver, az_instances_close(a->instances, t));
    }
  }
}

/* Finds the claims that are inductive together. Returns false if that takes too long. */
static bool find(az_houdini *a, const az_domain *d, void *value) {
  az_synthesis *s = az_synthesis_new(a->cuts, a->solver, d);
  az_synthesis_instantiate(s, a->instances);
  leave_out(a, s, d, value);
  az_answer answer = AZ_SAT;
  for (uint64_t i = 0; answer == AZ_SAT && az_limits_room(a->limits, AZ_LIMIT_houdini_queries, i);
       i++) {
    az_synthesis_assume(s, value);
    az_term any = az_false(a->s);
    for (uint32_t r = 0, n = d->ops->row_count(d->self); r < n; r++)
      any = az_or(a->s, any, az_synthesis_violation(s, r, value));
    answer = az_synthesis_check(s, &any, 1, a->deadline);
    if (answer == AZ_SAT && !improve(s, d, value)) answer = AZ_UNKNOWN;
  }
  if (answer == AZ_UNSAT) assert_claims(a, s, d, value);
  az_synthesis_free(s);
  return answer == AZ_UNSAT;
}

static uint64_t key_of(uint32_t view, az_term term) {
  return (uint64_t)view << 32 | term;
}

/* Replaces the request's formals in the condition by those of the cut point. */
static az_term canonical(const az_houdini *a, const az_candidate_invariants *q, az_term term) {
  az_subst *subst = az_subst_new(a->s);
  uint32_t width = az_cuts_width(a->cuts, q->view);
  for (uint32_t i = 0; i < q->formal_count && i < width; i++)
    if (q->formals[i]) az_subst_bind(subst, q->formals[i], az_cuts_formal(a->cuts, q->view, i));
  az_term over = az_subst_apply(subst, term);
  az_subst_free(subst);
  return over;
}

static void ask(az_houdini *a, const az_domain_context *context, const az_candidate_invariants *q) {
  static const az_domain_ops ops = {AZ_CLAIMS_OPS};
  assert(a->solver && q->formal_count <= az_cuts_width(a->cuts, q->view));
  az_claims *claims = az_claims_new(context);
  az_subst *subst = az_subst_new(a->s);
  uint32_t *of = NULL; /* stb_ds, by row: the index of its condition */
  for (uint32_t i = 0; i < q->count; i++) {
    if (hmgeti(a->known, key_of(q->view, q->conditions[i])) >= 0) continue;
    if (!az_limits_room(a->limits, AZ_LIMIT_houdini_conditions, arrlenu(of))) break;
    condition *c = AZ_NEW(az_claims_arena(claims), condition);
    az_term t = az_handed_over(a->s, q->conditions[i], az_sort_bool(), "the candidate claim '%s'",
                               q->texts[i]);
    *c = (condition){q, subst, t};
    az_claims_add(claims, q->view, claim, c, q->texts[i]);
    hmput(a->known, key_of(q->view, q->conditions[i]), NOT_KNOWN);
    arrput(of, i);
  }
  az_domain d = {.ops = &ops, .self = claims};
  void *value = arrlenu(of) ? ops.value_new(claims) : NULL;
  bool found = value && find(a, &d, value);
  for (uint32_t r = 0; found && r < arrlenu(of); r++) {
    if (!az_claims_holds(claims, r, value)) continue;
    assert(a->known[hmgeti(a->known, key_of(q->view, q->conditions[of[r]]))].value == NOT_KNOWN);
    hmput(a->known, key_of(q->view, q->conditions[of[r]]), HOLDS);
    az_houdini_fact f = {q->view, canonical(a, q, q->conditions[of[r]]),
                         az_arena_strdup(a->arena, q->texts[of[r]])};
    arrput(a->found, f);
  }
  if (value) ops.value_free(claims, value);
  arrfree(of);
  az_subst_free(subst);
  az_claims_close(claims);
}

static void always(const az_domain_context *context, const az_candidate_invariants *q,
                   bool *holds) {
  az_houdini *a = context->always_ctx;
  if (a->solver && az_clock(az_store_work(a->s)) < a->deadline) ask(a, context, q);
  for (uint32_t i = 0; i < q->count; i++) {
    ptrdiff_t at = hmgeti(a->known, key_of(q->view, q->conditions[i]));
    holds[i] = at >= 0 && a->known[at].value == HOLDS;
  }
}

const az_houdini_fact *az_houdini_found(const az_houdini *a, size_t *count) {
  *count = a ? arrlenu(a->found) : 0;
  return a ? a->found : NULL;
}

az_houdini *az_houdini_new(const az_cuts *cuts) {
  az_houdini *a = az_calloc(1, sizeof *a);
  a->cuts = cuts;
  a->s = az_cuts_ssa(cuts)->s;
  a->limits = az_ssa_limits(az_cuts_ssa(cuts));
  a->arena = az_arena_new();
  return a;
}

void az_houdini_free(az_houdini *a) {
  if (!a) return;
  hmfree(a->known);
  arrfree(a->found);
  az_arena_free(a->arena);
  free(a);
}

void az_houdini_begin(az_houdini *a, az_domain_context *context, az_solver *solver,
                      az_instances *instances, double deadline) {
  if (!a) return;
  assert(!a->solver); /* one domain is opened at a time */
  a->solver = solver;
  a->instances = instances;
  a->deadline = deadline;
  context->always_ctx = a;
  context->always = always;
}

void az_houdini_end(az_houdini *a) {
  if (a) a->solver = NULL;
}

void az_houdini_again(az_houdini *a) {
  answered *left = NULL;
  for (size_t i = 0; i < hmlenu(a->known); i++)
    if (a->known[i].value == HOLDS) hmput(left, a->known[i].key, HOLDS);
  hmfree(a->known);
  a->known = left;
}
