/* Summaries of recursive functions: bounds of the result, by constants and by arguments, also under
 * the condition that an argument is above or below a constant, and equations with sums and
 * differences of arguments, modulo the result's width or modulo 2. Claims are guessed from the
 * constants of the program, and refuted together until the rest is inductive over the nesting depth
 * of calls (Houdini, [flanagan2001]; core/termination/summary_program.c). */
#include "ansatz/statement.h"
#include "termination/summaries.h"
#include "ansatz/solver.h"
#include "ssa/ssa.h"
#include <stb/stb_ds.h>

enum { OWN = 6, CONSTANTS = 12, CLAIMS = 1500, LARGEST = 1000 };

typedef struct guesses {
  const az_program *p;
  az_store *s;
  az_summary *summaries; /* stb_ds; the claims are guarded by their switches */
  az_term *claims;       /* stb_ds: of all summaries */
  az_term *active;       /* stb_ds, by claim: a variable */
  bool *dropped;         /* stb_ds, by claim */
  uint32_t *function;    /* stb_ds, by claim */
  bool values;           /* the values of results matter, not only their bounds */
  uint32_t guessing;     /* the function whose claims are guessed */
  uint32_t width;        /* width in which the claims of the function compare */
} guesses;

/* ---- constants ------------------------------------------------------------------------------- */

typedef struct constants {
  int64_t value[CONSTANTS];
  uint32_t count, most;
} constants;

static void add_constant(constants *c, int64_t value) {
  if (value > LARGEST || value < -LARGEST || c->count == c->most) return;
  for (uint32_t i = 0; i < c->count; i++)
    if (c->value[i] == value) return;
  c->value[c->count++] = value;
}

static void scan(const az_store *s, az_term t, constants *c, uint32_t depth) {
  az_wide value;
  if (!t || depth > 12) return;
  if (az_is_const(s, t)) {
    if (az_sort_kind_of(az_sort_of(s, t)) == AZ_SORT_BV && az_sort_width(az_sort_of(s, t)) <= 64 &&
        az_const_wide(s, t, true, &value))
      add_constant(c, (int64_t)value);
    return;
  }
  for (uint32_t i = 0; i < az_arity(s, t); i++) scan(s, az_operand(s, t, i), c, depth + 1);
}

static void scan_function(const az_program *p, const az_function *f, constants *c) {
  for (uint32_t b = 0; b < f->block_count; b++) {
    const az_block *block = &f->blocks[b];
    scan(p->store, block->condition, c, 0);
    scan(p->store, block->value, c, 0);
  }
  for (az_stmts i = az_stmts_in(f); az_stmts_next(&i);)
    if (i.stmt->kind == AZ_S_STORE) scan(p->store, i.stmt->value, c, 0);
}

/* Returns the function's own constants, by which it distinguishes cases. */
static constants constants_of(const az_program *p, const az_function *f) {
  constants c = {.value = {0, 1}, .count = 2, .most = OWN};
  scan_function(p, f, &c);
  return c;
}

static bool calls(const az_function *caller, uint32_t function) {
  for (az_stmts i = az_stmts_in(caller); az_stmts_next(&i);)
    if (az_direct_callee(i.stmt) == function) return true;
  return false;
}

/* Returns these constants and those that its result may be compared with where the recursion is
 * called. */
static constants with_others(const az_program *p, const constants *own, uint32_t function) {
  constants c = *own;
  c.most = CONSTANTS;
  for (uint32_t i = 0; i < p->function_count; i++)
    if (i != function && calls(&p->functions[i], function)) scan_function(p, &p->functions[i], &c);
  return c;
}

/* ---- guesses --------------------------------------------------------------------------------- */

static bool is_integer(const az_program *p, az_type type) {
  const az_type_info *t = &p->types[type];
  return t->kind == AZ_T_INT && !t->is_bool && t->width <= 64 && t->sort == az_sort_bv(t->width);
}

/* Returns the value, in a width in which sums with small constants do not wrap. */
static az_term wide(const guesses *g, az_term t, az_type type) {
  return az_resize(g->s, t, g->width, g->p->types[type].is_signed);
}

static az_term number(const guesses *g, int64_t value) {
  return az_bv_signed(g->s, g->width, value);
}

static void guess(guesses *g, az_term claim) {
  if (az_is_const(g->s, claim) || arrlenu(g->claims) >= CLAIMS) return;
  az_term active = az_fresh(g->s, az_sort_bool(), "claim");
  arrput(g->claims, claim);
  arrput(g->active, active);
  arrput(g->dropped, false);
  arrput(g->function, g->guessing);
}

static void guess_bounds(guesses *g, az_term guard, az_term result, az_term base,
                         const constants *c) {
  for (uint32_t i = 0; i < c->count; i++)
    for (int sign = 1; sign >= -1; sign -= 2) {
      if (sign < 0 && c->value[i] == 0) continue;
      az_term bound = az_bv_add(g->s, base, number(g, sign * c->value[i]));
      guess(g, az_implies(g->s, guard, az_bv_sle(g->s, bound, result)));
      guess(g, az_implies(g->s, guard, az_bv_sle(g->s, result, bound)));
    }
}

/* Guesses equations between the result and sums or differences of one or two arguments, up to a
 * constant. */
static void guess_equations(guesses *g, const az_term *terms, uint32_t count, az_term result,
                            const constants *c) {
  az_store *s = g->s;
  az_sort sort = az_sort_of(s, result);
  uint32_t width = az_sort_width(sort);
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t j = i; j < count; j++)
      for (uint32_t signs = 0; signs < (i == j ? 2u : 4u); signs++) {
        az_term sum = signs & 1 ? az_bv_neg(s, terms[i]) : terms[i];
        if (j > i) sum = signs & 2 ? az_bv_sub(s, sum, terms[j]) : az_bv_add(s, sum, terms[j]);
        az_term rest = az_bv_sub(s, result, sum);
        for (uint32_t k = 0; k < c->count; k++)
          for (int sign = 1; sign >= -1; sign -= 2)
            if (sign > 0 || c->value[k])
              guess(g, az_eq(s, rest, az_bv_signed(s, width, sign * c->value[k])));
        if (signs) continue; /* signs do not matter modulo 2 */
        az_term odd = az_eq_value(s, az_extract(s, rest, 0, 0), 1);
        guess(g, odd);
        guess(g, az_not(s, odd));
      }
}

static void guess_of(guesses *g, uint32_t function) {
  const az_program *p = g->p;
  const az_function *f = &p->functions[function];
  if (!f->has_body || !f->recursive || f->is_variadic || !is_integer(p, f->result_type)) return;
  enum {
    ROOM = 12,
    MOST = 6
  }; /* bits for a sign and for sums with small constants; number of arguments */
  constants own = constants_of(p, f), all = g->values ? with_others(p, &own, function) : own;
  az_term narrow[MOST], arguments[MOST];
  uint32_t count = 0;
  g->width = p->types[f->result_type].width + ROOM;
  for (uint32_t i = 0; i < f->param_count; i++) {
    az_type type = p->objects[f->params[i]].type;
    if (is_integer(p, type) && p->types[type].width + ROOM > g->width)
      g->width = p->types[type].width + ROOM;
  }
  az_summary of = {.function = function};
  of.params = AZ_NEWN(p->arena, az_term, f->param_count + 1);
  of.result = az_fresh(g->s, p->types[f->result_type].sort, "result");
  az_term result = wide(g, of.result, f->result_type), always = az_true(g->s);
  for (uint32_t i = 0; i < f->param_count && count < MOST; i++) {
    az_type type = p->objects[f->params[i]].type;
    if (!is_integer(p, type)) continue;
    of.params[i] = az_fresh(g->s, p->types[type].sort, "argument");
    arguments[count] = wide(g, of.params[i], type);
    narrow[count++] =
        az_resize(g->s, of.params[i], p->types[f->result_type].width, p->types[type].is_signed);
  }
  size_t before = arrlenu(g->claims);
  g->guessing = function;
  guess_bounds(g, always, result, number(g, 0), &all);
  for (uint32_t i = 0; i < count; i++) guess_bounds(g, always, result, arguments[i], &own);
  if (g->values) guess_equations(g, narrow, count, of.result, &own);
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < own.count; k++) {
      az_term below = az_bv_sle(g->s, arguments[i], number(g, own.value[k]));
      const az_term zero = number(g, 0);
      guess_bounds(g, below, result, zero, &all);
      guess_bounds(g, below, result, arguments[i], &own);
      const az_term above = az_not(g->s, below);
      guess_bounds(g, above, result, zero, &all);
      guess_bounds(g, above, result, arguments[i], &own);
    }
  of.claim_count = (uint32_t)(arrlenu(g->claims) - before);
  of.claims = AZ_NEWN(p->arena, az_term, of.claim_count + 1);
  for (uint32_t k = 0; k < of.claim_count; k++)
    of.claims[k] = az_implies(g->s, g->active[before + k], g->claims[before + k]);
  if (of.claim_count) arrput(g->summaries, of);
}

/* ---- refutation ------------------------------------------------------------------------------ */

static az_term assumption(const guesses *g) {
  az_term all = az_true(g->s);
  for (size_t i = 0; i < arrlenu(g->claims); i++)
    all = az_and(g->s, all, g->dropped[i] ? az_not(g->s, g->active[i]) : g->active[i]);
  return all;
}

/* Returns the condition that an execution leaves what is modelled; the claims are not about such
 * executions. */
static az_term leaves(const az_ssa *ssa) {
  az_term any = az_bool(ssa->s, !az_memory_identities_suffice(az_ssa_memory(ssa->shared)));
  for (size_t i = 0; i < arrlenu(ssa->escapes); i++)
    any = az_or(ssa->s, any,
                az_and(ssa->s, ssa->escapes[i].guard, az_ssa_checked(ssa, ssa->escapes[i].copies)));
  return any;
}

/* Returns the deadline after so many seconds of CPU time, for a process that may have to share its
 * processor. */
static double clock_in(const guesses *g, double seconds) {
  const double pace = 4;
  return az_clock(az_store_work(g->s)) + pace * seconds;
}

static az_answer ask(const guesses *g, az_solver *solver, const az_ssa *ssa, az_term claim,
                     double end) {
  if (az_is_false(g->s, claim)) return AZ_UNSAT;
  double left = end - az_cpu(az_store_work(g->s));
  if (left <= 0) return AZ_UNKNOWN;
  az_term asked[4];
  az_ssa_bound(ssa, asked);
  asked[2] = assumption(g);
  asked[3] = claim;
  return az_solver_check(solver, asked, 4, clock_in(g, left));
}

/* Returns the claim of a check: the checks of claims follow those of the program, which are not
 * decided here. */
static uint32_t claim_of(const guesses *g, const az_check_instance *c) {
  return c->check - g->p->check_count;
}

/* Drops the claims that fail in the model: the execution ends at the first one, but others about
 * the same result may fail, too. The model says nothing of the results of other functions. */
static bool drop(guesses *g, az_solver *solver, const az_ssa *ssa) {
  bool dropped = false, failed = false;
  uint32_t function = AZ_NONE;
  for (size_t i = 0; i < arrlenu(ssa->checks); i++) {
    const az_check_instance *c = &ssa->checks[i];
    uint32_t claim = claim_of(g, c);
    if (g->function[claim] != function) failed = false;
    function = g->function[claim];
    failed = failed || (az_solver_holds(solver, c->guard) && !az_solver_holds(solver, c->holds));
    if (!failed || g->dropped[claim] || az_solver_holds(solver, c->holds)) continue;
    g->dropped[claim] = dropped = true;
  }
  return dropped;
}

/* Drops claims until none fails; returns false if that took too long. */
static bool refute(guesses *g, az_solver *solver, const az_ssa *ssa, double end) {
  for (;;) {
    az_term bad = leaves(ssa);
    for (size_t i = 0; i < arrlenu(ssa->checks); i++) {
      const az_check_instance *c = &ssa->checks[i];
      if (g->dropped[claim_of(g, c)]) continue;
      az_term fails = az_and(g->s, c->guard, az_not(g->s, c->holds));
      bad = az_or(g->s, bad, az_and(g->s, fails, az_ssa_checked(ssa, c->copies)));
    }
    az_answer answer = ask(g, solver, ssa, bad, end);
    if (answer != AZ_SAT) return answer == AZ_UNSAT;
    if (!drop(g, solver, ssa)) return false;
  }
}

/* Drops claims that follow from the others. Those under conditions come last. */
static void thin_out(guesses *g, az_solver *solver, double end) {
  for (size_t i = arrlenu(g->claims); i-- > 0;) {
    if (g->dropped[i]) continue;
    az_term others = az_not(g->s, g->claims[i]);
    for (size_t k = 0; k < arrlenu(g->claims); k++)
      if (k != i && !g->dropped[k]) others = az_and(g->s, others, g->claims[k]);
    double left = end - az_cpu(az_store_work(g->s));
    if (left <= 0 || az_solver_check(solver, &others, 1, clock_in(g, left)) != AZ_UNSAT) continue;
    g->dropped[i] = true;
  }
}

static void keep(guesses *g) {
  size_t at = 0;
  for (size_t i = 0; i < arrlenu(g->summaries); i++) {
    az_summary *of = &g->summaries[i];
    uint32_t kept = 0;
    for (uint32_t k = 0; k < of->claim_count; k++, at++)
      if (!g->dropped[at]) of->claims[kept++] = g->claims[at];
    of->claim_count = kept;
  }
}

static bool prove(guesses *g, az_registry *registry, double end) {
  const az_program *q =
      az_program_of_summaries(g->p, g->summaries, (uint32_t)arrlenu(g->summaries));
  if (!q) return false;
  az_error err = {.status = AZ_OK};
  az_limits limits = az_limits_default();
  az_ssa_shared *shared = az_ssa_shared_new(q, NULL, &limits);
  az_ssa_config config = {.mode = AZ_SSA_STEP,
                          .k = 1,
                          .recursion = 1,
                          .classes = 1u << AZ_C_UNREACH,
                          .overflow = AZ_OVERFLOW_WRAP,
                          .deadline = clock_in(g, end - az_cpu(az_store_work(g->s)))};
  az_ssa *ssa = az_ssa_build(shared, &config, &err);
  az_solver *solver =
      ssa ? az_solver_new(g->s, registry, &(az_solver_config){.name = "summary"}, &err) : NULL;
  for (size_t i = 0; solver && i < arrlenu(ssa->definitions); i++)
    az_solver_define(solver, ssa->definitions[i].var, ssa->definitions[i].term);
  for (size_t i = 0; solver && i < arrlenu(ssa->facts); i++)
    az_solver_assert(solver, ssa->facts[i]);
  bool proved = solver && refute(g, solver, ssa, end);
  az_solver_free(solver);
  solver =
      proved ? az_solver_new(g->s, registry, &(az_solver_config){.name = "summary"}, &err) : NULL;
  if (solver) thin_out(g, solver, end);
  az_solver_free(solver);
  az_ssa_free(ssa);
  az_ssa_shared_free(shared);
  return proved;
}

az_summary *summaries_find(const az_program *p, az_registry *registry, bool values,
                           double seconds) {
  guesses g = {.p = p, .s = p->store, .values = values};
  for (uint32_t i = 0; i < p->function_count; i++) guess_of(&g, i);
  bool proved = arrlenu(g.summaries) && prove(&g, registry, az_cpu(az_store_work(g.s)) + seconds);
  if (proved)
    keep(&g);
  else
    arrfree(g.summaries);
  arrfree(g.claims);
  arrfree(g.active);
  arrfree(g.dropped);
  arrfree(g.function);
  return g.summaries;
}
