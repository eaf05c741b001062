/* Cuts the arrays of all loops, and creates the context on which the array domain opens the inner
 * domain, with one view for each segment. */
#include "array_segments.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static az_term rigid_of(const az_store *s, az_term index) {
  return az_kind_of(s, index) == AZ_K_CONCAT ? az_operand(s, index, 1) : index;
}

typedef struct builder {
  frame *f;
  az_view *views; /* stb_ds */
  az_tvar *vars;  /* stb_ds */
  uint32_t *from; /* stb_ds, by inner variable: the outer variable, or UINT32_MAX for the index */
  const az_desc *policy;
  char **lines; /* stb_ds: the text of the segmentations */
} builder;

static bool is_cut(const az_tvar *v) {
  return v->kind == AZ_TV_ARRAY && v->index;
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

/* Returns whether the elements are neither pointers nor floats. */
static bool is_number(const az_domain_context *c, const az_tvar *v) {
  if (!c->program) return true;
  bool real =
      v->type && v->type < c->program->type_count && c->program->types[v->type].kind == AZ_T_FLOAT;
  return v->bits != az_pointer_width(c->program) && !real;
}

static void add_var(builder *b, az_tvar v, uint32_t from) {
  arrput(b->vars, v);
  arrput(b->from, from);
}

/* Maximum number of variables for elements that conditions of the program read at indices other
 * than the rigid one, such as b[n - # - 1]. */
enum { MOST_ELSEWHERE = 4 };
static void add_elsewhere(builder *b, uint32_t n, az_term at, uint32_t var, uint32_t room) {
  frame *f = b->f;
  segment *g = &f->segments[n];
  az_store *s = f->outer.store;
  const az_tvar *from = &f->outer.vars[var];
  az_subst_reset(f->subst);
  for (uint32_t i = 0; i < g->use->state_count; i++) {
    az_term t = f->outer.canonical[g->view][i];
    if (!az_is_const(s, t) && az_sort_kind_of(az_sort_of(s, t)) == AZ_SORT_BV)
      az_subst_bind(f->subst, t, g->use->state[i]);
  }
  source e = {ELSEWHERE, from->at, az_subst_apply(f->subst, at), -1, is_subject(g, var)};
  for (uint32_t i = 0, others = 0; i < g->width; i++) {
    if (g->sources[i].kind != ELSEWHERE) continue;
    if (g->sources[i].at == e.at && g->sources[i].index == e.index) return;
    if (++others == MOST_ELSEWHERE) return;
  }
  const char *name = element_name(f, from->name);
  int end = (int)strcspn(name, "[");
  az_tvar x = {.kind = AZ_TV_INT,
               .view = n,
               .name = az_arena_printf(f->arena, "%.*s[%s]%s", end, name,
                                       az_border_text(g->use, e.index), name + end + 2),
               .type = from->type,
               .bits = from->bits,
               .is_signed = from->is_signed,
               .changes = e.subject,
               .object = from->object,
               .at = g->width};
  add_var(b, x, var);
  add_source(g, e, f->arena, room);
}

static void add_all_elsewhere(builder *b, uint32_t n, uint32_t room) {
  const az_domain_context *c = &b->f->outer;
  segment *g = &b->f->segments[n];
  az_term *stack = NULL;
  struct {
    az_term key;
    char value;
  } *seen = NULL;
  for (uint32_t k = 0; c->canonical && k < c->cell_condition_count; k++)
    if (c->canonical[c->cell_conditions[k].view] == c->canonical[g->view])
      arrput(stack, c->cell_conditions[k].term);
  while (arrlenu(stack)) {
    az_term t = arrpop(stack);
    if (hmgeti(seen, t) >= 0) continue;
    hmput(seen, t, 1);
    for (uint32_t i = 0; i < az_arity(c->store, t); i++) arrput(stack, az_operand(c->store, t, i));
    if (az_kind_of(c->store, t) != AZ_K_SELECT) continue;
    for (uint32_t v = 0; v < c->var_count; v++) {
      const az_tvar *from = &c->vars[v];
      if (from->view == g->view && is_cut(from) && from->index == g->index &&
          c->canonical[g->view][from->at] == az_operand(c->store, t, 0) &&
          az_operand(c->store, t, 1) != g->index && is_number(c, from))
        add_elsewhere(b, n, az_operand(c->store, t, 1), v, room);
    }
  }
  arrfree(stack);
  hmfree(seen);
}

/* Adds the variables of the segment's view. */
static void add_variables(builder *b, uint32_t n) {
  frame *f = b->f;
  const az_domain_context *c = &f->outer;
  segment *g = &f->segments[n];
  uint32_t room = 2 * c->var_count + MOST_ELSEWHERE + 4;
  uint32_t index_bits = az_sort_width(az_sort_of(c->store, g->index));
  for (uint32_t v = 0; v < c->var_count; v++) {
    const az_tvar *from = &c->vars[v];
    if (from->view != g->view || !is_cut(from) || rigid_of(c->store, from->index) != g->index)
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
                 .view = n,
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
                  .view = n,
                  .name = az_arena_printf(f->arena, "offset(%s)", e.name),
                  .bits = c->program->pointer_bits,
                  .is_signed = true,
                  .changes = subject,
                  .object = from->object,
                  .at = g->width - 1};
    add_var(b, e, v);
  }
  add_all_elsewhere(b, n, room);
  az_tvar index = {.kind = AZ_TV_INT,
                   .view = n,
                   .name = "#",
                   .bits = index_bits,
                   .is_signed = true,
                   .object = AZ_NONE,
                   .at = g->width};
  add_var(b, index, UINT32_MAX);
  add_source(g, (source){.kind = INDEX, .part = -1}, f->arena, room);
  for (uint32_t v = 0; v < c->var_count; v++) {
    az_tvar x = c->vars[v];
    if (x.view != g->view || (x.kind == AZ_TV_ARRAY && !az_tvar_live_site(&x)) || x.auxiliary ||
        az_tvar_is_cell(&x))
      continue;
    bool second = v && c->vars[v - 1].view == x.view && c->vars[v - 1].kind == AZ_TV_POINTER &&
                  x.at == c->vars[v - 1].at + 1;
    source s = {SCALAR, x.at, AZ_NO_TERM, -1, false};
    if (!second) add_source(g, s, f->arena, room);
    x.at = g->width - 1;
    if (x.kind == AZ_TV_POINTER) {
      s.at++;
      add_source(g, s, f->arena, room);
    }
    x.view = n;
    x.changes = false;
    x.entry = x.there = 0;
    add_var(b, x, v);
  }
}

static const char *range_text(frame *f, const segment *g, const char *when) {
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
  const char *text = !strcmp(low, high) ? low : az_arena_printf(f->arena, "%s .. %s", low, high);
  if (g->when) text = az_arena_printf(f->arena, "%s, %s", text, when);
  if (!g->stride) return text;
  az_wide from;
  if (az_const_wide(f->outer.store, g->from.at, true, &from))
    return az_arena_printf(f->arena, "%s, %% %u = %u", text, g->stride,
                           ((uint32_t)from + g->rest) % g->stride);
  return az_arena_printf(f->arena, "%s, %% %u = (%s + %u) %% %u", text, g->stride, g->from.text,
                         g->rest, g->stride);
}

/* ---- segments -------------------------------------------------------------------------------- */

/* Returns the number of segments between border k and the next one. */
static uint32_t parts_between(const az_array_use *use, const az_segmentation *s, uint32_t k) {
  az_term low = s->borders[k].at, high = s->borders[k + 1].at;
  az_wide cells;
  if (!s->stride || !high) return s->stride ? s->stride : 1;
  az_store *store = use->context->store;
  bool one = az_const_wide(store, az_bv_sub(store, high, low), true, &cells) && cells == 1;
  return one ? 1 : s->stride;
}

/* Returns "{0} S1 {i} S2 {i + 1} S3 {n}", where numbers begin at *number; with a stride "{0} S1 S2
 * {i} S3 S4 {n} by 2 from i"; with a condition "... if i <= j". */
static const char *segmentation_text(const az_array_use *use, const az_segmentation *s,
                                     az_arena *arena, uint32_t *number) {
  const char *text = "";
  for (uint32_t i = 0; i < s->count; i++) {
    text = az_arena_printf(arena, "%s{%s}", text, s->borders[i].text);
    if (i + 1 == s->count) break;
    for (uint32_t p = parts_between(use, s, i); p; p--)
      text = az_arena_printf(arena, "%s S%u", text, (*number)++);
    text = az_arena_printf(arena, "%s ", text);
  }
  if (s->stride) text = az_arena_printf(arena, "%s by %u from %s", text, s->stride, s->from.text);
  return s->when ? az_arena_printf(arena, "%s if %s", text, s->when_text) : text;
}

/* Adds the segment between border k and the next one or, with a stride, only its cells with
 * remainder `rest`. */
static void add_segment(builder *b, const az_array_use *use, const az_segmentation *of, uint32_t k,
                        uint32_t rest) {
  az_border lower = of->borders[k], upper = of->borders[k + 1];
  uint32_t stride = parts_between(use, of, k) > 1 ? of->stride : 0;
  frame *f = b->f;
  const az_tvar *array = &f->outer.vars[use->var];
  az_term index = rigid_of(f->outer.store, array->index);
  for (size_t i = 0; i < arrlenu(f->segments); i++) { /* arrays cut alike share a segment */
    segment *g = &f->segments[i];
    if (g->view != array->view || g->index != index || g->lower.at != lower.at ||
        g->upper.at != upper.at || g->size != array->size || g->stride != stride ||
        g->rest != rest || g->when != of->when || (stride && g->from.at != of->from.at))
      continue;
    if (!is_subject(g, use->var)) arrput(g->subjects, use->var);
    return;
  }
  segment g = {.view = array->view,
               .lower = lower,
               .upper = upper,
               .from = of->from,
               .stride = stride,
               .rest = rest,
               .when = of->when,
               .use = use,
               .index = index,
               .size = array->size,
               .outer = use->state_count};
  arrput(g.subjects, use->var);
  g.range = range_text(f, &g, of->when_text);
  arrput(f->segments, g);
  az_view view = f->outer.views[array->view];
  view.name = az_arena_printf(f->arena, "%s %s[%s]", view.name, array->name, g.range);
  view.of = (uint32_t)arrlenu(b->views); /* all states of its kind: views of cells restrict none */
  arrput(b->views, view);
}

static az_status cut_array(builder *b, uint32_t var, az_error *err) {
  frame *f = b->f;
  const az_array_use *use = array_use_of(&f->outer, var, f->arena);
  if (!use->state) return AZ_OK;
  const az_segmentation *answers;
  uint32_t count, number = 1;
  az_status status = az_segmentation_ask(use, b->policy, &answers, &count, err);
  for (uint32_t i = 0; i < count && status == AZ_OK; i++) {
    const az_segmentation *a = &answers[i];
    const char *text = segmentation_text(use, a, f->arena, &number);
    char *line = NULL;
    size_t size;
    FILE *out = az_open_memstream(&line, &size);
    fprintf(out, "%s %s: %s\n", f->outer.views[f->outer.vars[var].view].name,
            f->outer.vars[var].name, text);
    az_close_memstream(out);
    arrput(b->lines, line);
    for (uint32_t k = 0; k + 1 < a->count; k++)
      for (uint32_t p = 0; p < parts_between(use, a, k); p++) add_segment(b, use, a, k, p);
  }
  return status;
}

/* Returns the pairs of variables that the program relates, as inner variables. */
static const uint32_t *const *relations(const builder *b) {
  const frame *f = b->f;
  if (!f->outer.related) return NULL;
  uint32_t n = (uint32_t)arrlenu(b->vars);
  const uint32_t **related = AZ_NEWN(f->arena, const uint32_t *, n + 1);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t first = i, end = i, k = 0;
    while (first && b->vars[first - 1].view == b->vars[i].view) first--;
    while (end < n && b->vars[end].view == b->vars[i].view) end++;
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

/* Provides conditions for the inner domains to mine: the program's conditions over the elements,
 * the index and the scalars, as in the canonical state. */
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
    const az_term *outer = c->canonical[g->view];
    if (!outer) return;
    az_term *state = AZ_NEWN(f->arena, az_term, g->width + 1);
    for (uint32_t k = 0; k < g->width; k++)
      state[k] = array_source(f, g, &g->sources[k], outer, NULL);
    canonical[i] = state;
    for (uint32_t k = 0; k < c->cell_condition_count; k++)
      if (c->canonical[c->cell_conditions[k].view] == outer)
        all[count++] = (az_condition){i, c->cell_conditions[k].term, true};
  }
  f->inner.canonical = canonical;
  f->inner.conditions = all;
  f->inner.condition_count = count;
}

az_status array_cut(frame *f, const az_desc *policy, az_error *err) {
  builder b = {.f = f, .policy = policy};
  az_status status = AZ_OK;
  for (uint32_t v = 0; v < f->outer.var_count && status == AZ_OK; v++)
    if (is_cut(&f->outer.vars[v])) status = cut_array(&b, v, err);
  for (uint32_t i = 0; i < arrlenu(f->segments); i++) add_variables(&b, i);
  uint32_t views = (uint32_t)arrlenu(b.views), vars = (uint32_t)arrlenu(b.vars);
  f->inner = f->outer;
  f->inner.canonical = f->inner.entry = f->inner.next = NULL;
  f->inner.cell_conditions = NULL;
  f->inner.cell_condition_count = 0;
  f->inner.always = NULL; /* unknown for segments */
  f->inner.analyses = NULL;
  suggest_conditions(f);
  f->inner.related = relations(&b);
  az_view *kept_views = AZ_NEWN(f->arena, az_view, views + 1);
  az_tvar *kept_vars = AZ_NEWN(f->arena, az_tvar, vars + 1);
  if (views) memcpy(kept_views, b.views, views * sizeof *kept_views);
  if (vars) memcpy(kept_vars, b.vars, vars * sizeof *kept_vars);
  f->inner.views = kept_views;
  f->inner.view_count = views;
  f->inner.vars = kept_vars;
  f->inner.var_count = vars;
  size_t size;
  FILE *out = az_open_memstream(&f->text, &size);
  for (size_t i = 0; i < arrlenu(b.lines); i++) {
    fputs(b.lines[i], out);
    free(b.lines[i]);
  }
  az_close_memstream(out);
  arrfree(b.lines);
  arrfree(b.views);
  arrfree(b.vars);
  arrfree(b.from);
  return status;
}
