/* The representation of a segmentation, and its text as in the slides of [cousot2011]:
 * <{0},[0,0],{i}?,[-oo,+oo],{n,10}>. */
#include "segments.h"
#include <stb/stb_ds.h>
#include <stdio.h>

/* ---- values of segments ---------------------------------------------------------------------- */

void *cells_top(const cell_domain *cells) {
  const az_transfer *t = &cells->domain;
  void *value = t->ops->top(t->self);
  for (uint32_t v = 0; v < CELL_VARS; v++) t->ops->add(t->self, value, v, AZ_NO_TERM);
  return value;
}

void *cells_bottom(const cell_domain *cells) {
  void *value = cells_top(cells);
  cells->domain.ops->set_bottom(cells->domain.self, value);
  return value;
}

void *cells_copy(const cell_domain *cells, const void *value) {
  return cells->domain.ops->copy(cells->domain.self, value);
}

void cells_free(const cell_domain *cells, void *value) {
  if (value) cells->domain.ops->free(cells->domain.self, value);
}

/* ---- segmentations --------------------------------------------------------------------------- */

uint32_t segmentation_last(const segmentation *s) {
  return (uint32_t)arrlenu(s->values);
}

segmentation *segmentation_new(const cell_domain *cells) {
  segmentation *s = az_calloc(1, sizeof *s);
  s->refs = 1;
  s->cells = cells;
  return s;
}

segmentation *segmentation_ref(segmentation *s) {
  if (s) s->refs++;
  return s;
}

void segmentation_free(segmentation *s) {
  if (!s || --s->refs) return;
  for (size_t i = 0; i < arrlenu(s->bounds); i++) bound_free(&s->bounds[i]);
  for (size_t i = 0; i < arrlenu(s->values); i++) cells_free(s->cells, s->values[i]);
  arrfree(s->bounds);
  arrfree(s->values);
  free(s);
}

segmentation *segmentation_copy(const segmentation *s) {
  segmentation *copy = segmentation_new(s->cells);
  for (size_t i = 0; i < arrlenu(s->bounds); i++) {
    const bound at = bound_copy(&s->bounds[i]);
    arrput(copy->bounds, at);
    void *value = i ? cells_copy(s->cells, s->values[i - 1]) : NULL;
    if (i) arrput(copy->values, value);
  }
  return copy;
}

segmentation *segmentation_smashed(const segments *d, uint32_t array) {
  const array_kind *kind = &d->arrays[array];
  segmentation *s = segmentation_new(kind->cells);
  az_sum zero = {0}, length = {.count = 1, .of = {{kind->length, false, 1}}};
  segmentation_append(s, NULL, bound_of(&zero, false));
  segmentation_append(s, cells_top(kind->cells), bound_of(&length, false));
  return s;
}

void segmentation_append(segmentation *s, void *value, bound b) {
  if (arrlenu(s->bounds)) arrput(s->values, value);
  arrput(s->bounds, b);
}

static void join_value(segmentation *s, uint32_t into, const void *value) {
  s->cells->domain.ops->join(s->cells->domain.self, s->values[into], value);
}

/* Drops the bound `at` and the segment before it. */
static void drop(segmentation *s, uint32_t at) {
  bound_free(&s->bounds[at]);
  arrdel(s->bounds, at);
  cells_free(s->cells, s->values[at - 1]);
  arrdel(s->values, at - 1);
}

bool segments_joined_maybe(const segments *d, bool first, bool second) {
  return d->reduce == REDUCE_NEVER ? first || second : first && second;
}

void segmentation_join_range(const segments *d, segmentation *s, uint32_t first, uint32_t behind) {
  for (uint32_t n = behind - first; n > 1; n--) {
    /* The second of the two segments gets the join, since the first is dropped with the bound. */
    join_value(s, first + 1, s->values[first]);
    bound *middle = &s->bounds[first + 1], *high = &s->bounds[first + 2];
    high->maybe = segments_joined_maybe(d, middle->maybe, high->maybe);
    drop(s, first + 1);
  }
}

void segmentation_merge(const segments *d, segmentation *s, uint32_t first, uint32_t last) {
  for (uint32_t n = last - first; n > 0; n--) {
    bound *lower = &s->bounds[first], *upper = &s->bounds[first + 1];
    bool maybe = lower->maybe;
    /* As in the slides of [cousot2011], the expressions of the array's first bound come first. */
    if (first) {
      bound_add_all(d, upper, lower);
      bound t = *lower;
      *lower = *upper, *upper = t;
    } else {
      bound_add_all(d, lower, upper);
    }
    s->bounds[first].maybe = maybe;
    drop(s, first + 1);
  }
}

void segmentation_split(segmentation *s, uint32_t segment, bound b, bool behind_maybe) {
  void *half = cells_copy(s->cells, s->values[segment]);
  arrins(s->values, segment, half);
  s->bounds[segment + 1].maybe = behind_maybe;
  arrins(s->bounds, segment + 1, b);
}

void segmentation_clean(const segments *d, segmentation *s) {
  for (uint32_t i = 1; i + 1 < arrlenu(s->bounds);)
    if (!arrlenu(s->bounds[i].of))
      segmentation_join_range(d, s, i - 1, i + 1);
    else
      i++;
}

uint32_t segmentation_position(const segmentation *s, const az_sum *sum) {
  for (uint32_t i = 0; i < arrlenu(s->bounds); i++)
    if (bound_has(&s->bounds[i], sum)) return i;
  return AZ_NONE;
}

bool segmentation_mentions(const segmentation *s, az_term var) {
  for (size_t i = 0; i < arrlenu(s->bounds); i++)
    for (size_t k = 0; k < arrlenu(s->bounds[i].of); k++)
      if (sum_has(&s->bounds[i].of[k], var)) return true;
  return false;
}

/* ---- printing -------------------------------------------------------------------------------- */

static const char *name_of(void *ctx, az_term var) {
  const segments *d = ctx;
  uint32_t v = d->context->var_of(d->context, var);
  return v == AZ_NONE ? az_var_name(d->context->store, var) : d->context->vars[v].name;
}

/* Prints expressions with a variable that has no C name (the array's length, a temporary of the
 * compiler) only if the set has no other expressions. */
static void print_bound(const segments *d, const bound *b, FILE *out) {
  const char *separator = "{";
  bool named = false;
  for (size_t i = 0; i < arrlenu(b->of); i++) named = named || sum_is_named(d, &b->of[i]);
  for (size_t i = 0; i < arrlenu(b->of); i++) {
    const az_sum *sum = &b->of[i];
    if (named && !sum_is_named(d, sum)) continue;
    char *text = az_sum_text(d->context->store, sum, name_of, (void *)d);
    fprintf(out, "%s%s", separator, text);
    free(text);
    separator = ",";
  }
  fprintf(out, "}%s", b->maybe ? "?" : "");
}

char *segmentation_print(const segments *d, const segmentation *s) {
  char *text = NULL;
  size_t size;
  FILE *out = az_open_memstream(&text, &size);
  fputs("<", out);
  for (size_t i = 0; i < arrlenu(s->bounds); i++) {
    if (i) {
      const az_transfer *t = &s->cells->domain;
      char *value = t->ops->print_variable(t->self, s->values[i - 1], CELL_VALUE);
      if (!value) value = t->ops->print(t->self, s->values[i - 1]);
      fprintf(out, ",%s,", value);
      free(value);
    }
    print_bound(d, &s->bounds[i], out);
  }
  fputs(">", out);
  az_close_memstream(out);
  return text;
}
