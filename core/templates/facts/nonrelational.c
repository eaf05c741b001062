/* Non-relational abstract domains [cousot1977]: a state maps every variable to an abstract value.
 * Values are kept in chunks that states share until one of them changes its own, so that a copy is
 * cheap and a join of equal chunks is free. */
#include "ansatz/nonrelational.h"
#include "ansatz/arena.h"
#include "facts_internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 32 };

typedef struct chunk {
  uint32_t users;
  _Alignas(az_wide) unsigned char values[]; /* CHUNK abstract values */
} chunk;

typedef struct nonrelational {
  const az_transfer_context *context;
  const az_lattice *lattice;
  uint32_t chunks;
  unsigned char *tops; /* by variable */
  void *owned;
} nonrelational;

typedef struct state {
  bool bottom;
  chunk *chunks[]; /* NULL: its variables may have any value */
} state;

static const az_abstract_variable *variable(const nonrelational *d, uint32_t v) {
  return &d->context->vars[v];
}

static const unsigned char *top_of(const nonrelational *d, uint32_t v) {
  return d->tops + (size_t)v * d->lattice->bytes;
}

void *az_nonrelational_open(const az_transfer_context *context, const az_lattice *lattice,
                            void *owned) {
  nonrelational *d = az_calloc(1, sizeof *d);
  d->context = context, d->lattice = lattice, d->owned = owned;
  d->chunks = (context->var_count + CHUNK - 1) / CHUNK;
  d->tops = az_calloc((size_t)d->chunks * CHUNK + 1, lattice->bytes);
  for (uint32_t v = 0; v < context->var_count; v++) {
    const az_abstract_variable *var = variable(d, v);
    az_facts any = az_facts_any(var->bits, var->is_signed);
    lattice->from_facts(lattice, d->tops + (size_t)v * lattice->bytes, &any, var->bits,
                        var->is_signed);
  }
  return d;
}

void az_nonrelational_close(void *self) {
  nonrelational *d = self;
  if (!d) return;
  free(d->tops);
  free(d->owned);
  free(d);
}

/* ---- states ---------------------------------------------------------------------------------- */

void *az_nonrelational_top(void *self) {
  nonrelational *d = self;
  return az_calloc(1, sizeof(state) + d->chunks * sizeof(chunk *));
}

static void leave(chunk *c) {
  if (c && !--c->users) free(c);
}

void *az_nonrelational_copy(void *self, const void *from) {
  nonrelational *d = self;
  state *s = az_nonrelational_top(self);
  memcpy(s, from, sizeof(state) + d->chunks * sizeof(chunk *));
  for (uint32_t i = 0; i < d->chunks; i++)
    if (s->chunks[i]) s->chunks[i]->users++;
  return s;
}

static void forget(const nonrelational *d, state *s) {
  for (uint32_t i = 0; i < d->chunks; i++) {
    leave(s->chunks[i]);
    s->chunks[i] = NULL;
  }
}

void az_nonrelational_free(void *self, void *s) {
  if (!s) return;
  forget(self, s);
  free(s);
}

void az_nonrelational_set_bottom(void *self, void *s) {
  forget(self, s);
  ((state *)s)->bottom = true;
}

bool az_nonrelational_is_bottom(void *self, const void *s) {
  (void)self;
  return ((const state *)s)->bottom;
}

const void *az_nonrelational_value(void *self, const void *s, uint32_t v) {
  const nonrelational *d = self;
  const chunk *c = ((const state *)s)->chunks[v / CHUNK];
  return c ? c->values + v % CHUNK * d->lattice->bytes : top_of(d, v);
}

static bool is_top(const nonrelational *d, const state *s, uint32_t v) {
  return !memcmp(az_nonrelational_value((void *)d, s, v), top_of(d, v), d->lattice->bytes);
}

/* Returns a chunk that belongs to this state only, so that it can be changed. */
static chunk *own(const nonrelational *d, state *s, uint32_t i) {
  chunk *c = s->chunks[i];
  size_t bytes = CHUNK * d->lattice->bytes;
  if (c && c->users == 1) return c;
  chunk *mine = az_malloc(sizeof *mine + bytes);
  mine->users = 1;
  memcpy(mine->values, c ? c->values : top_of(d, i * CHUNK), bytes);
  leave(c);
  return s->chunks[i] = mine;
}

static bool is_bottom_value(const nonrelational *d, const void *value) {
  for (size_t i = 0; i < d->lattice->bytes; i++)
    if (((const unsigned char *)value)[i]) return false;
  return true;
}

/* Sets a value. A bottom value makes the state bottom, as every variable has a value. The exception
 * is a variable that stands for several objects: it has no value if there are no objects. */
static void set(const nonrelational *d, state *s, uint32_t v, const void *value) {
  if (s->bottom) return;
  if (is_bottom_value(d, value) && !variable(d, v)->several) {
    az_nonrelational_set_bottom((void *)d, s);
    return;
  }
  if (!memcmp(az_nonrelational_value((void *)d, s, v), value, d->lattice->bytes)) return;
  memcpy(own(d, s, v / CHUNK)->values + v % CHUNK * d->lattice->bytes, value, d->lattice->bytes);
}

void az_nonrelational_set(void *self, void *s, uint32_t v, const void *value) {
  set(self, s, v, value);
}

void *az_nonrelational_owned(void *self) {
  return ((nonrelational *)self)->owned;
}

/* ---- the order ------------------------------------------------------------------------------- */

bool az_nonrelational_included(void *self, const void *x, const void *y) {
  const nonrelational *d = self;
  const state *a = x, *b = y;
  if (a->bottom || b->bottom) return a->bottom;
  for (uint32_t i = 0; i < d->chunks; i++) {
    if (a->chunks[i] == b->chunks[i] || !b->chunks[i]) continue;
    for (uint32_t v = i * CHUNK; v < (i + 1) * CHUNK && v < d->context->var_count; v++)
      if (!d->lattice->included(az_nonrelational_value(self, a, v),
                                az_nonrelational_value(self, b, v)))
        return false;
  }
  return true;
}

typedef enum operation { JOIN, MEET, WIDEN, NARROW } operation;

static void combine(const nonrelational *d, operation op, unsigned char *a, const void *b,
                    uint32_t v, const az_thresholds *thresholds) {
  const az_lattice *l = d->lattice;
  uint32_t bits = variable(d, v)->bits;
  bool is_signed = variable(d, v)->is_signed;
  if (op == WIDEN && l->widen)
    l->widen(a, b, thresholds, bits, is_signed);
  else if (op == NARROW && l->narrow)
    l->narrow(a, b, bits, is_signed);
  else if (op == JOIN || op == WIDEN)
    l->join(a, b);
  else
    l->meet(a, b);
}

static void pointwise(const nonrelational *d, operation op, state *a, const state *b,
                      const az_thresholds *thresholds) {
  _Alignas(az_wide) unsigned char value[AZ_LATTICE_BYTES];
  bool grows = op == JOIN || op == WIDEN;
  for (uint32_t i = 0; i < d->chunks && !a->bottom; i++) {
    if (a->chunks[i] == b->chunks[i] || (!b->chunks[i] && op == MEET)) continue;
    if (grows && !b->chunks[i]) {
      leave(a->chunks[i]);
      a->chunks[i] = NULL;
    }
    if (grows && !a->chunks[i]) continue;
    for (uint32_t v = i * CHUNK; v < (i + 1) * CHUNK && v < d->context->var_count; v++) {
      memcpy(value, az_nonrelational_value((void *)d, a, v), d->lattice->bytes);
      combine(d, op, value, az_nonrelational_value((void *)d, b, v), v, thresholds);
      set(d, a, v, value);
    }
  }
}

static void become(nonrelational *d, state *a, const state *b) {
  state *copy = az_nonrelational_copy(d, b);
  forget(d, a);
  memcpy(a, copy, sizeof(state) + d->chunks * sizeof(chunk *));
  free(copy);
}

void az_nonrelational_join(void *self, void *a, const void *b) {
  if (((const state *)b)->bottom) return;
  if (((state *)a)->bottom)
    become(self, a, b);
  else
    pointwise(self, JOIN, a, b, NULL);
}

void az_nonrelational_widen(void *self, void *a, const void *b, const az_thresholds *thresholds) {
  if (((const state *)b)->bottom) return;
  if (((state *)a)->bottom)
    become(self, a, b);
  else
    pointwise(self, WIDEN, a, b, thresholds);
}

void az_nonrelational_meet(void *self, void *a, const void *b) {
  if (((const state *)b)->bottom)
    az_nonrelational_set_bottom(self, a);
  else if (!((state *)a)->bottom)
    pointwise(self, MEET, a, b, NULL);
}

void az_nonrelational_narrow(void *self, void *a, const void *b) {
  if (((const state *)b)->bottom)
    az_nonrelational_set_bottom(self, a);
  else if (!((state *)a)->bottom)
    pointwise(self, NARROW, a, b, NULL);
}

/* ---- transfer functions ---------------------------------------------------------------------- */

void az_nonrelational_remove(void *self, void *s, uint32_t v) {
  set(self, s, v, top_of(self, v));
}

void az_nonrelational_add(void *self, void *s, uint32_t v, az_term length) {
  static const unsigned char none[AZ_LATTICE_BYTES];
  const nonrelational *d = self;
  (void)length;
  set(d, s, v, variable(d, v)->several ? none : top_of(d, v));
}

/* Returns the variable of a leaf (for a cell, of its array), or AZ_NONE. */
static uint32_t leaf_var(const nonrelational *d, az_term leaf) {
  const az_store *store = d->context->store;
  az_term var = az_kind_of(store, leaf) == AZ_K_SELECT ? az_operand(store, leaf, 0) : leaf;
  if (az_kind_of(store, var) != AZ_K_VAR) return AZ_NONE;
  return d->context->var_of(d->context, var);
}

typedef struct asked {
  const nonrelational *d;
  state *s;
} asked;

static az_facts leaf_facts(void *ctx, az_term leaf, bool is_signed) {
  const asked *a = ctx;
  uint32_t bits = az_sort_width(az_sort_of(a->d->context->store, leaf)), v = leaf_var(a->d, leaf);
  if (v == AZ_NONE) return az_facts_any(bits, is_signed);
  const az_abstract_variable *var = variable(a->d, v);
  az_facts f = a->d->lattice->to_facts(az_nonrelational_value((void *)a->d, a->s, v), var->bits,
                                       var->is_signed);
  return var->is_signed == is_signed ? f : az_facts_wrapped(f, bits, is_signed);
}

az_facts az_nonrelational_facts(void *self, const void *s, az_term t, bool is_signed) {
  const nonrelational *d = self;
  if (((const state *)s)->bottom) return az_facts_none();
  asked a = {d, (state *)s};
  return az_facts_of_term(d->context->store, t, is_signed, &(az_oracle){leaf_facts, &a});
}

/* Computes a term's value for a variable. Returns false if the state is not reachable. */
static bool value_of(const nonrelational *d, const state *s, az_term t, uint32_t var,
                     unsigned char *value) {
  const az_abstract_variable *to = variable(d, var);
  uint32_t leaf = t ? leaf_var(d, t) : AZ_NONE;
  if (!t) {
    memcpy(value, top_of(d, var), d->lattice->bytes);
  } else if (leaf != AZ_NONE && variable(d, leaf)->bits == to->bits &&
             variable(d, leaf)->is_signed == to->is_signed) {
    memcpy(value, az_nonrelational_value((void *)d, s, leaf), d->lattice->bytes);
  } else {
    az_facts f = az_nonrelational_facts((void *)d, s, t, to->is_signed);
    if (f.none) return false;
    memset(value, 0, AZ_LATTICE_BYTES);
    d->lattice->from_facts(d->lattice, value, &f, to->bits, to->is_signed);
  }
  return true;
}

void az_nonrelational_assign(void *self, void *s, uint32_t var, az_term t, bool weak) {
  const nonrelational *d = self;
  _Alignas(az_wide) unsigned char value[AZ_LATTICE_BYTES];
  if (((state *)s)->bottom) return;
  bool possible = value_of(d, s, t, var, value);
  if (!possible && variable(d, var)->several) return; /* the variable may have no instance */
  if (!possible) {
    az_nonrelational_set_bottom(self, s);
    return;
  }
  if (weak || variable(d, var)->several)
    d->lattice->join(value, az_nonrelational_value(self, s, var));
  set(d, s, var, value);
}

void az_nonrelational_rename(void *self, void *s, uint32_t from, uint32_t to) {
  const nonrelational *d = self;
  az_nonrelational_assign(self, s, to, variable(d, from)->term, false);
  az_nonrelational_remove(self, s, from);
}

void az_nonrelational_write(void *self, void *s, uint32_t array, az_term index, az_term behind,
                            az_term value, bool weak) {
  (void)index, (void)behind, (void)weak;
  az_nonrelational_assign(self, s, array, value, true);
}

void az_nonrelational_refine(void *self, void *s, uint32_t v, az_facts facts) {
  const nonrelational *d = self;
  if (((state *)s)->bottom) return;
  _Alignas(az_wide) unsigned char value[AZ_LATTICE_BYTES], other[AZ_LATTICE_BYTES] = {0};
  const az_abstract_variable *var = variable(d, v);
  if (facts.none) {
    az_nonrelational_set_bottom(self, s);
    return;
  }
  d->lattice->from_facts(d->lattice, other, &facts, var->bits, var->is_signed);
  memcpy(value, az_nonrelational_value(self, s, v), d->lattice->bytes);
  d->lattice->meet(value, other);
  set(d, s, v, value);
}

static void narrow_leaf(void *ctx, az_term leaf, bool is_signed, az_facts facts) {
  const asked *a = ctx;
  const nonrelational *d = a->d;
  uint32_t v = leaf_var(d, leaf);
  /* Assumes nothing about a cell: a fact about one cell need not hold for all cells. */
  if (v == AZ_NONE || variable(d, v)->kind == AZ_ABSTRACT_ARRAY || variable(d, v)->several) return;
  const az_abstract_variable *var = variable(d, v);
  if (var->is_signed != is_signed) facts = az_facts_wrapped(facts, var->bits, var->is_signed);
  az_nonrelational_refine((void *)d, a->s, v, facts);
}

void az_nonrelational_assume(void *self, void *s, az_term condition) {
  const nonrelational *d = self;
  asked a = {d, s};
  az_oracle oracle = {leaf_facts, &a};
  if (a.s->bottom) return;
  if (!az_facts_assume(d->context->store, condition, &oracle, narrow_leaf, &a))
    az_nonrelational_set_bottom(self, s);
}

/* ---- claims and printing --------------------------------------------------------------------- */

void az_nonrelational_claims(void *self, const void *s, const az_claim_sink *sink) {
  const nonrelational *d = self;
  az_store *store = d->context->store;
  if (((const state *)s)->bottom) {
    sink->claim(sink->ctx, az_false(store), "false");
    return;
  }
  for (uint32_t v = 0; v < d->context->var_count; v++) {
    const az_abstract_variable *var = variable(d, v);
    const void *value = az_nonrelational_value(self, s, v);
    if (is_top(d, s, v) || is_bottom_value(d, value)) continue;
    char *name = az_abstract_value_name(var);
    az_term x = az_abstract_value_term(store, var);
    if (d->lattice->claim) {
      char *is = d->lattice->print(d->lattice, value, var->bits, var->is_signed);
      char *text = az_asprintf("%s: %s", name, is);
      sink->claim(sink->ctx, d->lattice->claim(store, value, x, var->is_signed), text);
      free(text);
      free(is);
    } else {
      az_facts f = d->lattice->to_facts(value, var->bits, var->is_signed);
      az_facts_claims(store, &f, x, var->is_signed, name, sink);
    }
    free(name);
  }
}

char *az_nonrelational_print_variable(void *self, const void *s, uint32_t v) {
  const nonrelational *d = self;
  if (((const state *)s)->bottom) return az_strdup("_|_");
  return d->lattice->print(d->lattice, az_nonrelational_value(self, s, v), variable(d, v)->bits,
                           variable(d, v)->is_signed);
}

char *az_nonrelational_print(void *self, const void *s) {
  const nonrelational *d = self;
  if (((const state *)s)->bottom) return az_strdup("_|_");
  char *text;
  size_t size;
  FILE *out = az_open_memstream(&text, &size);
  const char *gap = "";
  for (uint32_t v = 0; v < d->context->var_count; v++) {
    bool none = is_bottom_value(d, az_nonrelational_value(self, s, v));
    if (is_top(d, s, v) || none || variable(d, v)->made) continue;
    char *value = az_nonrelational_print_variable(self, s, v);
    fprintf(out, "%s%s: %s", gap, variable(d, v)->name, value);
    free(value);
    gap = " ";
  }
  az_close_memstream(out);
  return text;
}
