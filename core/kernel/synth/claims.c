/* Rows that are claims without a number (ansatz/claims.h). The lattice of a row: bottom < holds <
 * top; joining a state keeps the claim if it is true there. Source: Houdini
 * [flanagan2001], as a template domain. */
#include "ansatz/claims.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

enum { BOTTOM, HOLDS, TOP };

typedef struct row {
  uint32_t view;
  az_claim claim;
  const void *data;
  const char *text;
} row;

typedef struct owned {
  void (*release)(void *);
  void *what;
} owned;

struct az_claims {
  az_domain_context context;
  az_arena *arena;
  row *rows;    /* stb_ds */
  owned *owned; /* stb_ds */
};

az_claims *az_claims_new(const az_domain_context *context) {
  az_arena *arena = az_arena_new();
  az_claims *c = AZ_NEW(arena, az_claims);
  c->context = *context;
  c->arena = arena;
  return c;
}

const az_domain_context *az_claims_context(const az_claims *c) {
  return &c->context;
}

az_arena *az_claims_arena(az_claims *c) {
  return c->arena;
}

uint32_t az_claims_add(az_claims *c, uint32_t view, az_claim claim, const void *data,
                       const char *text) {
  row r = {.view = view, .claim = claim, .data = data, .text = az_arena_strdup(c->arena, text)};
  arrput(c->rows, r);
  return (uint32_t)arrlen(c->rows) - 1;
}

void az_claims_own(az_claims *c, void (*release)(void *), void *what) {
  arrput(c->owned, ((owned){release, what}));
}

void az_claims_close(void *self) {
  az_claims *c = self;
  if (!c) return;
  for (size_t i = 0; i < arrlenu(c->owned); i++) c->owned[i].release(c->owned[i].what);
  arrfree(c->owned);
  arrfree(c->rows);
  az_arena_free(c->arena);
}

uint32_t az_claims_row_count(void *self) {
  return (uint32_t)arrlen(((const az_claims *)self)->rows);
}

az_row az_claims_row(void *self, uint32_t n) {
  return (az_row){.view = ((const az_claims *)self)->rows[n].view};
}

/* ---- values: one byte for each row ----------------------------------------------------------- */

const void *az_claims_data(const az_claims *c, uint32_t n) {
  return c->rows[n].data;
}

bool az_claims_holds(const az_claims *c, uint32_t n, const void *v) {
  (void)c;
  return ((const unsigned char *)v)[n] == HOLDS;
}

void *az_claims_value_new(void *self) {
  return az_array_new(az_claims_row_count(self), 1);
}

void *az_claims_value_copy(void *self, const void *from) {
  return memcpy(az_claims_value_new(self), from, az_claims_row_count(self));
}

void az_claims_value_free(void *self, void *v) {
  (void)self;
  free(v);
}

void az_claims_value_top(void *self, void *v, uint32_t n) {
  (void)self;
  ((unsigned char *)v)[n] = TOP;
}

az_term az_claims_claim(void *self, uint32_t n, const void *v, const az_state *state) {
  const az_claims *c = self;
  switch (((const unsigned char *)v)[n]) {
  case BOTTOM: return az_false(c->context.store);
  case TOP: return az_true(c->context.store);
  default: return c->rows[n].claim(&c->context, c->rows[n].data, state);
  }
}

bool az_claims_improve(void *self, uint32_t n, void *v, const az_model *model,
                       const az_state *state) {
  const az_claims *c = self;
  unsigned char *at = (unsigned char *)v + n, before = *at;
  if (before == TOP) return false;
  az_term holds = c->rows[n].claim(&c->context, c->rows[n].data, state);
  *at = az_is_true(c->context.store, model->value(model->ctx, holds)) ? HOLDS : TOP;
  return *at != before;
}

char *az_claims_row_text(void *self, uint32_t n) {
  return az_strdup(((const az_claims *)self)->rows[n].text);
}

char *az_claims_print(void *self, uint32_t n, const void *v) {
  if (az_claims_holds(self, n, v)) return az_claims_row_text(self, n);
  return ((const unsigned char *)v)[n] == BOTTOM ? az_strdup("false") : NULL;
}
