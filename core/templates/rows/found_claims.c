/* Rows of domains without a template: slots for claims that abstract interpretation finds. */
#include "ansatz/found_claims.h"
#include "ansatz/arena.h"
#include "ansatz/values.h"

enum { SLOTS = 128 }; /* for each view */

struct az_found_claims {
  az_domain_context context;
  az_arena *arena;
  const char *strategy, *note;
  uint32_t *views; /* those with slots */
  uint32_t view_count;
  az_term *formals;    /* by variable */
  az_subst *by_formal; /* reused for each claim */
};

typedef struct parameter {
  enum { BOTTOM, CLAIM, TOP } is;
  az_term claim; /* over formals */
  const char *text;
} parameter;

uint32_t az_found_claims_row_count(void *self) {
  return ((az_found_claims *)self)->view_count * SLOTS;
}

AZ_VALUES(parameter, az_found_claims_row_count);

static az_term formal_of(az_found_claims *f, const az_tvar *v) {
  az_store *store = f->context.store;
  switch (v->kind) {
  case AZ_TV_INT: return az_fresh(store, az_sort_bv(v->bits), "found");
  case AZ_TV_ARRAY:
    if (!v->index) return AZ_NO_TERM;
    return az_fresh(store,
                    az_sort_array(az_sort_width(az_sort_of(store, v->index)), az_sort_bv(v->bits)),
                    "found");
  default: return AZ_NO_TERM;
  }
}

az_found_claims *az_found_claims_new(const az_domain_context *context, const char *strategy) {
  az_arena *arena = az_arena_new();
  az_found_claims *f = AZ_NEW(arena, az_found_claims);
  *f = (az_found_claims){.context = *context, .arena = arena, .strategy = strategy};
  f->views = AZ_NEWN(arena, uint32_t, context->view_count + 1);
  for (uint32_t v = 0; v < context->view_count; v++)
    if (context->views[v].of == v) f->views[f->view_count++] = v;
  f->formals = AZ_NEWN(arena, az_term, context->var_count + 1);
  for (uint32_t v = 0; v < context->var_count; v++) f->formals[v] = formal_of(f, &context->vars[v]);
  f->by_formal = az_subst_new(context->store);
  return f;
}

void az_found_claims_note(az_found_claims *f, const char *text) {
  f->note = az_arena_strdup(f->arena, text);
}

void az_found_claims_close(void *self) {
  az_found_claims *f = self;
  if (!f) return;
  az_subst_free(f->by_formal);
  az_arena_free(f->arena);
}

az_row az_found_claims_row(void *self, uint32_t row) {
  return (az_row){.view = ((az_found_claims *)self)->views[row / SLOTS]};
}

void *az_found_claims_value_new(void *self) {
  return value_new(self);
}

void *az_found_claims_value_copy(void *self, const void *value) {
  return value_copy(self, value);
}

void az_found_claims_value_free(void *self, void *value) {
  value_free(self, value);
}

void az_found_claims_value_top(void *self, void *value, uint32_t row) {
  (void)self;
  ((parameter *)value)[row] = (parameter){.is = TOP};
}

const az_domain_context *az_found_claims_context(const az_found_claims *f) {
  return &f->context;
}

az_term az_found_claims_formal(const az_found_claims *f, uint32_t var) {
  return f->formals[var];
}

uint32_t az_found_claims_set(az_found_claims *f, void *value, uint32_t view, const az_term *claims,
                             const char *const *texts, uint32_t count) {
  for (uint32_t i = 0; i < f->view_count; i++) {
    if (f->views[i] != view) continue;
    parameter *slots = (parameter *)value + (size_t)i * SLOTS;
    for (uint32_t s = 0; s < SLOTS; s++)
      slots[s] = s < count ? (parameter){CLAIM, claims[s], az_arena_strdup(f->arena, texts[s])}
                           : (parameter){.is = TOP};
    return count > SLOTS ? count - SLOTS : 0;
  }
  return count;
}

az_term az_found_claims_claim(void *self, uint32_t row, const void *value, const az_state *state) {
  az_found_claims *f = self;
  const parameter *p = (const parameter *)value + row;
  if (p->is != CLAIM) return az_bool(f->context.store, p->is == TOP);
  az_subst_reset(f->by_formal);
  for (uint32_t v = 0; v < f->context.var_count; v++)
    if (f->formals[v] && f->context.vars[v].view == state->view)
      az_subst_bind(f->by_formal, f->formals[v], state->values[f->context.vars[v].at]);
  return az_subst_apply(f->by_formal, p->claim);
}

/* Drops a claim that a state violates. */
bool az_found_claims_improve(void *self, uint32_t row, void *value, const az_model *model,
                             const az_state *state) {
  (void)model, (void)state;
  parameter *p = (parameter *)value + row;
  if (p->is == TOP) return false;
  az_found_claims_value_top(self, value, row);
  return true;
}

char *az_found_claims_print(void *self, uint32_t row, const void *value) {
  (void)self;
  const parameter *p = (const parameter *)value + row;
  return p->is == TOP ? NULL : az_strdup(p->is == BOTTOM ? "false" : p->text);
}

az_facets az_found_claims_facets(void *self) {
  az_found_claims *f = self;
  return (az_facets){.found_claims = f, .strategy = f->strategy, .note = f->note};
}
