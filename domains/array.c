/* Arrays: array{ cells = D, segments = P } (array paper 3). Every array of a loop is cut into
 * segments by the policy P; of the elements of each, D claims what it claims of variables:
 *   lower <= index < upper  and  index < size  implies  T_D(elements at index, index, scalars)
 * where index is one rigid variable, so that the claim is about all indices; the core instantiates
 * it where the program reads.
 *
 * D is opened on a context of its own with one site a segment. Its variables: the elements of all
 * arrays of the loop at the index (so that relations between arrays are rows), the index itself,
 * `#`, and the loop's other variables. Only elements of arrays that are cut there count as
 * changing; rows without one of them are left out. The claim is an implication, so borders are a
 * matter of precision only (soundness.md 7): an empty segment claims nothing, and a border that
 * wraps or lies outside makes another segment, not a wrong one.
 *
 * Rows of a numeric D are numeric: guard ? e : least - 1. The least bound says that the segment is
 * empty. */
#include "ansatz/segmentation.h"
#include "ansatz/tuple.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- segments -------------------------------------------------------------------------------- */

typedef enum source_kind { ELEMENT, INDEX, SCALAR } source_kind;
typedef struct source { /* of a term of the inner state */
  source_kind kind;
  uint32_t at;   /* in the outer state */
  az_term index; /* ELEMENT: that the array is read at */
  int part;      /* ELEMENT of an array of pointers: 0 object, 1 offset; else -1 */
  bool subject;  /* an element of an array that is cut here */
} source;

enum { CACHED = 16, MOST_WRITES = 3 };
typedef struct view { /* an outer state as the segment sees it */
  const az_term *of;
  az_term index;   /* that elements are read at: the rigid one or where the state was written */
  bool unwritten;  /* elsewhere than there */
  az_term *copy;   /* of the outer state that it was made from */
  az_term *values; /* inner state */
  az_term guard;   /* AZ_NO_TERM: something is not known of the outer state */
} view;

typedef struct segment {
  uint32_t site; /* of the program */
  az_border lower, upper;
  const az_array_use *use;
  az_term index, size; /* the rigid variable; AZ_NO_TERM: size not known */
  source *sources;     /* by term of the inner state */
  uint32_t width, outer;
  uint32_t *subjects; /* stb_ds: variables of the program's context */
  view views[CACHED];
  const char *range; /* "0 .. i - 1" */
} segment;

/* What all parts share. */
typedef struct frame {
  az_domain_context outer, inner;
  az_arena *arena;
  segment *segments; /* stb_ds: by site of the inner context */
  az_subst *subst;
  char *text; /* of the segmentation */
} frame;

static az_term rigid_of(const az_store *s, az_term index) {
  return az_kind_of(s, index) == AZ_K_CONCAT ? az_operand(s, index, 1) : index;
}

static void close_frame(void *owned) {
  frame *f = owned;
  for (size_t i = 0; i < arrlenu(f->segments); i++) arrfree(f->segments[i].subjects);
  arrfree(f->segments);
  az_subst_free(f->subst);
  free(f->text);
  az_arena_free(f->arena);
}

/* ---- states ---------------------------------------------------------------------------------- */

/* Where a state's array was written since the head, by position; at most MOST_WRITES. False: there
 * are more. */
typedef struct writes {
  az_store *s;
  uint32_t width, n, steps;
  az_term at[MOST_WRITES];
} writes;

static bool written_at(writes *w, az_term array) {
  while (++w->steps < 48) {
    az_kind kind = az_kind_of(w->s, array);
    if (kind == AZ_K_ITE) {
      if (!written_at(w, az_operand(w->s, array, 1))) return false;
      array = az_operand(w->s, array, 2);
    } else if (kind == AZ_K_STORE) {
      az_term t = az_extract(w->s, az_operand(w->s, array, 1), w->width - 1, 0);
      uint32_t i = 0;
      while (i < w->n && w->at[i] != t) i++;
      if (i == MOST_WRITES) return false;
      if (i == w->n) w->at[w->n++] = t;
      array = az_operand(w->s, array, 0);
    } else {
      return true;
    }
  }
  return false;
}

/* The array before all writes. */
static az_term before_writes(az_store *s, az_term array) {
  for (;;) {
    az_kind kind = az_kind_of(s, array);
    if (kind == AZ_K_ITE)
      return az_ite(s, az_operand(s, array, 0), before_writes(s, az_operand(s, array, 1)),
                    before_writes(s, az_operand(s, array, 2)));
    if (kind != AZ_K_STORE) return array;
    array = az_operand(s, array, 0);
  }
}

static az_term source_value(const frame *f, const segment *g, const source *from,
                            const az_term *state, const view *v) {
  az_store *s = f->outer.store;
  az_term at = v ? v->index : g->index, index = from->index;
  az_term t = from->kind == INDEX ? at : state[from->at];
  if (!t || from->kind != ELEMENT) return t;
  if (at != g->index) index = index == g->index ? at : az_concat(s, az_operand(s, index, 0), at);
  if (v && v->unwritten) t = before_writes(s, t);
  az_term e = az_select(s, t, index);
  if (from->part < 0) return e;
  return from->part ? az_pointer_offset(f->outer.program, e)
                    : az_pointer_object(f->outer.program, e);
}

typedef struct needs {
  const segment *g;
  const az_term *state;
  az_subst *subst;
  bool missing;
} needs;
static void bind_used(void *ctx, az_term var) {
  needs *n = ctx;
  for (uint32_t i = 0; i < n->g->use->state_count; i++) {
    if (n->g->use->state[i] != var) continue;
    if (n->state[i])
      az_subst_bind(n->subst, var, n->state[i]);
    else
      n->missing = true;
  }
}

static az_term guard_of(frame *f, const segment *g, const az_term *state, az_term at) {
  az_store *s = f->outer.store;
  uint32_t width = az_sort_width(az_sort_of(s, g->index)) + 1;
  az_term index = az_zext(s, at, width), terms[2] = {g->lower.at, g->upper.at};
  size_t n = g->upper.at ? 2 : 1;
  az_subst_reset(f->subst);
  needs need = {g, state, f->subst, false};
  az_free_vars(s, terms, n, bind_used, &need);
  if (need.missing) return AZ_NO_TERM;
  az_term guard = az_true(s);
  if (g->lower.at != g->use->first.at)
    guard = az_bv_sle(s, az_subst_apply(f->subst, g->lower.at), index);
  if (g->upper.at && g->upper.at != g->use->last.at)
    guard = az_and(s, guard, az_bv_slt(s, index, az_subst_apply(f->subst, g->upper.at)));
  if (g->size) guard = az_and(s, guard, az_bv_ult(s, at, g->size));
  return guard;
}

static const view *view_of(frame *f, segment *g, const az_term *state, az_term index,
                           bool unwritten) {
  view *v =
      &g->views[(((uintptr_t)state >> 4) + 5 * (index != g->index) + 11 * unwritten) % CACHED];
  if (!v->copy) {
    v->copy = AZ_NEWN(f->arena, az_term, g->outer + 1);
    v->values = AZ_NEWN(f->arena, az_term, g->width + 1);
  } else if (v->of == state && v->index == index && v->unwritten == unwritten &&
             !memcmp(v->copy, state, g->outer * sizeof *state)) {
    return v;
  }
  v->of = state;
  v->index = index;
  v->unwritten = unwritten;
  memcpy(v->copy, state, g->outer * sizeof *state);
  for (uint32_t i = 0; i < g->width; i++)
    v->values[i] = source_value(f, g, &g->sources[i], state, v);
  v->guard = guard_of(f, g, state, index);
  return v;
}

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
  return &p->frame->segments[p->inner.ops->row(p->inner.self, inner_row).site];
}

/* The inner state; *guard: AZ_NO_TERM where the state is not wholly known. */
static az_state inner_state(part *p, uint32_t inner_row, const az_state *state, az_term *guard) {
  segment *g = segment_of(p, inner_row);
  const view *v = view_of(p->frame, g, state->values, g->index, false);
  az_state to = {.site = (uint32_t)(g - p->frame->segments), .values = v->values};
  *guard = v->guard;
  if (state->next) {
    for (uint32_t i = 0; i < g->width; i++)
      p->next[i] = source_value(p->frame, g, &g->sources[i], state->next, NULL);
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
  return (az_row){.site = segment_of(p, p->rows[r])->site};
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

static az_term claim_of(part *p, uint32_t r, const void *value, const view *v, az_state inner) {
  az_store *s = p->frame->outer.store;
  inner.values = v->values;
  if (!v->guard) return az_true(s);
  return az_implies(s, v->guard, p->inner.ops->claim(p->inner.self, p->rows[r], value, &inner));
}

/* Of a state whose arrays were written, by cases: the index is where they were, with that term in
 * place of the rigid index, so that what was stored meets what is claimed of it as terms; or it is
 * not, and the elements are those of before. */
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
      known = written_at(&w, state->values[g->sources[i].at]);
  if (!known || !w.n)
    return claim_of(p, r, value, view_of(f, g, state->values, g->index, false), inner);
  az_term all = az_true(s), elsewhere = az_true(s);
  for (uint32_t i = 0; i < w.n; i++) {
    az_term here = az_eq(s, g->index, w.at[i]);
    az_term c = claim_of(p, r, value, view_of(f, g, state->values, w.at[i], false), inner);
    all = az_and(s, all, az_implies(s, here, c));
    elsewhere = az_and(s, elsewhere, az_not(s, here));
  }
  az_term c = claim_of(p, r, value, view_of(f, g, state->values, g->index, true), inner);
  return az_and(s, all, az_implies(s, elsewhere, c));
}

/* Only where the index lies in the segment does the model speak of the row. */
static bool improve(void *self, uint32_t r, void *value, const az_model *model,
                    const az_state *state) {
  part *p = self;
  az_store *s = p->frame->outer.store;
  az_term guard;
  az_state inner = inner_state(p, p->rows[r], state, &guard);
  if (!guard || !az_is_true(s, model->value(model->ctx, guard))) return false;
  return p->inner.ops->improve(p->inner.self, p->rows[r], value, model, &inner);
}

/* "a[] <= 10" of the segment 0 .. i - 1 is "a[0 .. i - 1] <= 10". */
static char *print(void *self, uint32_t r, const void *value) {
  const part *p = self;
  char *inner = p->inner.ops->print(p->inner.self, p->rows[r], value);
  const segment *g = segment_of(p, p->rows[r]);
  if (!inner) return NULL;
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (!strcmp(inner, "false")) {
    const char *name = p->frame->outer.vars[g->subjects[0]].name;
    fprintf(out, "%.*s[%s]: no such element", (int)strcspn(name, "["), name, g->range);
  } else if (strchr(inner, '#')) {
    for (const char *c = inner; *c; c++) {
      bool cell = c[0] == '[' && c[1] == ']';
      fputs(cell ? "[#]" : (char[]){*c, 0}, out);
      c += cell;
    }
    fprintf(out, " for # in %s", g->range);
  } else {
    for (const char *c = inner; *c; c++) {
      bool cell = c[0] == '[' && c[1] == ']';
      if (cell)
        fprintf(out, "[%s]", g->range);
      else
        fputc(*c, out);
      c += cell;
    }
  }
  fclose(out);
  free(inner);
  return text;
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

static const void *part_facet(void *self, const char *name) {
#define NUMERIC                                                                                    \
  .width = width, .expression = expression, .range = range, .bound = get_bound,                    \
  .set_bound = set_bound
  static const az_numeric_facet plain = {NUMERIC}, with_arity = {NUMERIC, .arity = arity},
                                full = {NUMERIC, .arity = arity, .implied = implied};
  const part *p = self;
  if (!strcmp(name, "numeric") && p->numeric)
    return !p->numeric->arity ? &plain : p->numeric->implied ? &full : &with_arity;
  if (!strcmp(name, "segmentation")) return p->frame->text;
  return !strcmp(name, "note") && p->inner.ops->facet ? p->inner.ops->facet(p->inner.self, name)
                                                      : NULL;
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
                                              .facet = part_facet};

/* ---- which rows are about the elements ------------------------------------------------------- */

static az_term zero_value(void *ctx, az_term t) {
  az_store *s = ctx;
  az_eval *e = az_eval_new(s, NULL, NULL);
  az_term v = az_eval_term(e, t);
  az_eval_free(e);
  return v;
}

/* Does the row speak of an element of an array that is cut here? Its expression or claim changes
 * when these have other names. Where that cannot be told: yes. */
static bool is_about_elements(const part *p, const segment *g, uint32_t r, const az_term *one,
                              const az_term *other) {
  const az_domain_ops *ops = p->inner.ops;
  az_store *s = p->frame->outer.store;
  uint32_t site = (uint32_t)(g - p->frame->segments);
  az_state a = {.site = site, .values = one, .next = one}, b = {site, other, other};
  if (p->numeric) {
    a.next = b.next = NULL;
    return p->numeric->expression(p->inner.self, r, &a) !=
           p->numeric->expression(p->inner.self, r, &b);
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
  p->kept = calloc(n + 1, sizeof *p->kept);
  for (size_t i = 0; i < arrlenu(f->segments); i++)
    if (f->segments[i].width > widest) widest = f->segments[i].width;
  p->next = calloc(widest + 1, sizeof *p->next);
  az_term *one = calloc(widest + 1, sizeof *one), *other = calloc(widest + 1, sizeof *other);
  const segment *of = NULL;
  for (uint32_t r = 0; r < n; r++) {
    const segment *g = segment_of(p, r);
    for (uint32_t i = 0; i < g->width && g != of; i++) {
      const az_term *state = g->use->state;
      az_term t = source_value(f, g, &g->sources[i], state, NULL);
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

/* ---- the inner context ----------------------------------------------------------------------- */

typedef struct builder {
  frame *f;
  az_site *sites; /* stb_ds */
  az_tvar *vars;  /* stb_ds */
  uint32_t *from; /* stb_ds, by inner variable: the outer one; UINT32_MAX: the index */
  const az_desc *policy;
  char **lines; /* stb_ds: of the segmentations' text */
} builder;

static bool is_cut(const az_tvar *v) {
  return v->kind == AZ_TV_ARRAY && v->index && !v->live;
}

static bool is_subject(const segment *g, uint32_t var) {
  for (size_t i = 0; i < arrlenu(g->subjects); i++)
    if (g->subjects[i] == var) return true;
  return false;
}

static const char *element_name(frame *f, const char *name) {
  return strstr(name, "[]") ? name : az_arena_printf(f->arena, "%s[]", name);
}

static void add_source(segment *g, source from, az_arena *arena, uint32_t room) {
  if (!g->sources) g->sources = AZ_NEWN(arena, source, room);
  g->sources[g->width++] = from;
}

/* A cell of a small array, which is a variable of its own beside it. */
static bool is_cell(const az_domain_context *c, const az_tvar *v) {
  if (!strchr(v->name, '[')) return false;
  for (uint32_t a = 0; a < c->var_count; a++)
    if (c->vars[a].site == v->site && c->vars[a].kind == AZ_TV_ARRAY &&
        c->vars[a].object == v->object && v->object != AZ_NONE)
      return true;
  return false;
}

static void add_var(builder *b, az_tvar v, uint32_t from) {
  arrput(b->vars, v);
  arrput(b->from, from);
}

/* The variables of the segment's site. */
static void add_variables(builder *b, uint32_t n) {
  frame *f = b->f;
  const az_domain_context *c = &f->outer;
  segment *g = &f->segments[n];
  uint32_t room = 2 * c->var_count + 4, index_bits = az_sort_width(az_sort_of(c->store, g->index));
  for (uint32_t v = 0; v < c->var_count; v++) {
    const az_tvar *from = &c->vars[v];
    if (from->site != g->site || !is_cut(from) || rigid_of(c->store, from->index) != g->index)
      continue;
    bool subject = is_subject(g, v);
    az_sort element = az_sort_element(az_sort_of(c->store, g->use->state[from->at]));
    bool pointer = c->program && az_sort_width(element) == az_pointer_width(c->program) &&
                   from->bits == az_pointer_width(c->program);
    bool real = c->program && from->type && from->type < c->program->type_count &&
                c->program->types[from->type].kind == AZ_T_FLOAT;
    az_tvar e = {.kind = pointer ? AZ_TV_POINTER
                         : real  ? AZ_TV_FLOAT
                                 : AZ_TV_INT,
                 .site = n,
                 .name = element_name(f, from->name),
                 .type = from->type,
                 .bits = from->bits,
                 .is_signed = from->is_signed,
                 .changes = subject,
                 .object = from->object,
                 .at = g->width};
    add_var(b, e, v);
    source s = {ELEMENT, from->at, from->index, pointer ? 0 : -1, subject};
    add_source(g, s, f->arena, room);
    if (!pointer) continue;
    s.part = 1;
    add_source(g, s, f->arena, room);
    e = (az_tvar){.kind = AZ_TV_INT,
                  .site = n,
                  .name = az_arena_printf(f->arena, "offset(%s)", e.name),
                  .bits = c->program->pointer_bits,
                  .is_signed = true,
                  .changes = subject,
                  .object = from->object,
                  .at = g->width - 1};
    add_var(b, e, v);
  }
  az_tvar index = {.kind = AZ_TV_INT,
                   .site = n,
                   .name = "#",
                   .bits = index_bits,
                   .is_signed = true,
                   .object = AZ_NONE,
                   .at = g->width};
  add_var(b, index, UINT32_MAX);
  add_source(g, (source){.kind = INDEX, .part = -1}, f->arena, room);
  for (uint32_t v = 0; v < c->var_count; v++) {
    az_tvar x = c->vars[v];
    if (x.site != g->site || (x.kind == AZ_TV_ARRAY && !x.live) || is_cell(c, &x)) continue;
    bool second = v && c->vars[v - 1].site == x.site && c->vars[v - 1].kind == AZ_TV_POINTER &&
                  x.at == c->vars[v - 1].at + 1;
    source s = {SCALAR, x.at, AZ_NO_TERM, -1, false};
    if (!second) add_source(g, s, f->arena, room);
    x.at = g->width - 1;
    if (x.kind == AZ_TV_POINTER) {
      s.at++;
      add_source(g, s, f->arena, room);
    }
    x.site = n;
    x.changes = false;
    x.entry = 0;
    add_var(b, x, v);
  }
}

static const char *range_text(frame *f, const segment *g) {
  const char *low = g->lower.text, *high = g->upper.text;
  char *end;
  long long number = strtoll(high, &end, 10);
  if (!*end && *high)
    high = az_arena_printf(f->arena, "%lld", number - 1);
  else if (g->upper.at) {
    size_t n = strlen(high);
    high = n > 4 && !strcmp(high + n - 4, " + 1")
               ? az_arena_printf(f->arena, "%.*s", (int)n - 4, high)
               : az_arena_printf(f->arena, "%s - 1", high);
  } else {
    high = "";
  }
  return !strcmp(low, high) ? low : az_arena_printf(f->arena, "%s .. %s", low, high);
}

static void add_segment(builder *b, const az_array_use *use, az_border lower, az_border upper) {
  frame *f = b->f;
  const az_tvar *array = &f->outer.vars[use->var];
  az_term index = rigid_of(f->outer.store, array->index);
  for (size_t i = 0; i < arrlenu(f->segments); i++) { /* arrays that are cut alike share it */
    segment *g = &f->segments[i];
    if (g->site != array->site || g->index != index || g->lower.at != lower.at ||
        g->upper.at != upper.at || g->size != array->size)
      continue;
    if (!is_subject(g, use->var)) arrput(g->subjects, use->var);
    return;
  }
  segment g = {.site = array->site,
               .lower = lower,
               .upper = upper,
               .use = use,
               .index = index,
               .size = array->size,
               .outer = use->state_count};
  arrput(g.subjects, use->var);
  g.range = range_text(f, &g);
  arrput(f->segments, g);
  az_site site = f->outer.sites[array->site];
  site.name = az_arena_printf(f->arena, "%s %s[%s]", site.name, array->name, g.range);
  arrput(b->sites, site);
}

static az_status cut_array(builder *b, uint32_t var, az_error *err) {
  frame *f = b->f;
  const az_array_use *use = az_array_use_of(&f->outer, var, f->arena);
  if (!use->state) return AZ_OK;
  const az_segmentation *answers;
  uint32_t count, number = 1;
  az_status status = az_segmentation_ask(use, b->policy, &answers, &count, err);
  for (uint32_t i = 0; i < count && status == AZ_OK; i++) {
    const az_segmentation *a = &answers[i];
    const char *text = az_segmentation_text(a, f->arena, &number);
    char *line = NULL;
    size_t size;
    FILE *out = open_memstream(&line, &size);
    fprintf(out, "%s %s: %s\n", f->outer.sites[f->outer.vars[var].site].name,
            f->outer.vars[var].name, text);
    fclose(out);
    arrput(b->lines, line);
    for (uint32_t k = 0; k + 1 < a->count; k++)
      add_segment(b, use, a->borders[k], a->borders[k + 1]);
  }
  return status;
}

/* What the program ties together, by inner variables. */
static const uint32_t *const *relations(const builder *b) {
  const frame *f = b->f;
  if (!f->outer.related) return NULL;
  uint32_t n = (uint32_t)arrlenu(b->vars);
  const uint32_t **related = AZ_NEWN(f->arena, const uint32_t *, n + 1);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t first = i, end = i, k = 0;
    while (first && b->vars[first - 1].site == b->vars[i].site) first--;
    while (end < n && b->vars[end].site == b->vars[i].site) end++;
    uint32_t *list = AZ_NEWN(f->arena, uint32_t, end - first + 1);
    for (uint32_t o = first; o < end; o++)
      if (o != i && (b->from[i] == UINT32_MAX || b->from[o] == UINT32_MAX ||
                     az_tvars_related(&f->outer, b->from[i], b->from[o])))
        list[k++] = o;
    list[k] = UINT32_MAX;
    related[i] = list;
  }
  return related;
}

/* What the program says of elements is what the inner domains may mine: conditions over the
 * elements, the index and the scalars as they are in the canonical state. */
static void suggest_conditions(frame *f) {
  const az_domain_context *c = &f->outer;
  uint32_t n = (uint32_t)arrlenu(f->segments), count = 0;
  az_condition *all = AZ_NEWN(f->arena, az_condition, (size_t)n * c->cell_condition_count + 1);
  const az_term **canonical = AZ_NEWN(f->arena, const az_term *, n + 1);
  f->inner.conditions = NULL;
  f->inner.condition_count = 0;
  if (!c->canonical) return;
  for (uint32_t i = 0; i < n; i++) {
    const segment *g = &f->segments[i];
    const az_term *outer = c->canonical[g->site];
    if (!outer) return;
    az_term *state = AZ_NEWN(f->arena, az_term, g->width + 1);
    for (uint32_t k = 0; k < g->width; k++)
      state[k] = source_value(f, g, &g->sources[k], outer, NULL);
    canonical[i] = state;
    for (uint32_t k = 0; k < c->cell_condition_count; k++)
      if (c->canonical[c->cell_conditions[k].site] == outer)
        all[count++] = (az_condition){i, c->cell_conditions[k].term, true};
  }
  f->inner.canonical = canonical;
  f->inner.conditions = all;
  f->inner.condition_count = count;
}

static az_status make_context(frame *f, const az_desc *policy, az_error *err) {
  builder b = {.f = f, .policy = policy};
  az_status status = AZ_OK;
  for (uint32_t v = 0; v < f->outer.var_count && status == AZ_OK; v++)
    if (is_cut(&f->outer.vars[v])) status = cut_array(&b, v, err);
  for (uint32_t i = 0; i < arrlenu(f->segments); i++) add_variables(&b, i);
  uint32_t sites = (uint32_t)arrlenu(b.sites), vars = (uint32_t)arrlenu(b.vars);
  f->inner = f->outer;
  f->inner.canonical = f->inner.entry = f->inner.next = NULL;
  f->inner.cell_conditions = NULL;
  f->inner.cell_condition_count = 0;
  f->inner.always = NULL; /* of segments nobody knows */
  suggest_conditions(f);
  f->inner.related = relations(&b);
  az_site *kept_sites = AZ_NEWN(f->arena, az_site, sites + 1);
  az_tvar *kept_vars = AZ_NEWN(f->arena, az_tvar, vars + 1);
  if (sites) memcpy(kept_sites, b.sites, sites * sizeof *kept_sites);
  if (vars) memcpy(kept_vars, b.vars, vars * sizeof *kept_vars);
  f->inner.sites = kept_sites;
  f->inner.site_count = sites;
  f->inner.vars = kept_vars;
  f->inner.var_count = vars;
  size_t size;
  FILE *out = open_memstream(&f->text, &size);
  for (size_t i = 0; i < arrlenu(b.lines); i++) {
    fputs(b.lines[i], out);
    free(b.lines[i]);
  }
  fclose(out);
  arrfree(b.lines);
  arrfree(b.sites);
  arrfree(b.vars);
  arrfree(b.from);
  return status;
}

/* ---- the domain: a tuple of parts ------------------------------------------------------------ */

static az_status add_part(az_tuple *t, frame *f, const az_desc *cells, az_error *err) {
  az_desc *const *components;
  if (!strcmp(cells->module->name, "product")) { /* array{ product{ a, b } }: of a and of b */
    size_t n = az_desc_modules(cells, "components", &components);
    az_status status = AZ_OK;
    for (size_t i = 0; i < n && status == AZ_OK; i++) status = add_part(t, f, components[i], err);
    return status;
  }
  part *p = calloc(1, sizeof *p);
  p->frame = f;
  az_status status = az_domain_open(&f->inner, cells, &p->inner, err);
  if (status != AZ_OK) {
    free(p);
    return status;
  }
  const az_domain_ops *ops = p->inner.ops;
  p->numeric = ops->facet ? ops->facet(p->inner.self, "numeric") : NULL;
  keep_rows(p);
  az_domain d = {p->inner.module, &part_operations, p, cells};
  az_tuple_add(t, &d, true);
  return AZ_OK;
}

static void *open_array(const az_domain_context *context, const az_desc *options, az_error *err) {
  az_arena *arena = az_arena_new();
  frame *f = AZ_NEW(arena, frame);
  *f = (frame){.outer = *context, .arena = arena, .subst = az_subst_new(context->store)};
  az_tuple *t = az_tuple_new("turns");
  az_tuple_own(t, close_frame, f);
  az_desc *const *cells, *const *policy;
  size_t n = az_desc_modules(options, "segments", &policy);
  if (!az_desc_modules(options, "cells", &cells) ||
      make_context(f, n ? policy[0] : NULL, err) != AZ_OK ||
      add_part(t, f, cells[0], err) != AZ_OK) {
    az_tuple_close(t);
    return NULL;
  }
  return t;
}

static bool takes(const az_tvar *var) {
  return is_cut(var);
}

static const void *array_facet(void *self, const char *name) {
  const az_inner_facet *inner = az_tuple_facet(self, "inner");
  if (strcmp(name, "segmentation") || !inner->count(self)) return az_tuple_facet(self, name);
  return part_facet(inner->component(self, 0)->self, name);
}

static const az_domain_ops operations = {.open = open_array,
                                         .takes = takes,
                                         .close = az_tuple_close,
                                         .row_count = az_tuple_row_count,
                                         .row = az_tuple_row,
                                         .value_new = az_tuple_value_new,
                                         .value_copy = az_tuple_value_copy,
                                         .value_free = az_tuple_value_free,
                                         .value_top = az_tuple_value_top,
                                         .claim = az_tuple_claim,
                                         .improve = az_tuple_improve,
                                         .print = az_tuple_print,
                                         .facet = array_facet};

static const az_option options[] = {
    {.name = "cells",
     .type = AZ_OPT_DOMAIN,
     .summary = "what is claimed of elements: array{ cells = interval() }",
     .required = true},
    {.name = "segments",
     .type = AZ_OPT_POLICY,
     .summary = "where arrays are cut (default: written_preloop())"},
    {0}};

AZ_MODULE(array) = {
    .abi = AZ_ABI,
    .size = sizeof(az_module),
    .kind = AZ_MODULE_DOMAIN,
    .name = "array",
    .version = "1.0",
    .summary = "contents of arrays by segments, in any domain: a[0 .. i - 1] <= 10",
    .options = options,
    .operations = &operations,
    .operations_size = sizeof operations,
};
