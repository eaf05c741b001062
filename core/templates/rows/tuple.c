/* Tuples of domains: each row belongs to one component (domain.h, facet `inner`). A value is a
 * `void *[]`, one value for each component, which the owner of these values can build. */
#include "ansatz/tuple.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct component {
  az_domain domain;
  const az_numeric_facet *numeric; /* or NULL */
  uint32_t first;                  /* its first row in the tuple */
  bool owned;
} component;

struct az_tuple {
  component *components; /* stb_ds */
  uint32_t *owner;       /* stb_ds, by row: index of the component */
  const char *strategy;
  bool all_numeric, all_arity;
  void (*release)(void *owned);
  void *owned;
  char *note; /* the components' notes, one after the other */
};

/* ---- facet `inner` --------------------------------------------------------------------------- */

static uint32_t count(void *self) {
  return (uint32_t)arrlenu(((const az_tuple *)self)->components);
}

static const az_domain *component_at(void *self, uint32_t i) {
  return &((const az_tuple *)self)->components[i].domain;
}

static uint32_t first_row(void *self, uint32_t i) {
  return ((const az_tuple *)self)->components[i].first;
}

static void **slot(void *self, void *value, uint32_t i) {
  (void)self;
  return (void **)value + i;
}

az_tuple *az_tuple_new(const char *strategy) {
  az_tuple *t = az_calloc(1, sizeof *t);
  t->strategy = strategy;
  t->all_numeric = t->all_arity = true;
  return t;
}

void az_tuple_add(az_tuple *t, const az_domain *domain, bool owned) {
  const az_domain_ops *ops = domain->ops;
  component c = {.domain = *domain, .first = (uint32_t)arrlenu(t->owner), .owned = owned};
  const az_facets facets = az_domain_facets(domain);
  c.numeric = facets.numeric;
  t->all_numeric &= c.numeric != NULL;
  t->all_arity &= c.numeric && c.numeric->arity;
  uint32_t index = (uint32_t)arrlenu(t->components), rows = ops->row_count(domain->self);
  for (uint32_t r = 0; r < rows; r++) arrput(t->owner, index);
  arrput(t->components, c);
  if (facets.note) az_tuple_note(t, facets.note);
}

void az_tuple_note(az_tuple *t, const char *text) {
  char *note = az_asprintf("%s%s%s", t->note ? t->note : "", t->note ? "; " : "", text);
  free(t->note);
  t->note = note;
}

void az_tuple_own(az_tuple *t, void (*release)(void *owned), void *owned) {
  t->release = release;
  t->owned = owned;
}

void az_tuple_close(void *self) {
  az_tuple *t = self;
  for (size_t i = 0; i < arrlenu(t->components); i++)
    if (t->components[i].owned) az_domain_close(&t->components[i].domain);
  if (t->release) t->release(t->owned);
  arrfree(t->components);
  arrfree(t->owner);
  free(t->note);
  free(t);
}

/* ---- rows and values ------------------------------------------------------------------------- */

/* Returns the component of a row; *row becomes the row's number in it, *value the component's
 * value. */
static const component *own(void *self, uint32_t *row, void **value) {
  const az_tuple *t = self;
  uint32_t i = t->owner[*row];
  const component *c = &t->components[i];
  *row -= c->first;
  if (value) *value = ((void **)*value)[i];
  return c;
}

uint32_t az_tuple_row_count(void *self) {
  return (uint32_t)arrlenu(((const az_tuple *)self)->owner);
}

az_row az_tuple_row(void *self, uint32_t row) {
  const component *c = own(self, &row, NULL);
  return c->domain.ops->row(c->domain.self, row);
}

void *az_tuple_value_new(void *self) {
  const az_tuple *t = self;
  size_t n = arrlenu(t->components);
  void **value = az_calloc(n + 1, sizeof *value);
  for (size_t i = 0; i < n; i++) {
    const az_domain *d = &t->components[i].domain;
    value[i] = d->ops->value_new(d->self);
  }
  return value;
}

void *az_tuple_value_copy(void *self, const void *from) {
  const az_tuple *t = self;
  size_t n = arrlenu(t->components);
  void **value = az_calloc(n + 1, sizeof *value);
  for (size_t i = 0; i < n; i++) {
    const az_domain *d = &t->components[i].domain;
    value[i] = d->ops->value_copy(d->self, ((void *const *)from)[i]);
  }
  return value;
}

void az_tuple_value_free(void *self, void *value) {
  const az_tuple *t = self;
  for (size_t i = 0; value && i < arrlenu(t->components); i++) {
    const az_domain *d = &t->components[i].domain;
    d->ops->value_free(d->self, ((void **)value)[i]);
  }
  free(value);
}

void az_tuple_value_top(void *self, void *value, uint32_t row) {
  const component *c = own(self, &row, &value);
  c->domain.ops->value_top(c->domain.self, value, row);
}

az_term az_tuple_claim(void *self, uint32_t row, const void *value, const az_state *state) {
  void *v = (void *)(uintptr_t)value;
  const component *c = own(self, &row, &v);
  return c->domain.ops->claim(c->domain.self, row, v, state);
}

bool az_tuple_improve(void *self, uint32_t row, void *value, const az_model *model,
                      const az_state *state) {
  const component *c = own(self, &row, &value);
  return c->domain.ops->improve(c->domain.self, row, value, model, state);
}

char *az_tuple_print(void *self, uint32_t row, const void *value) {
  void *v = (void *)(uintptr_t)value;
  const component *c = own(self, &row, &v);
  return c->domain.ops->print(c->domain.self, row, v);
}

/* ---- facet `numeric` ------------------------------------------------------------------------- */

static uint32_t width(void *self, uint32_t row) {
  const component *c = own(self, &row, NULL);
  return c->numeric->width(c->domain.self, row);
}

static az_term expression(void *self, uint32_t row, const az_state *state) {
  const component *c = own(self, &row, NULL);
  return c->numeric->expression(c->domain.self, row, state);
}

static void range(void *self, uint32_t row, az_wide *least, az_wide *greatest) {
  const component *c = own(self, &row, NULL);
  c->numeric->range(c->domain.self, row, least, greatest);
}

static bool get_bound(void *self, uint32_t row, const void *value, az_wide *bound) {
  void *v = (void *)(uintptr_t)value;
  const component *c = own(self, &row, &v);
  return c->numeric->bound(c->domain.self, row, v, bound);
}

static void set_bound(void *self, uint32_t row, void *value, az_wide bound) {
  const component *c = own(self, &row, &value);
  c->numeric->set_bound(c->domain.self, row, value, bound);
}

static uint32_t arity(void *self, uint32_t row) {
  const component *c = own(self, &row, NULL);
  return c->numeric->arity(c->domain.self, row);
}

az_facets az_tuple_facets(void *self) {
  static const az_numeric_facet without = {.width = width,
                                           .expression = expression,
                                           .range = range,
                                           .bound = get_bound,
                                           .set_bound = set_bound},
                                with_arity = {.width = width,
                                              .expression = expression,
                                              .range = range,
                                              .bound = get_bound,
                                              .set_bound = set_bound,
                                              .arity = arity};
  static const az_inner_facet inner = {
      .count = count, .component = component_at, .first_row = first_row, .slot = slot};
  const az_tuple *t = self;
  return (az_facets){.inner = &inner,
                     .numeric = !t->all_numeric ? NULL
                                : t->all_arity  ? &with_arity
                                                : &without,
                     .strategy = t->strategy,
                     .note = t->note};
}
