/* Arrays: array{ cells = D, segments = P } [malik2024, sec. 3]. The policy P cuts every array of a
 * loop into segments. D makes the same claims about the elements of each segment as about
 * variables:
 *   lower <= index < upper  and  index < size  implies  T_D(elements at index, index, scalars)
 * where index is one rigid variable, so that the claim is about all indices; the core instantiates
 * it where the program reads.
 *
 * D is opened on a context of its own with one view for each segment. The variables of this context
 * are the elements of all arrays of the loop at the index (so that relations between arrays are
 * rows), the index itself, `#`, and the loop's other variables. Only elements of arrays that are
 * cut there are marked as changing; rows without such an element are omitted. The claim is an
 * implication, so borders affect precision only (docs/soundness.md 7): an empty segment claims
 * nothing, and a border that wraps or lies outside makes a different segment, with a sound claim.
 *
 * Rows of a numeric D are numeric: guard ? e : least - 1. The bound least - 1 states that the
 * segment is empty. */
#include "ansatz/tuple.h"
#include "array_segments.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- parts: one inner domain ----------------------------------------------------------------- */

typedef struct part {
  frame *frame;
  az_domain inner;
  const az_numeric_facet *numeric; /* or NULL */
  uint32_t *rows;                  /* stb_ds: rows of the inner domain that are kept */
  bool *kept;                      /* by row of the inner domain */
  az_term *next;                   /* scratch */
} part;

static segment *segment_of(const part *p, uint32_t inner_row) {
  return &p->frame->segments[p->inner.ops->row(p->inner.self, inner_row).view];
}

/* Returns the inner state. *guard is AZ_NO_TERM if part of the state is unknown. */
static az_state inner_state(part *p, uint32_t inner_row, const az_state *state, az_term *guard) {
  segment *g = segment_of(p, inner_row);
  const segment_state *v = array_segment_state(p->frame, g, state->values, g->index, false);
  az_state to = {.view = (uint32_t)(g - p->frame->segments), .values = v->values};
  *guard = v->guard;
  if (state->next) {
    for (uint32_t i = 0; i < g->width; i++)
      p->next[i] = array_source(p->frame, g, &g->sources[i], state->next, NULL);
    to.next = p->next;
  }
  return to;
}

static void close_part(void *self) {
  part *p = self;
  az_domain_close(&p->inner);
  arrfree(p->rows);
  free(p->kept);
  free(p->next);
  free(p);
}

static uint32_t row_count(void *self) {
  return (uint32_t)arrlenu(((part *)self)->rows);
}

static az_row row(void *self, uint32_t r) {
  const part *p = self;
  return (az_row){.view = segment_of(p, p->rows[r])->view};
}

static void *value_new(void *self) {
  const part *p = self;
  void *value = p->inner.ops->value_new(p->inner.self);
  uint32_t n = p->inner.ops->row_count(p->inner.self);
  for (uint32_t r = 0; r < n; r++)
    if (!p->kept[r]) p->inner.ops->value_top(p->inner.self, value, r);
  return value;
}

static void *value_copy(void *self, const void *value) {
  const part *p = self;
  return p->inner.ops->value_copy(p->inner.self, value);
}

static void value_free(void *self, void *value) {
  const part *p = self;
  p->inner.ops->value_free(p->inner.self, value);
}

static void value_top(void *self, void *value, uint32_t r) {
  const part *p = self;
  p->inner.ops->value_top(p->inner.self, value, p->rows[r]);
}

static az_term claim_of(part *p, uint32_t r, const void *value, const segment_state *v,
                        az_state inner) {
  az_store *s = p->frame->outer.store;
  inner.values = v->values;
  if (!v->guard) return az_true(s);
  return az_implies(s, v->guard, p->inner.ops->claim(p->inner.self, p->rows[r], value, &inner));
}

/* Returns the claim. If the loop has written to the state's arrays, the claim has cases: where the
 * rigid index equals a written index, the written index replaces the rigid one, so that the stored
 * value occurs in the claim; elsewhere, elements have their values before the writes. */
static az_term claim(void *self, uint32_t r, const void *value, const az_state *state) {
  part *p = self;
  frame *f = p->frame;
  az_store *s = f->outer.store;
  segment *g = segment_of(p, p->rows[r]);
  az_term guard;
  az_state inner = inner_state(p, p->rows[r], state, &guard);
  writes w = {.s = s, .width = az_sort_width(az_sort_of(s, g->index))};
  bool known = !state->next;
  for (uint32_t i = 0; i < g->width && known; i++)
    if (g->sources[i].kind == ELEMENT && state->values[g->sources[i].at])
      known = array_writes(&w, state->values[g->sources[i].at]);
  if (!known || !w.n)
    return claim_of(p, r, value, array_segment_state(f, g, state->values, g->index, false), inner);
  az_term all = az_true(s), elsewhere = az_true(s);
  for (uint32_t i = 0; i < w.n; i++) {
    az_term here = az_eq(s, g->index, w.at[i]);
    az_term c =
        claim_of(p, r, value, array_segment_state(f, g, state->values, w.at[i], false), inner);
    all = az_and(s, all, az_implies(s, here, c));
    elsewhere = az_and(s, elsewhere, az_not(s, here));
  }
  az_term c =
      claim_of(p, r, value, array_segment_state(f, g, state->values, g->index, true), inner);
  return az_and(s, all, az_implies(s, elsewhere, c));
}

/* A model concerns the row only if its rigid index lies in the row's segment. */
static bool improve(void *self, uint32_t r, void *value, const az_model *model,
                    const az_state *state) {
  part *p = self;
  az_store *s = p->frame->outer.store;
  az_term guard;
  az_state inner = inner_state(p, p->rows[r], state, &guard);
  if (!guard || !az_is_true(s, model->value(model->ctx, guard))) return false;
  return p->inner.ops->improve(p->inner.self, p->rows[r], value, model, &inner);
}

/* Prints the text of the inner domain with "[]" replaced by the cell's name. */
static void put_cells(const char *inner, const char *cell, FILE *out) {
  for (const char *c = inner; *c; c++) {
    bool is_cell = c[0] == '[' && c[1] == ']';
    if (is_cell)
      fprintf(out, "[%s]", cell);
    else
      fputc(*c, out);
    c += is_cell;
  }
}

/* Prints "a[] <= 10" of the segment 0 .. i - 1 as "forall # in 0 .. i - 1: a[#] <= 10". In an array
 * of arrays the outer index is #2. */
/* Returns a row of the inner domain as a claim about the cells of its segment, and frees
 * `inner`. */
static char *of_cells(const part *p, uint32_t r, char *inner) {
  const segment *g = segment_of(p, p->rows[r]);
  if (!inner) return NULL;
  char *text = NULL;
  size_t size;
  FILE *out = az_open_memstream(&text, &size);
  if (!strcmp(inner, "false")) {
    const char *name = p->frame->outer.vars[g->subjects[0]].name;
    fprintf(out, "%.*s[%s]: no such element", (int)strcspn(name, "["), name, g->range);
  } else if (strchr(inner, '#') || strstr(g->range, " .. ")) {
    const char *index = strstr(inner, "forall #2 ")  ? "#3"
                        : strstr(inner, "forall # ") ? "#2"
                                                     : "#";
    fprintf(out, "forall %s in %s: ", index, g->range);
    put_cells(inner, index, out);
  } else {
    put_cells(inner, g->range, out);
  }
  az_close_memstream(out);
  free(inner);
  return text;
}

static char *print(void *self, uint32_t r, const void *value) {
  const part *p = self;
  return of_cells(p, r, p->inner.ops->print(p->inner.self, p->rows[r], value));
}

/* Returns NULL for rows with bounds: their text is derived from the text of a value. */
static char *row_text(void *self, uint32_t r) {
  const part *p = self;
  const bool known = p->inner.ops->row_text != NULL;
  return known ? of_cells(p, r, p->inner.ops->row_text(p->inner.self, p->rows[r])) : NULL;
}

/* ---- numeric rows ---------------------------------------------------------------------------- */

static uint32_t width(void *self, uint32_t r) {
  const part *p = self;
  return p->numeric->width(p->inner.self, p->rows[r]) + 1;
}

static void range(void *self, uint32_t r, az_wide *least, az_wide *greatest) {
  const part *p = self;
  p->numeric->range(p->inner.self, p->rows[r], least, greatest);
  --*least;
}

static az_term expression(void *self, uint32_t r, const az_state *state) {
  part *p = self;
  az_store *s = p->frame->outer.store;
  az_wide least, greatest;
  range(self, r, &least, &greatest);
  az_term none = az_bv_wide(s, width(self, r), least), guard;
  az_state inner = inner_state(p, p->rows[r], state, &guard);
  if (!guard) return none;
  az_term e = p->numeric->expression(p->inner.self, p->rows[r], &inner);
  return az_ite(s, guard, az_sext(s, e, width(self, r)), none);
}

static bool get_bound(void *self, uint32_t r, const void *value, az_wide *bound) {
  const part *p = self;
  az_wide greatest;
  if (!p->numeric->bound(p->inner.self, p->rows[r], value, bound)) range(self, r, bound, &greatest);
  return true;
}

static void set_bound(void *self, uint32_t r, void *value, az_wide bound) {
  const part *p = self;
  az_wide least, greatest;
  p->numeric->range(p->inner.self, p->rows[r], &least, &greatest);
  p->numeric->set_bound(p->inner.self, p->rows[r], value, bound < least ? least - 1 : bound);
}

static uint32_t arity(void *self, uint32_t r) {
  const part *p = self;
  return p->numeric->arity(p->inner.self, p->rows[r]);
}

static bool implied(void *self, uint32_t r, const void *value, az_wide *bound) {
  const part *p = self;
  az_wide greatest;
  if (!p->numeric->implied(p->inner.self, p->rows[r], value, bound))
    range(self, r, bound, &greatest);
  return true;
}

static az_facets part_facets(void *self) {
#define NUMERIC                                                                                    \
  .width = width, .expression = expression, .range = range, .bound = get_bound,                    \
  .set_bound = set_bound
  static const az_numeric_facet plain = {NUMERIC}, with_arity = {NUMERIC, .arity = arity},
                                full = {NUMERIC, .arity = arity, .implied = implied};
  const part *p = self;
  return (az_facets){.numeric = !p->numeric           ? NULL
                                : !p->numeric->arity  ? &plain
                                : p->numeric->implied ? &full
                                                      : &with_arity,
                     .note = az_domain_facets(&p->inner).note,
                     .segmentation = p->frame->text};
}

static const az_domain_ops part_operations = {.close = close_part,
                                              .row_count = row_count,
                                              .row = row,
                                              .value_new = value_new,
                                              .value_copy = value_copy,
                                              .value_free = value_free,
                                              .value_top = value_top,
                                              .claim = claim,
                                              .improve = improve,
                                              .print = print,
                                              .row_text = row_text,
                                              .facets = part_facets};

/* ---- which rows are about the elements ------------------------------------------------------- */

static az_term zero_value(void *ctx, az_term t) {
  az_store *s = ctx;
  az_eval *e = az_eval_new(s, NULL, NULL);
  az_term v = az_eval_term(e, t);
  az_eval_free(e);
  return v;
}

/* Returns whether the row mentions an element of an array that is cut here, that is, whether its
 * expression or claim changes when these elements are renamed. Returns true if that is unknown. */
static bool is_about_elements(const part *p, const segment *g, uint32_t r, const az_term *one,
                              const az_term *other) {
  const az_domain_ops *ops = p->inner.ops;
  az_store *s = p->frame->outer.store;
  uint32_t view = (uint32_t)(g - p->frame->segments);
  az_state a = {.view = view, .values = one, .next = one}, b = {view, other, other};
  if (p->numeric) {
    a.next = b.next = NULL;
    const az_term of_a = p->numeric->expression(p->inner.self, r, &a);
    return p->numeric->expression(p->inner.self, r, &b) != of_a;
  }
  void *value = ops->value_new(p->inner.self);
  az_model zeros = {zero_value, s};
  ops->improve(p->inner.self, r, value, &zeros, &a);
  az_term x = ops->claim(p->inner.self, r, value, &a), y = ops->claim(p->inner.self, r, value, &b);
  ops->value_free(p->inner.self, value);
  return x != y || az_is_const(s, x);
}

static void keep_rows(part *p) {
  const frame *f = p->frame;
  az_store *s = f->outer.store;
  uint32_t n = p->inner.ops->row_count(p->inner.self), widest = 0;
  p->kept = az_calloc(n + 1, sizeof *p->kept);
  for (size_t i = 0; i < arrlenu(f->segments); i++)
    if (f->segments[i].width > widest) widest = f->segments[i].width;
  p->next = az_calloc(widest + 1, sizeof *p->next);
  az_term *one = az_calloc(widest + 1, sizeof *one), *other = az_calloc(widest + 1, sizeof *other);
  const segment *of = NULL;
  for (uint32_t r = 0; r < n; r++) {
    const segment *g = segment_of(p, r);
    for (uint32_t i = 0; i < g->width && g != of; i++) {
      const az_term *state = g->use->state;
      az_term t = array_source(f, g, &g->sources[i], state, NULL);
      one[i] = az_fresh(s, az_sort_of(s, t), "one");
      other[i] = g->sources[i].subject ? az_fresh(s, az_sort_of(s, t), "other") : one[i];
    }
    of = g;
    p->kept[r] = is_about_elements(p, g, r, one, other);
    if (p->kept[r]) arrput(p->rows, r);
  }
  free(one);
  free(other);
}

/* ---- the domain: a tuple of parts ------------------------------------------------------------ */

/* Returns whether the domain has a policy that cuts arrays, and so describes whole arrays. */
static bool cuts_arrays(const az_module *domain) {
  const az_option *o = domain->options;
  while (o && o->name && o->type != AZ_OPT_POLICY) o++;
  return o && o->name;
}

/* Returns whether a part of the domain has rows only for claims that an analysis along the control
 * flow finds. Such an analysis is about the variables of the program, not about elements. */
static bool needs_analysis(const az_domain *d) {
  const az_facets facets = az_domain_facets(d);
  bool needs = facets.found_claims != NULL;
  for (uint32_t i = 0; !needs && facets.inner && i < facets.inner->count(d->self); i++)
    needs = needs_analysis(facets.inner->component(d->self, i));
  return needs;
}

/* Returns an error if the rows of the domain cannot be about elements of arrays. */
static az_status check_cells(const az_domain *d, az_error *err) {
  if (az_domain_facets(d).measure)
    return az_fail(err, AZ_ERR_INPUT, "array.cells: '%s' is about loops, not about elements",
                   d->module->name);
  if (needs_analysis(d))
    return az_fail(
        err, AZ_ERR_INPUT,
        "array.cells: '%s' finds its claims along the control flow, about variables, not "
        "about elements of arrays (segments{ elements = ... } does)",
        d->module->name);
  return AZ_OK;
}

static az_status add_part(az_tuple *t, frame *f, const az_desc *cells, az_error *err) {
  az_desc *const *components;
  /* Arrays of arrays are one array of all their elements, so array{ array{ a } } is array{ a }. */
  while (!strcmp(cells->module->name, "array")) {
    if (az_desc_modules(cells, "segments", &components))
      return az_fail(err, AZ_ERR_INPUT,
                     "array.cells: the segments of nested arrays are those of the outer array");
    if (!az_desc_modules(cells, "cells", &components)) break;
    cells = components[0];
  }
  if (cuts_arrays(cells->module))
    return az_fail(err, AZ_ERR_INPUT, "array.cells: '%s' is about arrays, not about their elements",
                   cells->module->name);
  if (!strcmp(cells->module->name, "product")) { /* array{ product{ a, b } }: product of array{ a }
                                                    and array{ b } */
    size_t n = az_desc_modules(cells, "components", &components);
    az_status status = AZ_OK;
    for (size_t i = 0; i < n && status == AZ_OK; i++) status = add_part(t, f, components[i], err);
    return status;
  }
  part *p = az_calloc(1, sizeof *p);
  p->frame = f;
  az_status status = az_domain_open(&f->inner, cells, &p->inner, err);
  if (status == AZ_OK) {
    status = check_cells(&p->inner, err);
    if (status != AZ_OK) az_domain_close(&p->inner);
  }
  if (status != AZ_OK) {
    free(p);
    return status;
  }
  p->numeric = az_domain_facets(&p->inner).numeric;
  keep_rows(p);
  az_domain d = {p->inner.module, &part_operations, p, cells};
  az_tuple_add(t, &d, true);
  return AZ_OK;
}

static void close_frame(void *owned) {
  frame *f = owned;
  for (size_t i = 0; i < arrlenu(f->segments); i++) arrfree(f->segments[i].subjects);
  arrfree(f->segments);
  az_subst_free(f->subst);
  free(f->text);
  az_arena_free(f->arena);
}

/* Returns NULL, and sets err, if the module does not exist. */
static az_desc *default_policy(const az_domain_context *context, az_error *err) {
  const az_module *module =
      az_registry_find(context->registry, AZ_MODULE_SEGMENTATION, "written_preloop", err);
  return module ? az_desc_new(module) : NULL;
}

static void *open_array(const az_domain_context *context, const az_desc *options, az_error *err) {
  az_arena *arena = az_arena_new();
  frame *f = AZ_NEW(arena, frame);
  *f = (frame){.outer = *context, .arena = arena, .subst = az_subst_new(context->store)};
  az_tuple *t = az_tuple_new("round_robin");
  az_tuple_own(t, close_frame, f);
  az_desc *const *cells, *const *policy;
  az_desc *standard = NULL;
  if (!az_desc_modules(options, "segments", &policy)) {
    standard = default_policy(context, err);
    policy = &standard;
  }
  bool done = *policy && az_desc_modules(options, "cells", &cells) &&
              array_cut(f, *policy, err) == AZ_OK && add_part(t, f, cells[0], err) == AZ_OK;
  az_desc_free(standard);
  if (!done) {
    az_tuple_close(t);
    return NULL;
  }
  return t;
}

/* Requests values on entry (borders mention them) and objects (their fields may be arrays). */
static void observe(const az_desc *options, az_observations *list) {
  (void)options;
  az_observe(list, "entry_values");
  az_observe(list, "objects");
}

static uint32_t asks(const az_desc *options) {
  (void)options;
  return AZ_ASKS_CONDITIONS | AZ_ASKS_CELLS;
}

static az_facets array_facets(void *self) {
  az_facets facets = az_tuple_facets(self);
  if (facets.inner->count(self))
    facets.segmentation = az_domain_facets(facets.inner->component(self, 0)).segmentation;
  return facets;
}

static const az_domain_ops operations = {
    .open = open_array, .observe = observe, .asks = asks, .facets = array_facets, AZ_TUPLE_ROWS};

static const az_option options[] = {
    {.name = "cells",
     .type = AZ_OPT_DOMAIN,
     .summary = "domain of the elements: array{ cells = interval() }",
     .required = true},
    {.name = "segments",
     .type = AZ_OPT_POLICY,
     .summary = "where arrays are cut (default: written_preloop())"},
    {0}};

AZ_MODULE(array) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "array", "1.0"),
    .summary = "contents of arrays by segments, in any domain: forall # in 0 .. i - 1: a[#] <= 10",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
