/* Conditional termination [kroening2023, sec. 6.2]: a condition on the arguments and globals of a
 * function under which all its executions end. The condition is a template like those of
 * invariants, a conjunction of rows v <= d, -v <= d and v - w <= d over the integers of the entry
 * state, but it is an under-approximation, so that rows are loosened as long as the proof of
 * termination succeeds:
 *
 *   1. a single row, whose bound is tight at first: the one that then holds most often;
 *   2. if none is enough, an entry state all of whose executions end, as equations; rows that the
 *      proof does without are left out;
 *   3. each bound is loosened: the constants of the program are tried, then bisection finds the
 *      bound d for which d + 1 has no proof.
 *
 * The condition is sufficient, because each of its forms was proved. It need not be the weakest: a
 * proof may be missing, and rows are loosened one after another. */
#include "termination/precondition.h"
#include "ansatz/clock.h"
#include <stb/stb_ds.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  MOST_INPUTS = 4,
  MOST_CONSTANTS = 12,
  WIDTH = 68 /* wide enough for differences of 64-bit integers */
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

typedef struct search {
  const az_program *p;
  az_store *s;
  az_precondition_query ends;
  void *ctx;
  double cpu_end, slice;
  az_entry_input *inputs; /* stb_ds */
  template_row *rows;     /* stb_ds; the first two of each input, then differences */
  az_wide *constants;     /* stb_ds, ascending */
  az_verdict last;        /* the last answer */
  bool exact;             /* every looser bound was refuted */
  bool out_of_time;
  az_error *err;
} search;

/* ---- the template ---------------------------------------------------------------------------- */

static const az_type_info *type_of(const search *s, uint32_t input) {
  return &s->p->types[s->inputs[input].type];
}

static az_wide greatest_of(const search *s, uint32_t input) {
  const az_type_info *t = type_of(s, input);
  return ((az_wide)1 << (t->width - t->is_signed)) - 1;
}

static az_wide least_of(const search *s, uint32_t input) {
  const az_type_info *t = type_of(s, input);
  return t->is_signed ? -((az_wide)1 << (t->width - 1)) : 0;
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
      if (v != w)
        arrput(s->rows, ((template_row){v, w, false, least_of(s, v) - greatest_of(s, w),
                                        greatest_of(s, v) - least_of(s, w)}));
}

static az_term wide(const search *s, uint32_t input) {
  return az_resize(s->s, s->inputs[input].value, WIDTH, type_of(s, input)->is_signed);
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

/* Prints a constant that C reads as this number. */
static void print_number(FILE *out, az_wide n) {
  if (n > INT64_MAX)
    fprintf(out, "%" PRIu64 "u", (uint64_t)n);
  else if (n == INT64_MIN)
    fprintf(out, "-%" PRId64 " - 1", INT64_MAX);
  else
    fprintf(out, "%" PRId64, (int64_t)n);
}

/* Prints v - w <= at in a type that holds both sides, so that C computes the proved condition. */
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
  } else { /* at has up to 65 bits, and C has no constant for it */
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
  if (row->w != AZ_NONE) {
    print_difference(s, row, at, out);
  } else {
    fprintf(out, "%s %s ", s->inputs[row->v].name, both ? "==" : row->negated ? ">=" : "<=");
    print_number(out, row->negated ? -at : at);
  }
}

static const char *text_of(const search *s, const bound *bounds) {
  char *text = NULL;
  size_t size;
  bool any = false;
  FILE *out = az_open_memstream(&text, &size);
  if (!out) return NULL;
  for (size_t r = 0; r < arrlenu(s->rows); r++) {
    if (!bounds[r].is_there) continue;
    bool second = s->rows[r].negated && bounds[r ^ 1].is_there && bounds[r ^ 1].at == -bounds[r].at;
    if (second) continue; /* the equation is complete */
    fputs(any ? " && " : "", out);
    print_row(s, bounds, r, out);
    any = true;
  }
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

/* Finds the constants that conditions compare with, as far as there is room. */
static void find_constants(search *s) {
  az_visit *cone = az_visit_new(s->s, AZ_VISIT_ANY);
  az_wide *all = NULL;
  for (uint32_t f = 0; f < s->p->function_count; f++)
    for (uint32_t b = 0; b < s->p->functions[f].block_count; b++)
      if (s->p->functions[f].blocks[b].condition)
        az_visit_add(cone, s->p->functions[f].blocks[b].condition);
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

static bool suffices(search *s, const bound *bounds) {
  if (is_over(s)) return false;
  az_term holds = condition(s, bounds);
  if (az_is_false(s->s, holds)) return false;
  az_program *p = entry_assumed(s->p, s->inputs, holds);
  double end = az_clock(az_store_work(s->s)) + s->slice;
  if (s->cpu_end > 0 && end > s->cpu_end) end = s->cpu_end;
  s->last = s->ends(s->ctx, p, end, s->err);
  return s->last == AZ_V_TRUE;
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

/* Returns bounds of the row near the constants (for a difference, also near their negations), in
 * descending order; stb_ds. */
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
  arrput(list, row->greatest - 1); /* makes room for one more */
  memmove(list + 1, list, (arrlenu(list) - 1) * sizeof *list);
  list[0] = row->greatest - 1;
  for (size_t i = 1; i < arrlenu(list); i++)
    if (list[i] < list[kept]) list[++kept] = list[i];
  arrsetlen(list, kept + 1);
  return list;
}

/* Finds the loosest bound of the row that can be proved with the others unchanged. */
static void loosen(search *s, bound *bounds, size_t r) {
  az_wide above = s->rows[r].greatest; /* not proved */
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

/* Finds one row that suffices: the one that holds most often. */
static bool find_single(search *s, bound *bounds) {
  double best = 0;
  size_t found = 0;
  bool exact = true;
  bound bound_found = {.is_there = false};
  for (size_t r = 0; r < arrlenu(s->rows) && !is_over(s); r++) {
    az_wide *list = bounds_to_try(s, &s->rows[r]);
    az_wide least = s->rows[r].w == AZ_NONE ? arrlast(list) : -1;
    az_wide last = arrlast(list);
    arrfree(list);
    if (least < s->rows[r].least) least = s->rows[r].least; /* otherwise it says `false` */
    if (last < s->rows[r].least) last = s->rows[r].least;
    if (!suffices_with(s, bounds, r, (bound){true, least}) &&
        (last >= least || !suffices_with(s, bounds, r, (bound){true, last})))
      continue;
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

/* Finds equations that fix an entry state, and drops those that the proof does not need. */
static bool find_state(search *s, bound *bounds) {
  static const int values[] = {0, 1, -1, 2, 10};
  size_t singles = 2 * arrlenu(s->inputs);
  bool found = false;
  for (size_t i = 0; i < sizeof values / sizeof *values && !found; i++) {
    bool in_range = true;
    for (size_t r = 0; r < singles; r++) {
      bounds[r] = (bound){true, s->rows[r].negated ? -values[i] : values[i]};
      in_range &= bounds[r].at >= s->rows[r].least;
    }
    found = in_range && suffices(s, bounds);
  }
  for (size_t r = 0; found && r < singles; r++)
    (void)suffices_with(s, bounds, r, (bound){.is_there = false});
  for (size_t r = 0; found && r < singles; r++)
    if (bounds[r].is_there) loosen(s, bounds, r);
  return found;
}

static void explain(search *s, az_precondition *found) {
  if (s->out_of_time)
    found->note = found->text ? "out of time before all bounds were loosened" : "timeout";
  else if (!found->text)
    found->note = "no candidate condition was proved";
  else if (s->exact)
    found->note = "with any bound loosened by one, some execution does not terminate";
  else
    found->note = "no bound can be loosened by one in the proof";
}

az_precondition az_precondition_find(const az_program *p, az_precondition_query ends, void *ctx,
                                     double cpu_end, az_precondition_term *term, az_error *err) {
  enum { QUESTIONS = 30 };
  az_precondition found = {NULL, "the entry has no integers that are arbitrary"};
  search s = {
      .p = p,
      .s = p->store,
      .ends = ends,
      .ctx = ctx,
      .cpu_end = cpu_end,
      .slice = cpu_end > 0 ? (cpu_end - az_clock(az_store_work(p->store))) / (double)QUESTIONS : 2,
      .inputs = entry_inputs(p, MOST_INPUTS),
      .exact = true,
      .err = err};
  if (!arrlenu(s.inputs)) return found;
  make_rows(&s);
  find_constants(&s);
  bound *bounds = no_bounds(&s);
  bool is_found = find_single(&s, bounds);
  if (!is_found) {
    free(bounds);
    bounds = no_bounds(&s);
    is_found = find_state(&s, bounds);
  }
  if (is_found) found.text = text_of(&s, bounds);
  if (is_found && term) term->holds = condition(&s, bounds);
  explain(&s, &found);
  free(bounds);
  arrfree(s.rows);
  if (is_found && term)
    term->inputs = s.inputs;
  else
    arrfree(s.inputs);
  arrfree(s.constants);
  return found;
}
