/* Summaries of functions. For recursive functions, claims are guessed (claim_guesses.c) and refuted
 * together, until the rest is inductive over the nesting depth of calls (Houdini, [flanagan2001];
 * summary_program.c). Then follow claims whose constants are found by search (claim_points.c).
 * Summaries of summarised functions are found bottom-up. */
#include "termination/claims.h"
#include "ansatz/clock.h"
#include "ansatz/statement.h"
#include <stb/stb_ds.h>
#include <string.h>

/* ---- refutation ------------------------------------------------------------------------------ */

static az_term assumption(const guesses *g) {
  az_term all = az_true(g->s);
  for (size_t i = 0; i < arrlenu(g->claims); i++)
    all = az_and(g->s, all, g->dropped[i] ? az_not(g->s, g->active[i]) : g->active[i]);
  return all;
}

/* Returns the condition that an execution leaves what is modelled, where claims need not hold. */
static az_term leaves(const az_ssa *ssa) {
  az_term any = az_bool(ssa->s, !az_memory_instance_numbers_suffice(az_ssa_memory(ssa->shared)));
  for (size_t i = 0; i < arrlenu(ssa->unwinding_assertions); i++)
    any = az_or(ssa->s, any,
                az_and(ssa->s, ssa->unwinding_assertions[i].guard,
                       az_ssa_checked(ssa, ssa->unwinding_assertions[i].copies)));
  return any;
}

az_answer claims_ask(const guesses *g, az_solver *solver, const az_ssa *ssa, az_term formula,
                     double cpu_end) {
  if (az_is_false(g->s, formula)) return AZ_UNSAT;
  az_term asked[4];
  az_ssa_bound(ssa, asked);
  asked[2] = assumption(g);
  asked[3] = formula;
  return az_solver_check(solver, asked, 4, cpu_end);
}

az_term claims_fails(const guesses *g, const az_ssa *ssa, const az_check_instance *c) {
  az_term fails = az_and(g->s, c->guard, az_not(g->s, c->holds));
  return az_and(g->s, fails, az_ssa_checked(ssa, c->copies));
}

/* Drops the claims that fail in the model. The execution ends at the first failure, but more claims
 * about the same result may fail. The model says nothing about results of other functions. */
static bool drop(guesses *g, az_solver *solver, const az_ssa *ssa) {
  bool dropped = false, failed = false;
  uint32_t of = AZ_NONE;
  for (size_t i = 0; i < arrlenu(ssa->checks); i++) {
    const az_check_instance *c = &ssa->checks[i];
    uint32_t claim = claims_of(g, c);
    if (g->summary[claim] != of) failed = false;
    of = g->summary[claim];
    failed = failed || (az_solver_holds(solver, c->guard) && !az_solver_holds(solver, c->holds));
    if (!failed || g->dropped[claim] || az_solver_holds(solver, c->holds)) continue;
    g->dropped[claim] = dropped = true;
  }
  return dropped;
}

/* Drops claims until none fails; returns false if that takes too long. */
static bool refute(guesses *g, az_solver *solver, const az_ssa *ssa, double end) {
  for (;;) {
    az_term bad = leaves(ssa);
    for (size_t i = 0; i < arrlenu(ssa->checks); i++) {
      const az_check_instance *c = &ssa->checks[i];
      if (!g->dropped[claims_of(g, c)]) bad = az_or(g->s, bad, claims_fails(g, ssa, c));
    }
    az_answer answer = claims_ask(g, solver, ssa, bad, end);
    if (answer != AZ_SAT) return answer == AZ_UNSAT;
    if (!drop(g, solver, ssa)) return false;
  }
}

/* Drops claims that follow from the others, beginning with the last ones, which have conditions. */
static void thin_out(guesses *g, az_registry *registry, double end) {
  az_error err = {.status = AZ_OK};
  az_solver *solver = az_solver_new(g->s, registry, &(az_solver_config){.name = "summary"}, &err);
  for (size_t i = arrlenu(g->claims); solver && i-- > 0;) {
    if (g->dropped[i]) continue;
    az_term others = az_not(g->s, g->claims[i]);
    for (size_t k = 0; k < arrlenu(g->claims); k++)
      if (k != i && !g->dropped[k]) others = az_and(g->s, others, g->claims[k]);
    g->dropped[i] = az_solver_check(solver, &others, 1, end) == AZ_UNSAT;
  }
  az_solver_free(solver);
}

/* Keeps the claims that were proved. */
static void keep(guesses *g) {
  const az_log *log = az_store_log(g->s);
  size_t at = 0;
  for (size_t i = 0; i < arrlenu(g->summaries); i++) {
    az_summary *of = &g->summaries[i];
    uint32_t kept = 0;
    for (uint32_t k = 0; k < of->claim_count; k++, at++)
      if (!g->dropped[at]) of->claims[kept++] = g->claims[at];
    of->claim_count = kept;
    for (uint32_t k = 0; k < kept && az_log_on(log, AZ_TOPIC_synth); k++) {
      char *text = az_print_c(g->s, of->claims[k], NULL, NULL);
      AZ_LOG(log, synth, "claim", NULL, AZ_TEXT("of", g->p->functions[of->function].name),
             AZ_TEXT("holds", text));
      free(text);
    }
  }
}

/* Returns the time this many seconds from now, at most `end`. */
static double within(const guesses *g, double seconds, double end) {
  double then = az_clock(az_store_work(g->s)) + seconds;
  return then < end ? then : end;
}

bool claims_formula_open(claims_formula *f, const az_program *q, az_registry *registry,
                         const az_solver_config *config, double end, az_error *err) {
  f->limits = az_limits_default();
  f->shared = az_ssa_shared_new(q, NULL, &f->limits);
  const az_ssa_config step = {.mode = AZ_SSA_STEP,
                              .k = 1,
                              .recursion = 1,
                              .classes = 1u << AZ_C_UNREACH,
                              .overflow = AZ_OVERFLOW_WRAP,
                              .deadline = end};
  f->ssa = az_ssa_build(f->shared, &step, err);
  f->solver = f->ssa ? az_solver_new(q->store, registry, config, err) : NULL;
  for (size_t i = 0; f->solver && i < arrlenu(f->ssa->definitions); i++)
    az_solver_define(f->solver, f->ssa->definitions[i].var, f->ssa->definitions[i].term);
  for (size_t i = 0; f->solver && i < arrlenu(f->ssa->facts); i++)
    az_solver_assert(f->solver, f->ssa->facts[i]);
  return f->solver != NULL;
}

void claims_formula_close(claims_formula *f) {
  az_solver_free(f->solver);
  az_ssa_free(f->ssa);
  az_ssa_shared_free(f->shared);
}

az_answer claims_violated(const claims_formula *f, double end) {
  const guesses g = {.s = f->ssa->s};
  az_term bad = leaves(f->ssa);
  for (size_t i = 0; i < arrlenu(f->ssa->checks); i++)
    bad = az_or(g.s, bad, claims_fails(&g, f->ssa, &f->ssa->checks[i]));
  return claims_ask(&g, f->solver, f->ssa, bad, end);
}

/* Proves the guesses in the program of summaries, and then searches for points of the outputs that
 * they do not determine; sets *more to whether there are such outputs. */
static bool prove(guesses *g, az_registry *registry, double end, bool *more) {
  /* Seconds. The search for curves, which decide more than single points, must finish even if
   * everything takes three times as long. */
  const double refuting = 2;
  const double few_points = 2, points = 0.7;
  az_summary *all = claims_all(g, g->summaries);
  const az_program *q = az_program_of_summaries(g->p, all, (uint32_t)arrlenu(all),
                                                (uint32_t)arrlenu(g->known), g->summarised);
  arrfree(all);
  if (!q) return false;
  az_error err = {.status = AZ_OK};
  const az_solver_config config = {.name = "summary"};
  claims_formula f;
  const bool proved = claims_formula_open(&f, q, registry, &config, end, &err) &&
                      refute(g, f.solver, f.ssa, within(g, refuting, end));
  /* Points are found sooner with few claims. */
  if (proved) thin_out(g, registry, end);
  double points_end = within(g, g->search == FEW_POINTS ? few_points : points, end);
  *more = proved && g->values && claims_find_points(g, f.solver, f.ssa, points_end);
  claims_formula_close(&f);
  return proved;
}

/* Suggests the known claims again. */
static void suggest_known(guesses *g) {
  for (uint32_t i = 0; i < arrlenu(g->summaries); i++)
    for (uint32_t k = 0; k < g->summaries[i].claim_count; k++)
      claims_suggest(g, i, g->summaries[i].claims[k]);
}

/* Proves other guesses about the same functions, together with the known and the suggested claims.
 * If that fails, the known claims stay. Returns whether some outputs may be undetermined. */
static bool prove_more(guesses *g, az_registry *registry, claims_kind kind, double end) {
  const size_t bytes = arrlenu(g->summaries) * sizeof *g->summaries;
  az_summary *known = AZ_NEWN(g->p->arena, az_summary, arrlenu(g->summaries));
  memcpy(known, g->summaries, bytes);
  suggest_known(g);
  claims_clear(g);
  claims_guess(g, kind);
  arrsetlen(g->lines, 0);
  arrsetlen(g->line_of, 0);
  bool more, proved = prove(g, registry, end, &more);
  if (proved)
    keep(g);
  else
    memcpy(g->summaries, known, bytes);
  return !proved || more;
}

/* Adds rows to the known claims about functions with undetermined outputs. */
static void prove_rows(guesses *g, az_registry *registry, const az_engine_config *config,
                       double end) {
  const double share = 0.4; /* share of the time left */
  double now = az_clock(az_store_work(g->s));
  claims_find_rows(g, registry, config, now + share * (end - now));
  if (!arrlenu(g->lines)) return;
  g->search = NO_POINTS; /* they are known already */
  prove_more(g, registry, SUGGESTED, end);
}

/* A search for claims. */
typedef struct claim_search {
  guesses *g;
  az_registry *registry;
  const az_engine_config *config; /* NULL: neither contexts nor rows */
  double end;
} claim_search;

/* Finds contexts. Returns whether more claims are needed to prove the checks. */
static bool claims_lack(const claim_search *f) {
  const double share = 0.2; /* share of the time left */
  double now = az_clock(az_store_work(f->g->s));
  return !f->config ||
         !claims_find_contexts(f->g, f->registry, f->config, now + share * (f->end - now));
}

/* Proves claims of this kind together with the known ones, then searches for points. Returns
 * whether some outputs may be undetermined. */
static bool extend(const claim_search *f, claims_kind kind, claims_search points) {
  f->g->search = points;
  return prove_more(f->g, f->registry, kind, f->end);
}

/* Searches for more claims, beginning with those that most programs need and that are found
 * soonest. Points are searched for only beside proved claims, as few claims make the search faster:
 * first a few points, which refute guesses and suggest curves, then points of the outputs that
 * these do not determine. */
static void search_on(const claim_search *f) {
  guesses *g = f->g;
  if (!claims_lack(f) || !extend(f, SUGGESTED, FEW_POINTS)) return;
  if (arrlenu(g->lines) && (!extend(f, SUGGESTED, NO_POINTS) || !claims_lack(f))) return;
  for (claims_kind kind = IN_CONTEXTS; kind <= STEEP_IN_CONTEXTS && arrlenu(g->contexts); kind++)
    if (!extend(f, kind, NO_POINTS) || !claims_lack(f)) return;
  if (!extend(f, SUGGESTED, ALL_POINTS) || !extend(f, ANYWHERE, NO_POINTS)) return;
  if (f->config && claims_lack(f)) prove_rows(g, f->registry, f->config, f->end);
}

az_summary *summaries_named(const az_program *p) {
  guesses g = {.p = p, .s = p->store, .values = true};
  claims_name(&g);
  claims_free(&g);
  return g.summaries;
}

az_summary *summaries_find(const az_program *p, az_registry *registry,
                           const az_engine_config *config, uint32_t classes, bool values,
                           double seconds) {
  guesses g = {.p = p, .s = p->store, .classes = classes, .values = values};
  const claim_search f = {&g, registry, config, az_clock(az_store_work(g.s)) + seconds};
  bool more;
  claims_name(&g);
  claims_guess(&g, ANYWHERE);
  bool proved = arrlenu(g.claims) && prove(&g, registry, f.end, &more);
  if (proved)
    keep(&g);
  else
    arrfree(g.summaries);
  if (proved && more) search_on(&f);
  claims_free(&g);
  return g.summaries;
}

/* Returns whether calls of the function iterate loops, for which claims_ask has no invariants. */
static bool has_loops(const guesses *g, uint32_t function) {
  bool *closure = summaries_closure(g->p, g->summaries, 1), found = false;
  for (uint32_t i = 0; i < g->p->function_count; i++)
    if (closure[i] && (i == function || !g->summarised[i]))
      found = found || g->p->functions[i].loop_count;
  arrfree(closure);
  return found;
}

/* Adds the rows that the engine proves with invariants of loops. Each execution checks only one,
 * arbitrary row, because a check is assumed to hold after it. */
static void prove_in_loops(guesses *g, az_registry *registry, const az_engine_config *config,
                           double end) {
  az_error err = {.status = AZ_OK};
  const uint32_t count = (uint32_t)arrlenu(g->lines), width = 32;
  az_summary *of = &g->summaries[0], *own = NULL;
  az_term which = az_fresh(g->s, az_sort_bv(width), "which"),
          *claims = AZ_NEWN(g->p->arena, az_term, of->claim_count + count + 1);
  memcpy(claims, of->claims, of->claim_count * sizeof *claims);
  arrput(own, *of);
  own->claims = AZ_NEWN(g->p->arena, az_term, count + 1);
  own->claim_count = count;
  for (uint32_t i = 0; i < count; i++)
    own->claims[i] = az_implies(g->s, az_eq_value(g->s, which, i), g->lines[i]);
  az_summary *all = claims_all(g, own);
  const az_program *q = az_program_of_summaries(g->p, all, (uint32_t)arrlenu(all),
                                                (uint32_t)arrlenu(g->known), g->summarised);
  az_services services;
  az_engine_config engine = claims_engine(g, config, &services, end);
  az_result *result = q ? az_engine_run(q, registry, 1u << AZ_C_UNREACH, &engine, &err) : NULL;
  for (size_t i = 0; result && !result->rests_on && i < result->check_count; i++)
    if (result->checks[i].verdict == AZ_V_TRUE)
      claims[of->claim_count++] = g->lines[result->checks[i].check - g->p->check_count];
  of->claims = claims;
  az_result_free(result);
  arrfree(own);
  arrfree(all);
}

/* Finds claims about calls of one summarised function: rows, and guesses that use the program's
 * constants. */
static void summarise(guesses *g, az_registry *registry, const az_engine_config *config,
                      uint32_t function, double end) {
  const double rows = 0.4; /* share of the time */
  double now = az_clock(az_store_work(g->s));
  bool more;
  claims_name_one(g, function);
  g->values = false; /* bounds are as good as values here */
  if (!arrlenu(g->summaries)) return;
  g->few_forms = !has_loops(g, function);
  claims_find_rows(g, registry, config, now + rows * (end - now));
  claims_guess(g, ANYWHERE);
  if (arrlenu(g->claims) && prove(g, registry, end, &more))
    keep(g);
  else
    g->summaries[0].claim_count = 0;
  if (arrlenu(g->lines) && !g->few_forms) prove_in_loops(g, registry, config, end);
}

void summaries_add(const az_program *p, az_registry *registry, const az_engine_config *config,
                   const bool *summarised, az_summary **known, double seconds) {
  double end = az_clock(az_store_work(p->store)) + seconds;
  uint32_t *order = az_callees_first(p), left = 0;
  for (uint32_t i = 0; i < p->function_count; i++) left += summarised[i];
  for (size_t k = 0; k < arrlenu(order); k++) {
    if (!summarised[order[k]] || order[k] == p->entry) continue;
    guesses g = {.p = p, .s = p->store, .values = true, .summarised = summarised, .known = *known};
    double now = az_clock(az_store_work(p->store)), share = 4 * (end - now) / (left-- + 3);
    if (now >= end) break;
    summarise(&g, registry, config, order[k], now + share);
    claims_free(&g);
    if (arrlenu(g.summaries)) arrput(*known, g.summaries[0]);
    arrfree(g.summaries);
  }
  arrfree(order);
}
