/* Conditions on the arguments and globals of a function under which all its executions are as
 * wanted (they end, or are safe), and conditions under which no execution is [kroening2023, sec.
 * 6.2]. Both are disjunctions of conjunctions of rows v <= d, -v <= d and v - w <= d over the
 * integers of the entry state. They are under-approximations, so that rows are loosened as long as
 * the proof succeeds:
 *
 *   1. Entry states are taken from a grid of the program's constants. A state that no condition
 *      covers yet is queried alone: it is wanted, unwanted or unknown.
 *   2. The state is generalised to the sufficient row that holds most often; if no single row
 *      suffices, to those of its equations, or of all its rows, that the proof needs.
 *   3. Each bound is loosened: the constants of the program are tried, then bisection finds the
 *      bound d for which d + 1 has no proof.
 *   4. The complement of one side's condition is tried as the condition of the other side.
 *
 * The unwanted executions are proved on the closed program (az_program_unwanted). The conditions
 * are sufficient, because each of their forms was proved. They need not be the weakest: a proof may
 * be missing, and rows are loosened one after another. */
#include "termination/precondition.h"
#include "ansatz/clock.h"
#include "ansatz/statement.h"
#include <stb/stb_ds.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  MOST_INPUTS = 4,
  MOST_CONSTANTS = 12,
  MOST_UNKNOWN = 6, /* entry states for which neither side is proved */
  MOST_REGIONS = 4, /* disjuncts of each side */
  WIDTH = 68        /* wide enough for differences of 64-bit integers */
};

typedef struct template_row { /* v, -v or v - w */
  uint32_t v, w;              /* inputs; w may be AZ_NONE */
  bool negated;
  az_wide least, greatest; /* range of its values */
} template_row;

typedef struct bound {
  bool is_there; /* false: the row claims nothing */
  az_wide at;
} bound;

typedef enum side { WANTED, UNWANTED, SIDES } side;

typedef struct state { /* an entry state that was queried alone */
  az_wide values[MOST_INPUTS];
  bool excludes[SIDES]; /* it satisfies no condition of this side */
} state;

typedef struct search {
  const az_program *p, *of[SIDES]; /* the program, and the programs that the sides query */
  az_store *s;
  az_precondition_query holds;
  void *ctx;
  double cpu_end, slice;
  az_entry_input *inputs; /* stb_ds */
  template_row *rows;     /* stb_ds: two rows of each input, then differences */
  az_wide *constants;     /* stb_ds, ascending */
  state *states;          /* stb_ds */
  bound **regions[SIDES]; /* stb_ds: the disjuncts */
  bool complement[SIDES]; /* the condition of this side is the complement of the other side's */
  side side;              /* the side that is being queried */
  az_verdict last;        /* the last answer */
  size_t unknown;         /* number of states for which neither side was proved */
  bool exact, all_exact;  /* every looser bound was refuted: in the last disjunct; in all */
  bool out_of_time;
  az_error *err;
} search;

/* ---- the template ---------------------------------------------------------------------------- */

static const az_type_info *type_of(const search *s, uint32_t input) {
  return &s->p->types[s->inputs[input].type];
}

static bool is_pointer(const search *s, uint32_t input) {
  return type_of(s, input)->kind == AZ_T_POINTER;
}

static az_wide greatest_of(const search *s, uint32_t input) {
  if (is_pointer(s, input)) return 1;
  const az_type_info *t = type_of(s, input);
  return ((az_wide)1 << (t->width - t->is_signed)) - 1;
}

static az_wide least_of(const search *s, uint32_t input) {
  const az_type_info *t = type_of(s, input);
  return t->is_signed && !is_pointer(s, input) ? -((az_wide)1 << (t->width - 1)) : 0;
}

static void make_rows(search *s) {
  uint32_t n = (uint32_t)arrlenu(s->inputs);
  for (uint32_t v = 0; v < n; v++) {
    az_wide least = least_of(s, v), greatest = greatest_of(s, v);
    arrput(s->rows, ((template_row){v, AZ_NONE, false, least, greatest}));
    arrput(s->rows, ((template_row){v, AZ_NONE, true, -greatest, -least}));
  }
  for (uint32_t v = 0; v < n; v++)
    for (uint32_t w = 0; w < n; w++)
      if (v != w && !is_pointer(s, v) && !is_pointer(s, w))
        arrput(s->rows, ((template_row){v, w, false, least_of(s, v) - greatest_of(s, w),
                                        greatest_of(s, v) - least_of(s, w)}));
}

static az_term wide(const search *s, uint32_t input) {
  return az_resize(s->s, s->inputs[input].value, WIDTH,
                   type_of(s, input)->is_signed && !is_pointer(s, input));
}

static az_term condition(const search *s, const bound *bounds) {
  az_term all = az_true(s->s);
  for (size_t r = 0; r < arrlenu(s->rows); r++) {
    const template_row *row = &s->rows[r];
    if (!bounds[r].is_there) continue;
    az_term e = wide(s, row->v);
    if (row->w != AZ_NONE) e = az_bv_sub(s->s, e, wide(s, row->w));
    if (row->negated) e = az_bv_neg(s->s, e);
    all = az_and(s->s, all, az_bv_sle(s->s, e, az_bv_wide(s->s, WIDTH, bounds[r].at)));
  }
  return all;
}

/* Prints a constant such that C reads this number. */
static void print_number(FILE *out, az_wide n) {
  if (n > INT64_MAX)
    fprintf(out, "%" PRIu64 "u", (uint64_t)n);
  else if (n == INT64_MIN)
    fprintf(out, "-%" PRId64 " - 1", INT64_MAX);
  else
    fprintf(out, "%" PRId64, (int64_t)n);
}

/* Prints v - w <= at in a type that has room for both sides, so that C computes what was proved. */
static void print_difference(const search *s, const template_row *row, az_wide at, FILE *out) {
  const az_type_info *v = type_of(s, row->v), *w = type_of(s, row->w);
  const char *first = s->inputs[row->v].name, *second = s->inputs[row->w].name;
  bool narrow = v->width < 32 && w->width < 32; /* C promotes both to int */
  bool compares = at == 0 || at == -1;
  const char *cast = v->width <= 32 && w->width <= 32 ? "(long long)" : "(__int128)";
  if (narrow || (compares && v->is_signed == w->is_signed)) cast = "";
  if (compares) {
    fprintf(out, "%s%s %s %s", cast, first, at == 0 ? "<=" : "<", second);
  } else if (at >= INT64_MIN && at <= INT64_MAX) {
    fprintf(out, "%s%s - %s <= ", cast, first, second);
    print_number(out, at);
  } else { /* `at` has up to 65 bits, and C has no constant for it */
    az_wide half = at / 2;
    fprintf(out, "%s%s - %s - ", cast, first, second);
    fprintf(out, "(%" PRId64 ") <= ", (int64_t)half);
    print_number(out, at - half);
  }
}

static void print_row(const search *s, const bound *bounds, size_t r, FILE *out) {
  const template_row *row = &s->rows[r];
  az_wide at = bounds[r].at;
  bool both = row->w == AZ_NONE && bounds[r ^ 1].is_there && bounds[r ^ 1].at == -at;
  if (is_pointer(s, row->v)) {
    fprintf(out, "%s %s 0", s->inputs[row->v].name, row->negated || at ? "!=" : "==");
    return;
  }
  if (row->w != AZ_NONE) {
    print_difference(s, row, at, out);
  } else {
    fprintf(out, "%s %s ", s->inputs[row->v].name, both ? "==" : row->negated ? ">=" : "<=");
    print_number(out, row->negated ? -at : at);
  }
}

/* Prints the rows of a disjunct, in parentheses if it has several rows and is not the only one. */
static void print_region(const search *s, const bound *bounds, bool alone, FILE *out) {
  const char *between = "";
  size_t rows = 0;
  for (size_t r = 0; r < arrlenu(s->rows); r++) rows += bounds[r].is_there;
  const bool parentheses = !alone && rows > 1;
  if (parentheses) fputc('(', out);
  for (size_t r = 0; r < arrlenu(s->rows); r++) {
    if (!bounds[r].is_there) continue;
    bool second = s->rows[r].negated && bounds[r ^ 1].is_there && bounds[r ^ 1].at == -bounds[r].at;
    if (second) continue; /* the equation was printed with its first row */
    fputs(between, out);
    print_row(s, bounds, r, out);
    between = " && ";
  }
  if (parentheses) fputc(')', out);
}

/* Returns the condition of a side, or NULL. */
static const char *text_of(const search *s, side which) {
  const bool negated = s->complement[which];
  bound **regions = s->regions[negated ? !which : which];
  const size_t count = arrlenu(regions);
  char *text = NULL;
  size_t size;
  if (negated && !count) return "1";
  FILE *out = count ? az_open_memstream(&text, &size) : NULL;
  if (!out) return NULL;
  fputs(negated ? "!(" : "", out);
  for (size_t i = 0; i < count; i++) {
    fputs(i ? " || " : "", out);
    print_region(s, regions[i], count == 1, out);
  }
  fputs(negated ? ")" : "", out);
  az_close_memstream(out);
  const char *kept = az_arena_strdup(s->p->arena, text);
  free(text);
  return kept;
}

/* ---- constants of the program ---------------------------------------------------------------- */

static void add_constant(search *s, az_wide value) {
  size_t at = 0;
  while (at < arrlenu(s->constants) && s->constants[at] < value) at++;
  bool known = at < arrlenu(s->constants) && s->constants[at] == value;
  if (!known && arrlenu(s->constants) < MOST_CONSTANTS) arrins(s->constants, at, value);
}

/* Collects the constants in comparisons of conditions and checks, as far as there is room. */
static void find_constants(search *s) {
  az_visit *cone = az_visit_new(s->s, AZ_VISIT_ANY);
  az_wide *all = NULL;
  for (uint32_t f = 0; f < s->p->function_count; f++)
    for (uint32_t b = 0; b < s->p->functions[f].block_count; b++)
      if (s->p->functions[f].blocks[b].condition)
        az_visit_add(cone, s->p->functions[f].blocks[b].condition);
  for (az_stmts i = az_stmts_of(s->p); az_stmts_next(&i);)
    if (i.stmt->kind == AZ_S_CHECK) az_visit_add(cone, i.stmt->value);
  for (az_term t; (t = az_visit_next(cone));) {
    az_wide value;
    bool number = az_is_const(s->s, t) && az_sort_kind_of(az_sort_of(s->s, t)) == AZ_SORT_BV;
    if (number && az_const_wide(s->s, t, true, &value)) arrput(all, value);
    if (number && value < 0 && az_const_wide(s->s, t, false, &value)) arrput(all, value);
  }
  az_visit_free(cone);
  add_constant(s, 0);
  for (size_t i = 0; i < arrlenu(all); i++) add_constant(s, all[i]);
  arrfree(all);
}

/* ---- queries --------------------------------------------------------------------------------- */

static bool is_over(search *s) {
  s->out_of_time |= s->cpu_end > 0 && az_clock(az_store_work(s->s)) >= s->cpu_end;
  return s->out_of_time || s->err->status != AZ_OK;
}

static az_wide value_at(const template_row *row, const state *at) {
  az_wide v = at->values[row->v];
  return row->w != AZ_NONE ? v - at->values[row->w] : row->negated ? -v : v;
}

static bool contains(const search *s, const bound *bounds, const state *at) {
  for (size_t r = 0; r < arrlenu(s->rows); r++)
    if (bounds[r].is_there && value_at(&s->rows[r], at) > bounds[r].at) return false;
  return true;
}

/* Decides whether the condition suffices for the side that is being queried. */
static bool suffices_if(search *s, az_term condition) {
  if (is_over(s) || az_is_false(s->s, condition)) return false;
  az_program *p = entry_assumed(s->of[s->side], s->inputs, condition);
  /* Such proofs succeed quickly or almost never: most closed programs have executions that end. */
  double end = az_clock(az_store_work(s->s)) + (s->side == UNWANTED ? s->slice / 8 : s->slice);
  if (s->cpu_end > 0 && end > s->cpu_end) end = s->cpu_end;
  s->last = s->holds(s->ctx, p, s->side == UNWANTED, end, s->err);
  return s->last == AZ_V_TRUE;
}

static bool suffices(search *s, const bound *bounds) {
  s->last = AZ_V_FALSE;
  for (size_t i = 0; i < arrlenu(s->states); i++)
    if (s->states[i].excludes[s->side] && contains(s, bounds, &s->states[i])) return false;
  return suffices_if(s, condition(s, bounds));
}

static bool suffices_with(search *s, bound *bounds, size_t r, bound other) {
  bound old = bounds[r];
  bounds[r] = other;
  bool fine = suffices(s, bounds);
  if (!fine) bounds[r] = old;
  return fine;
}

/* ---- the search ------------------------------------------------------------------------------ */

static bound *no_bounds(const search *s) {
  return az_calloc(arrlenu(s->rows) + 1, sizeof(bound));
}

static int compare_descending(const void *a, const void *b) {
  az_wide x = *(const az_wide *)a, y = *(const az_wide *)b;
  return x < y ? 1 : -(x > y);
}

/* Returns bounds of the row near the program's constants (for a difference, also near their
 * negations), in descending order; stb_ds. */
static az_wide *bounds_to_try(const search *s, const template_row *row) {
  az_wide *list = NULL;
  for (size_t i = 0; i < arrlenu(s->constants); i++)
    for (int d = 1; d >= -1; d--) {
      az_wide c = s->constants[i];
      if (row->w != AZ_NONE || !row->negated) arrput(list, c + d);
      if (row->w != AZ_NONE || row->negated) arrput(list, -c + d);
    }
  qsort(list, arrlenu(list), sizeof *list, compare_descending);
  size_t kept = 0;
  arrput(list, row->greatest - 1); /* only makes room: this bound becomes the first */
  memmove(list + 1, list, (arrlenu(list) - 1) * sizeof *list);
  list[0] = row->greatest - 1;
  for (size_t i = 1; i < arrlenu(list); i++)
    if (list[i] < list[kept]) list[++kept] = list[i];
  arrsetlen(list, kept + 1);
  return list;
}

/* Finds the loosest bound of the row for which the proof succeeds while the others stay. */
static void loosen(search *s, bound *bounds, size_t r) {
  az_wide above = s->rows[r].greatest; /* a bound without proof */
  bool refuted = false;
  az_wide *list = bounds_to_try(s, &s->rows[r]);
  for (size_t i = 0; i < arrlenu(list) && list[i] > bounds[r].at; i++) {
    if (suffices_with(s, bounds, r, (bound){true, list[i]})) break;
    above = list[i];
    refuted = s->last == AZ_V_FALSE;
  }
  arrfree(list);
  az_wide next = bounds[r].at + 1; /* tried first, since constants are often right */
  while (bounds[r].at + 1 < above && !is_over(s)) {
    if (!suffices_with(s, bounds, r, (bound){true, next})) {
      above = next;
      refuted = s->last == AZ_V_FALSE;
    }
    next = bounds[r].at + (above - bounds[r].at) / 2;
  }
  s->exact = s->exact && refuted;
}

/* Returns the fraction of entry states in which the row holds. */
static double share(const template_row *row, az_wide at) {
  double t = (double)(at - row->least) / (double)(row->greatest - row->least);
  if (row->w == AZ_NONE) return t;
  return t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t); /* most differences are small */
}

/* Finds a single row through the state that suffices: the one that holds most often, or the first
 * one that holds in at least about half of all states. */
static bool find_single(search *s, bound *bounds, const state *at) {
  const double enough = 0.49;
  double best = 0;
  size_t found = 0;
  bool exact = true;
  bound bound_found = {.is_there = false};
  for (size_t r = 0; r < arrlenu(s->rows) && best < enough && !is_over(s); r++) {
    if (!suffices_with(s, bounds, r, (bound){true, value_at(&s->rows[r], at)})) continue;
    s->exact = true;
    loosen(s, bounds, r);
    if (share(&s->rows[r], bounds[r].at) > best) {
      best = share(&s->rows[r], bounds[r].at);
      found = r;
      bound_found = bounds[r];
      exact = s->exact;
    }
    bounds[r].is_there = false;
  }
  bounds[found] = bound_found;
  s->exact = exact;
  return bound_found.is_there;
}

/* Drops those of the first `count` rows through the state that the proof does not need, beginning
 * with rows of single variables; loosens the others. Returns how many are left. */
static size_t find_rows(search *s, bound *bounds, const state *at, size_t count) {
  size_t left = 0;
  for (size_t r = 0; r < arrlenu(s->rows); r++)
    bounds[r] = (bound){r < count, value_at(&s->rows[r], at)};
  for (size_t r = 0; r < count; r++) (void)suffices_with(s, bounds, r, (bound){.is_there = false});
  for (size_t r = 0; r < count; r++) {
    left += bounds[r].is_there;
    if (bounds[r].is_there) loosen(s, bounds, r);
  }
  return left;
}

static bound *generalised(search *s, const state *at) {
  const size_t singles = 2 * arrlenu(s->inputs), all = arrlenu(s->rows);
  bound *bounds = no_bounds(s);
  if (find_single(s, bounds, at)) return bounds;
  s->exact = true;
  size_t left = find_rows(s, bounds, at, singles);
  bound *others = left > 1 && all > singles && !is_over(s) ? no_bounds(s) : NULL;
  if (others && find_rows(s, others, at, all) < left) {
    bound *fewer = others;
    others = bounds;
    bounds = fewer;
  }
  free(others);
  return bounds;
}

static bool is_covered(const search *s, const state *at) {
  bool covered = false;
  for (side which = WANTED; which < SIDES; which++)
    for (size_t i = 0; i < arrlenu(s->regions[which]); i++)
      covered |= contains(s, s->regions[which][i], at);
  for (size_t i = 0; i < arrlenu(s->states); i++)
    covered |= !memcmp(s->states[i].values, at->values, sizeof at->values);
  return covered;
}

/* Returns the condition of the side as a term. */
static az_term condition_of(const search *s, side which) {
  az_term any = az_false(s->s);
  for (size_t i = 0; i < arrlenu(s->regions[which]); i++)
    any = az_or(s->s, any, condition(s, s->regions[which][i]));
  return any;
}

/* Decides whether the states outside the condition of side `of` all belong to side `which`. */
static bool is_complement(search *s, side which, side of) {
  bool excluded = !s->of[which];
  for (size_t i = 0; i < arrlenu(s->states) && !excluded; i++) {
    excluded = s->states[i].excludes[which];
    for (size_t r = 0; r < arrlenu(s->regions[of]); r++)
      excluded &= !contains(s, s->regions[of][r], &s->states[i]);
  }
  s->side = which;
  return !excluded && suffices_if(s, az_not(s->s, condition_of(s, of)));
}

/* Queries a state alone, and generalises it. Returns whether the search is finished. */
static bool ask_state(search *s, state at) {
  bound *equations = no_bounds(s);
  for (size_t r = 0; r < 2 * arrlenu(s->inputs); r++)
    equations[r] = (bound){true, value_at(&s->rows[r], &at)};
  side found = SIDES;
  for (side which = WANTED; which < SIDES && found == SIDES; which++) {
    s->side = which;
    if (!s->of[which]) continue;
    if (suffices(s, equations)) found = which;
    at.excludes[which] |= found == SIDES && s->last == AZ_V_FALSE;
  }
  free(equations);
  if (found != SIDES) at.excludes[!found] = true;
  arrput(s->states, at);
  if (found == SIDES) return ++s->unknown >= MOST_UNKNOWN;
  arrput(s->regions[found], generalised(s, &at));
  s->all_exact &= s->exact;
  s->complement[!found] = is_complement(s, !found, found);
  return s->complement[!found] || arrlenu(s->regions[found]) >= MOST_REGIONS;
}

/* Returns values to try for the inputs, the most promising first; stb_ds. */
static az_wide *values_to_try(const search *s) {
  enum { MOST_VALUES = 12 };
  static const az_wide usual[] = {0, 1, -1, 2, 10};
  az_wide *list = NULL, *all = NULL;
  for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) arrput(all, usual[i]);
  for (int d = 1; d >= -1; d--)
    for (size_t i = 0; i < arrlenu(s->constants); i++) arrput(all, s->constants[i] + d);
  for (size_t i = 0; i < arrlenu(all) && arrlenu(list) < MOST_VALUES; i++) {
    bool known = false;
    for (size_t k = 0; k < arrlenu(list); k++) known |= list[k] == all[i];
    if (!known) arrput(list, all[i]);
  }
  arrfree(all);
  return list;
}

/* Sets *at to the state whose values `index` encodes; returns false if a value exceeds its type. */
static bool state_of(const search *s, const az_wide *values, size_t index, state *at) {
  *at = (state){.excludes = {false}};
  bool fits = true;
  for (uint32_t v = 0; v < arrlenu(s->inputs); v++, index /= arrlenu(values)) {
    at->values[v] = values[index % arrlenu(values)];
    fits &= at->values[v] >= least_of(s, v) && at->values[v] <= greatest_of(s, v);
  }
  return fits;
}

/* Takes states whose values have small indices first. */
static void find_conditions(search *s) {
  az_wide *values = values_to_try(s);
  size_t states = 1, base = arrlenu(values), inputs = arrlenu(s->inputs);
  for (size_t i = 0; i < inputs; i++) states *= base;
  s->complement[UNWANTED] = is_complement(s, UNWANTED, WANTED);
  bool done = s->complement[UNWANTED];
  for (size_t sum = 0; sum <= inputs * (base - 1) && !done; sum++)
    for (size_t i = 0; i < states && !done; i++) {
      size_t digits = 0;
      for (size_t rest = i; rest; rest /= base) digits += rest % base;
      state at;
      if (digits != sum || !state_of(s, values, i, &at) || is_covered(s, &at)) continue;
      done = ask_state(s, at) || is_over(s);
    }
  arrfree(values);
}

/* Keeps only the disjunct that holds most often: each call must be proved to satisfy the condition,
 * and disjunctions make proofs harder. */
static void keep_best(bound **regions, const search *s) {
  double best = -1;
  for (size_t i = 0; i < arrlenu(regions); i++) {
    double often = 1;
    for (size_t r = 0; r < arrlenu(s->rows); r++)
      if (regions[i][r].is_there) often *= share(&s->rows[r], regions[i][r].at);
    bound *swapped = regions[0];
    if (often <= best) continue;
    best = often;
    regions[0] = regions[i];
    regions[i] = swapped;
  }
  while (arrlenu(regions) > 1) free(arrpop(regions));
}

static const char *note_on(const search *s, bool found) {
  if (s->out_of_time) return found ? "out of time before all bounds were loosened" : "timeout";
  if (!found) return "no candidate condition was proved";
  if (s->complement[WANTED] || s->complement[UNWANTED]) return "exact";
  if (s->all_exact) return "with any bound loosened by one, there is a counterexample";
  return "no bound can be loosened by one in the proof";
}

az_precondition az_precondition_find(const az_program *p, const az_program *unwanted,
                                     az_precondition_query holds, void *ctx, double cpu_end,
                                     az_precondition_term *term, az_error *err) {
  enum { QUESTIONS = 30 };
  const double now = az_clock(az_store_work(p->store));
  search s = {.p = p,
              .of = {p, unwanted},
              .s = p->store,
              .holds = holds,
              .ctx = ctx,
              .cpu_end = cpu_end,
              .slice = cpu_end > 0 ? (cpu_end - now) / (double)QUESTIONS : 2,
              .inputs = entry_inputs(p, MOST_INPUTS),
              .all_exact = true,
              .err = err};
  if (!arrlenu(s.inputs))
    return (az_precondition){.note = "the entry has no integers that are arbitrary"};
  make_rows(&s);
  find_constants(&s);
  find_conditions(&s);
  if (!unwanted) keep_best(s.regions[WANTED], &s);
  az_precondition found = {.text = text_of(&s, WANTED), .fails = text_of(&s, UNWANTED)};
  found.note = note_on(&s, found.text || found.fails);
  if (term) *term = (az_precondition_term){AZ_NO_TERM, s.inputs};
  if (term && found.text) term->holds = condition_of(&s, WANTED);
  if (!term) arrfree(s.inputs);
  for (side which = WANTED; which < SIDES; which++) {
    for (size_t i = 0; i < arrlenu(s.regions[which]); i++) free(s.regions[which][i]);
    arrfree(s.regions[which]);
  }
  arrfree(s.rows);
  arrfree(s.constants);
  arrfree(s.states);
  return found;
}
