/* Claims about calls of recursive functions whose constants are found by search. Such a claim,
 * called a point, states: if one or two arguments have certain values, an output has one value. For
 * calls with 0, 1, 2, ... the known claims determine the results of nested calls with smaller
 * arguments, so that the solver finds the value, if there is only one, and proves it.
 *
 * A first search finds a few points of outputs that the proved guesses do not determine. They
 * refute guesses, and suggest curves: an output that is linear in an argument, or exponential to
 * the base 2. The second search also uses the proved curves, and looks for points of the outputs
 * that are still not determined. */
#include "termination/claims.h"
#include "ansatz/clock.h"
#include <stb/stb_ds.h>

enum { FEW = 8, POINTS = 56, OUTER = 4, LINE = 3 /* number of points that suggest a line */ };

/* ---- slots ----------------------------------------------------------------------------------- */

static az_term fresh_like(const guesses *g, az_term t, const char *name) {
  return az_fresh(g->s, az_sort_of(g->s, t), name);
}

static az_term number(const guesses *g, az_term like, int64_t value) {
  return az_bv_signed(g->s, az_sort_width(az_sort_of(g->s, like)), value);
}

static void add_slot(guesses *g, uint32_t output) {
  az_store *s = g->s;
  const claim_terms *t = &g->terms[g->guessing];
  claim_slot slot = {.claim = arrlenu(g->claims), .summary = g->guessing, .output = output};
  az_term where = az_true(s);
  slot.value = fresh_like(g, t->output[output], "value");
  for (uint32_t i = 0; i < t->count; i++) {
    if (!t->decides[i]) continue;
    slot.fixed[i] = az_fresh(s, az_sort_bool(), "there");
    slot.at[i] = fresh_like(g, t->argument[i], "at");
    az_term is_there = az_eq(s, t->argument[i], slot.at[i]);
    where = az_and(s, where, az_implies(s, slot.fixed[i], is_there));
  }
  claims_add(g, az_implies(s, where, az_eq(s, t->output[output], slot.value)));
  if (arrlenu(g->claims) == slot.claim) return; /* there was no room for the claim */
  g->dropped[slot.claim] = true;
  arrput(g->slots, slot);
}

void claims_add_slots(guesses *g) {
  const claim_terms *t = &g->terms[g->guessing];
  const uint32_t most = g->search == FEW_POINTS ? 3 * FEW : POINTS;
  bool any = false;
  for (uint32_t i = 0; i < t->count; i++) any |= t->decides[i];
  for (uint32_t o = 0; o < t->with_differences && any; o++)
    for (uint32_t k = 0; k < most; k++) add_slot(g, o);
}

/* ---- one point ------------------------------------------------------------------------------- */

/* The claims about one output, in two copies with the same arguments and different outputs. They
 * are satisfiable as long as the claims do not determine the output. */
typedef struct open_output {
  az_solver *solver;
  az_subst *other;
  az_term differ;
} open_output;

/* The points of one output for the inner argument 0, 1, ...; an outer argument is fixed. */
typedef struct series {
  uint32_t summary, output, inner, outer, outer_value;
  uint32_t failures, found;
  az_term value[FEW]; /* values of the first points */
  uint32_t at[FEW];   /* the inner argument at these points */
  bool is_over;
} series;

typedef struct search {
  guesses *g;
  az_solver *solver;
  const az_ssa *ssa;
  double end;
  size_t *check;     /* stb_ds, by claim: its instance in the formula */
  open_output *open; /* stb_ds, by summary and output */
  bool few;
} search;

/* Values for the constants of a slot. */
typedef struct constants {
  az_term var[2 * MOST_ARGUMENTS + 1], value[2 * MOST_ARGUMENTS + 1];
  uint32_t count;
} constants;

static void set(constants *c, az_term var, az_term value) {
  c->var[c->count] = var;
  c->value[c->count++] = value;
}

static uint32_t coordinate(const series *of, uint32_t argument, uint32_t inner) {
  return argument == of->inner ? inner : argument == of->outer ? of->outer_value : 0;
}

static void set_place(const search *f, const claim_slot *slot, const series *of, uint32_t inner,
                      constants *c) {
  const guesses *g = f->g;
  for (uint32_t i = 0; i < g->terms[of->summary].count; i++) {
    if (!slot->at[i]) continue;
    set(c, slot->fixed[i], az_bool(g->s, i == of->inner || i == of->outer));
    set(c, slot->at[i], number(g, slot->at[i], coordinate(of, i, inner)));
  }
}

static az_term conjunction(const guesses *g, const constants *c) {
  az_term all = az_true(g->s);
  for (uint32_t i = 0; i < c->count; i++)
    all = az_and(g->s, all, az_eq(g->s, c->var[i], c->value[i]));
  return all;
}

static const az_check_instance *instance(const search *f, const claim_slot *slot) {
  return &f->ssa->checks[f->check[slot->claim]];
}

static az_answer ask(const search *f, const claim_slot *slot, const constants *c, az_term formula) {
  guesses *g = f->g;
  az_term active = az_and(g->s, g->active[slot->claim], conjunction(g, c));
  g->dropped[slot->claim] = false;
  az_answer a = claims_ask(g, f->solver, f->ssa, az_and(g->s, active, formula), f->end);
  g->dropped[slot->claim] = true;
  return a;
}

/* Returns an output that a call with these constants has; AZ_NO_TERM if no such call is known to
 * return. The slot's claim holds with this value and would fail with this value plus 1. */
static az_term one_output(const search *f, const claim_slot *slot, const constants *c) {
  const guesses *g = f->g;
  const az_check_instance *check = instance(f, slot);
  az_subst *subst = az_subst_new(g->s);
  az_subst_bind(subst, slot->value, az_bv_add(g->s, slot->value, number(g, slot->value, 1)));
  az_term next_fails = az_not(g->s, az_subst_apply(subst, check->holds));
  az_subst_free(subst);
  az_term asked = az_and(g->s, az_and(g->s, check->guard, check->holds), next_fails);
  asked = az_and(g->s, asked, az_ssa_checked(f->ssa, check->copies));
  return ask(f, slot, c, asked) == AZ_SAT ? az_solver_value(f->solver, slot->value) : AZ_NO_TERM;
}

/* Assumes the claim with these constants from now on. */
static void accept(const search *f, claim_slot *slot, const constants *c) {
  guesses *g = f->g;
  az_subst *subst = az_subst_new(g->s);
  for (uint32_t i = 0; i < c->count; i++) az_subst_bind(subst, c->var[i], c->value[i]);
  az_term claim = g->claims[slot->claim] = az_subst_apply(subst, g->claims[slot->claim]);
  az_subst_free(subst);
  g->dropped[slot->claim] = false;
  slot->is_used = true;
  az_solver_assert(f->solver, az_and(g->s, g->active[slot->claim], conjunction(g, c)));
  const open_output *open = &f->open[slot->summary * MOST_OUTPUTS + slot->output];
  if (!open->solver) return;
  az_solver_assert(open->solver, claim);
  az_solver_assert(open->solver, az_subst_apply(open->other, claim));
}

/* Keeps the point, which refutes guesses. Other arguments are 0, so that a difference is the
 * result.
 */
static void keep_point(const search *f, const series *of, uint32_t inner, az_term value) {
  guesses *g = f->g;
  const az_summary *known = &g->summaries[of->summary];
  const claim_terms *t = &g->terms[of->summary];
  claim_point point = {.summary = of->summary, .subst = az_subst_new(g->s)};
  for (uint32_t i = 0; i < t->count; i++)
    az_subst_bind(point.subst, t->argument[i], number(g, t->argument[i], coordinate(of, i, inner)));
  const uint32_t output = t->of_output[of->output];
  if (known->result && output == 0) {
    az_subst_bind(point.subst, known->result, value);
  } else {
    const az_summary_global *v = &known->globals[output - (known->result ? 1 : 0)];
    az_subst_bind(point.subst, v->before, number(g, value, 0));
    az_subst_bind(point.subst, v->after, value);
  }
  arrput(g->points, point);
}

/* ---- series ---------------------------------------------------------------------------------- */

static claim_slot *next_slot(const search *f, const series *of) {
  for (size_t i = 0; i < arrlenu(f->g->slots); i++) {
    claim_slot *slot = &f->g->slots[i];
    if (slot->summary == of->summary && slot->output == of->output && !slot->is_used) return slot;
  }
  return NULL;
}

/* Returns whether the claims leave the output undetermined under the condition `at`. */
static bool is_open(const search *f, const series *of, az_term at) {
  const guesses *g = f->g;
  const open_output *open = &f->open[of->summary * MOST_OUTPUTS + of->output];
  az_term asked = az_and(g->s, at, open->differ);
  return open->solver && az_solver_check(open->solver, &asked, 1, f->end) == AZ_SAT;
}

/* Looks for the next point of the series. */
static void add_point(const search *f, series *of, uint32_t inner) {
  guesses *g = f->g;
  const claim_terms *t = &g->terms[of->summary];
  claim_slot *slot = next_slot(f, of);
  of->is_over = of->is_over || !slot || az_clock(az_store_work(g->s)) > f->end;
  if (of->is_over) return;
  az_term at = az_true(g->s);
  for (uint32_t i = 0; i < t->count; i++)
    if (i == of->inner || i == of->outer)
      at = az_and(g->s, at,
                  az_eq(g->s, t->argument[i], number(g, t->argument[i], coordinate(of, i, inner))));
  if (!f->few && !is_open(f, of, at)) return;
  constants c = {.count = 0};
  set_place(f, slot, of, inner, &c);
  az_term value = one_output(f, slot, &c);
  if (value) set(&c, slot->value, value);
  if (!value || ask(f, slot, &c, claims_fails(g, f->ssa, instance(f, slot))) != AZ_UNSAT) {
    of->is_over = ++of->failures == LINE || of->found;
    return;
  }
  accept(f, slot, &c);
  if (f->few) keep_point(f, of, inner, value);
  if (of->found < FEW) {
    of->value[of->found] = value;
    of->at[of->found] = inner;
  }
  of->found++;
}

/* Suggests that the output is `curve` at all values of the inner argument, and from two of its
 * points on. */
static void suggest(const search *f, const series *of, az_term curve, uint32_t first) {
  guesses *g = f->g;
  az_store *s = g->s;
  const claim_terms *t = &g->terms[of->summary];
  az_term inner = t->argument[of->inner], is = az_eq(s, t->output[of->output], curve);
  if (of->outer != AZ_NONE) {
    az_term outer = t->argument[of->outer];
    is = az_implies(s, az_eq(s, outer, number(g, outer, of->outer_value)), is);
  }
  const uint32_t from[] = {of->at[0], of->at[first]};
  claims_suggest(g, of->summary, is);
  for (uint32_t i = 0; i < (from[0] == from[1] ? 1u : 2u); i++) {
    az_term least = number(g, inner, from[i]);
    az_term there =
        t->is_signed[of->inner] ? az_bv_sle(s, least, inner) : az_bv_ule(s, least, inner);
    claims_suggest(g, of->summary, az_implies(s, there, is));
  }
}

/* Returns the number of last points whose differences are the same or, with `doubling`, double. */
static uint32_t points_along(const search *f, const series *of, bool doubling) {
  az_store *s = f->g->s;
  const uint32_t last = of->found < FEW ? of->found : FEW;
  az_term before = AZ_NO_TERM;
  for (uint32_t i = last; i-- > 1;) {
    if (of->at[i - 1] + 1 != of->at[i]) return last - i;
    az_term step = az_bv_sub(s, of->value[i], of->value[i - 1]);
    az_term expected = doubling ? az_bv_add(s, step, step) : step;
    if (before && before != expected) return last - i;
    before = step;
  }
  return last;
}

/* Suggests a curve through the last points: a line v + d * i, or, where differences double, as with
 * the size of binary trees, v - d + d * 2^i. */
static void add_curve(const search *f, const series *of) {
  az_store *s = f->g->s;
  const claim_terms *t = &f->g->terms[of->summary];
  uint32_t points = points_along(f, of, false);
  const bool is_line = points >= LINE;
  if (!is_line) points = points_along(f, of, true);
  if (!is_line && points <= LINE) return;
  const uint32_t first = (of->found < FEW ? of->found : FEW) - points;
  az_term value = of->value[first], step = az_bv_sub(s, of->value[first + 1], value);
  az_term inner = t->argument[of->inner], output = t->output[of->output];
  az_term along =
      az_resize(s, inner, az_sort_width(az_sort_of(s, output)), t->is_signed[of->inner]);
  az_term i = az_bv_sub(s, along, number(f->g, along, of->at[first]));
  const az_term from = is_line ? value : az_bv_sub(s, value, step);
  az_term rise = is_line ? az_bv_mul(s, step, i) : az_bv_shl(s, step, i);
  suggest(f, of, az_bv_add(s, from, rise), first);
}

/* ---- all of them ----------------------------------------------------------------------------- */

/* Returns a series for each output and each argument that a branch depends on. */
static series *singles(const guesses *g) {
  series *all = NULL;
  for (size_t i = 0; i < arrlenu(g->summaries); i++) {
    const claim_terms *t = &g->terms[i];
    series of = {.summary = (uint32_t)i, .outer = AZ_NONE};
    for (of.output = 0; of.output < t->with_differences; of.output++)
      for (of.inner = 0; of.inner < t->count; of.inner++)
        if (t->decides[of.inner]) arrput(all, of);
  }
  return all;
}

/* Looks for points with two fixed arguments, where one fixed argument is not enough. */
static void add_pairs(const search *f, const series *all, const series *single) {
  const claim_terms *t = &f->g->terms[single->summary];
  series of = *single;
  for (size_t i = 0; i < arrlenu(all); i++)
    if (all[i].summary == of.summary && all[i].output == of.output && all[i].found >= LINE) return;
  for (of.outer = 0; of.outer < t->count; of.outer++) {
    if (of.outer == of.inner || !t->decides[of.outer]) continue;
    for (of.outer_value = 0; of.outer_value < OUTER; of.outer_value++) {
      of.found = of.failures = 0;
      of.is_over = false;
      for (uint32_t i = 0; i < (f->few ? FEW : POINTS) && !of.is_over; i++) add_point(f, &of, i);
      if (f->few) add_curve(f, &of);
      if (f->few && of.found < LINE) break;
    }
  }
}

static open_output open_of(const search *f, uint32_t summary, uint32_t output) {
  const guesses *g = f->g;
  const az_summary *known = &g->summaries[summary];
  az_error err = {.status = AZ_OK};
  open_output open = {az_solver_beside(f->solver, &err), az_subst_new(g->s), AZ_NO_TERM};
  if (known->result) az_subst_bind(open.other, known->result, fresh_like(g, known->result, "r"));
  for (uint32_t i = 0; i < known->global_count; i++)
    az_subst_bind(open.other, known->globals[i].after,
                  fresh_like(g, known->globals[i].after, "after"));
  for (size_t k = 0; k < arrlenu(g->claims) && open.solver; k++) {
    if (g->summary[k] != summary || g->dropped[k]) continue;
    az_solver_assert(open.solver, g->claims[k]);
    az_solver_assert(open.solver, az_subst_apply(open.other, g->claims[k]));
  }
  az_term of = g->terms[summary].output[output];
  open.differ = az_not(g->s, az_eq(g->s, of, az_subst_apply(open.other, of)));
  return open;
}

static void open_all(search *f) {
  arrsetlen(f->open, arrlenu(f->g->summaries) * MOST_OUTPUTS);
  for (uint32_t i = 0; i < arrlenu(f->open); i++) {
    const uint32_t summary = i / MOST_OUTPUTS, output = i % MOST_OUTPUTS;
    bool is_there = output < f->g->terms[summary].with_differences;
    f->open[i] = is_there ? open_of(f, summary, output) : (open_output){NULL, NULL, AZ_NO_TERM};
  }
}

static void close_all(search *f) {
  for (size_t i = 0; i < arrlenu(f->open); i++) {
    az_solver_free(f->open[i].solver);
    az_subst_free(f->open[i].other);
  }
  arrfree(f->open);
}

bool claims_find_points(guesses *g, az_solver *solver, const az_ssa *ssa, double cpu_end) {
  const bool few = g->search == FEW_POINTS;
  search f = {.g = g, .solver = solver, .ssa = ssa, .end = cpu_end, .few = few};
  bool any = false;
  arrsetlen(f.check, arrlenu(g->claims));
  for (size_t i = 0; i < arrlenu(ssa->checks); i++) f.check[claims_of(g, &ssa->checks[i])] = i;
  open_all(&f);
  series *all = singles(g);
  for (size_t i = 0; i < arrlenu(all); i++) {
    all[i].is_over = !is_open(&f, &all[i], claims_context(g, all[i].summary));
    any |= !all[i].is_over;
  }
  const uint32_t most = g->search == NO_POINTS ? 0 : few ? FEW : POINTS;
  for (uint32_t inner = 0; inner < most; inner++)
    for (size_t i = 0; i < arrlenu(all); i++) add_point(&f, &all[i], inner);
  for (size_t i = 0; i < arrlenu(all) && most; i++) {
    if (few) add_curve(&f, &all[i]);
    if (is_open(&f, &all[i], az_true(g->s))) add_pairs(&f, all, &all[i]);
  }
  if (g->search == ALL_POINTS) any = az_clock(az_store_work(g->s)) > cpu_end;
  for (size_t i = 0; i < arrlenu(all) && g->search == ALL_POINTS; i++)
    any |= is_open(&f, &all[i], claims_context(g, all[i].summary));
  close_all(&f);
  arrfree(all);
  arrfree(f.check);
  return any;
}
