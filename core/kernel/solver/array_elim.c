/* Lowering to bool and bit-vectors: arrays and floats are eliminated in the term layer.
 *
 * Arrays: a read is pushed down through stores (if-then-else on the indices), ites, splices and
 * constant arrays to array variables; the read of a variable a at i becomes a variable r(a, i), one
 * for each pair. The bridge adds i = j => r(a, i) = r(a, j) [ackermann1954] only for pairs that
 * reach an instance. Equality of arrays is not decided: it becomes a fresh variable, recorded as an
 * abstraction.
 *
 * For a back end without floats, a float becomes its bits, and an operation on floats becomes a
 * fresh variable, too. */
#include "base/check.h"
#include "lower.h"
#include "ansatz/allocate.h"
#include "ansatz/clock.h"

#include <stb/stb_ds.h>
#include <string.h>

typedef struct frame {
  az_term t;     /* to be lowered, or the array to be read */
  az_term index; /* lowered index of the read; 0: plain lowering */
} frame;

typedef struct read_key {
  az_term array, index;
} read_key;

struct az_lowering {
  az_store *store;
  uint32_t features;
  az_term *lowered; /* by term; 0: not yet */
  size_t terms;
  struct {
    read_key key;
    az_term value;
  } *reads;
  struct {
    az_term key, value;
  } *definitions; /* var -> original definition */
  struct {
    az_term key, value;
  } *float_bits; /* float var -> bv var */
  struct {
    az_term key, value;
  } *abstractions; /* term -> abstracting variable */
  struct {
    az_term key;
    uint32_t value;
  } *special; /* var -> index into specials */
  az_special *specials;
  frame *stack;
};

az_lowering *az_lowering_new(az_store *store, uint32_t features) {
  az_lowering *l = az_calloc(1, sizeof *l);
  l->store = store;
  l->features = features;
  return l;
}

void az_lowering_free(az_lowering *l) {
  if (!l) return;
  free(l->lowered);
  hmfree(l->reads);
  hmfree(l->definitions);
  hmfree(l->float_bits);
  hmfree(l->abstractions);
  hmfree(l->special);
  arrfree(l->specials);
  arrfree(l->stack);
  free(l);
}

bool az_always_differ(const az_store *store, az_term i, az_term j) {
  if (i == j) return false;
  const bool ci = az_is_const(store, i), cj = az_is_const(store, j);
  if (ci && cj) return true;
  /* Each index as a term plus a constant (0 if the index is not a sum). */
  az_term base[2] = {i, j}, offset[2] = {0, 0};
  for (int k = 0; k < 2; k++) {
    if (az_kind_of(store, base[k]) != AZ_K_BV_ADD) continue;
    const az_term x = az_operand(store, base[k], 0), y = az_operand(store, base[k], 1);
    if (az_is_const(store, y))
      base[k] = x, offset[k] = y;
    else if (az_is_const(store, x))
      base[k] = y, offset[k] = x;
  }
  return base[0] == base[1] && offset[0] != offset[1];
}

/* Returns the sort of the lowered term: floats become bit-vectors unless the back end has them. */
static az_sort lowered_sort(const az_lowering *l, az_sort sort) {
  return az_sort_kind_of(sort) == AZ_SORT_FLOAT && !(l->features & AZ_BACKEND_FLOATS)
             ? az_sort_bv(az_sort_width(sort))
             : sort;
}

az_term az_lowered(const az_lowering *l, az_term t) {
  return t < l->terms ? l->lowered[t] : 0;
}

static void set_lowered(az_lowering *l, az_term t, az_term to) {
  assert(az_sort_of(l->store, to) == lowered_sort(l, az_sort_of(l->store, t)));
  l->lowered = az_by_term(l->lowered, &l->terms, t, sizeof *l->lowered);
  l->lowered[t] = to;
}

az_term az_definition(const az_lowering *l, az_term var) {
  az_lowering *m = (az_lowering *)l; /* stb_ds writes a cache in lookups */
  ptrdiff_t i = m->definitions ? hmgeti(m->definitions, var) : -1;
  return i < 0 ? AZ_NO_TERM : m->definitions[i].value;
}

az_term az_float_variable_bits(const az_lowering *l, az_term var) {
  az_lowering *m = (az_lowering *)l;
  ptrdiff_t i = m->float_bits ? hmgeti(m->float_bits, var) : -1;
  return i < 0 ? AZ_NO_TERM : m->float_bits[i].value;
}

az_term az_abstraction_of(const az_lowering *l, az_term t) {
  az_lowering *m = (az_lowering *)l;
  ptrdiff_t i = m->abstractions ? hmgeti(m->abstractions, t) : -1;
  return i < 0 ? AZ_NO_TERM : m->abstractions[i].value;
}

const az_special *az_special_of(const az_lowering *l, az_term var) {
  az_lowering *m = (az_lowering *)l;
  ptrdiff_t i = m->special ? hmgeti(m->special, var) : -1;
  return i < 0 ? NULL : m->specials + m->special[i].value;
}

static void add_special(az_lowering *l, az_special s) {
  assert(hmgeti(l->special, s.var) < 0); /* each variable is special once */
  hmput(l->special, s.var, (uint32_t)arrlenu(l->specials));
  arrput(l->specials, s);
}

static bool is_float(const az_lowering *l, az_sort sort) {
  return az_sort_kind_of(sort) == AZ_SORT_FLOAT && !(l->features & AZ_BACKEND_FLOATS);
}

static bool is_array(const az_store *store, az_term t) {
  return az_sort_kind_of(az_sort_of(store, t)) == AZ_SORT_ARRAY;
}

/* Returns the bits of a float with every NaN replaced by the quiet one with sign 0. */
static az_term canonical(az_store *s, az_sort sort, az_term bits) {
  const az_term nan = az_float_nan_bits(s, sort, az_zero_of(s, az_sort_of(s, bits)));
  const uint32_t last = az_sort_significand(sort) - 1, top = az_sort_width(sort) - 2;
  const az_term exponent = az_extract(s, bits, top, last),
                fraction = az_extract(s, bits, last - 1, 0);
  const az_term finite = az_ne(s, exponent, az_extract(s, nan, top, last));
  const az_term whole = az_eq(s, fraction, az_zero_of(s, az_sort_of(s, fraction)));
  return az_ite(s, az_or(s, finite, whole), bits, nan);
}

/* Returns a fresh variable for a term that cannot be lowered, and records the abstraction. */
static az_term abstracted(az_lowering *l, az_term t) {
  const az_sort sort = az_sort_of(l->store, t);
  const az_term var = az_fresh(l->store, lowered_sort(l, sort), "abstract");
  add_special(l, (az_special){.kind = AZ_SPECIAL_ABSTRACT, .var = var, .original = t});
  hmput(l->abstractions, t, var);
  return is_float(l, sort) ? canonical(l->store, sort, var) : var;
}

static az_term lowered_variable(az_lowering *l, az_term t) {
  const az_sort sort = az_sort_of(l->store, t);
  if (!is_float(l, sort)) return t;
  const az_term bits = az_fresh(l->store, lowered_sort(l, sort), az_var_name(l->store, t));
  hmput(l->float_bits, t, bits);
  return canonical(l->store, sort, bits);
}

/* Returns the variable r(base, index). */
static az_term read_variable(az_lowering *l, az_term base, az_term index) {
  assert(az_kind_of(l->store, base) == AZ_K_VAR);
  const az_sort element = az_sort_element(az_sort_of(l->store, base));
  const az_term var = az_fresh(l->store, lowered_sort(l, element), "read");
  add_special(l, (az_special){.kind = AZ_SPECIAL_READ, .var = var, .base = base, .index = index});
  return is_float(l, element) ? canonical(l->store, element, var) : var;
}

static void push(az_lowering *l, az_term t, az_term index) {
  arrput(l->stack, ((frame){t, index}));
}

/* Returns the lowered term of t; if it is not known yet, pushes t and returns 0. */
static az_term want(az_lowering *l, az_term t) {
  const az_term to = az_lowered(l, t);
  if (!to) push(l, t, 0);
  return to;
}

static az_term want_read(az_lowering *l, az_term array, az_term index) {
  const ptrdiff_t i = hmgeti(l->reads, ((read_key){array, index}));
  if (i >= 0) return l->reads[i].value;
  push(l, array, index);
  return 0;
}

/* Makes one step of a read: returns its lowered term, or 0 after pushing a term that it needs
 * first. */
static az_term step_read(az_lowering *l, az_term array, az_term index) {
  az_store *store = l->store;
  assert(is_array(store, array) && !is_array(store, index));
  switch (az_kind_of(store, array)) {
  case AZ_K_STORE: {
    const az_term at = want(l, az_operand(store, array, 1));
    if (!at) return 0;
    if (at == index) return want(l, az_operand(store, array, 2));
    /* Skips stores to other indices without lowering their elements. */
    if (az_always_differ(store, at, index)) return want_read(l, az_operand(store, array, 0), index);
    const az_term hit = az_eq(store, at, index);
    if (az_is_true(store, hit)) return want(l, az_operand(store, array, 2));
    const az_term rest = want_read(l, az_operand(store, array, 0), index);
    if (az_is_false(store, hit)) return rest;
    const az_term element = want(l, az_operand(store, array, 2));
    return rest && element ? az_ite(store, hit, element, rest) : 0;
  }
  case AZ_K_ITE: {
    const az_term condition = want(l, az_operand(store, array, 0));
    if (!condition) return 0;
    if (az_is_true(store, condition)) return want_read(l, az_operand(store, array, 1), index);
    if (az_is_false(store, condition)) return want_read(l, az_operand(store, array, 2), index);
    const az_term a = want_read(l, az_operand(store, array, 1), index);
    const az_term b = want_read(l, az_operand(store, array, 2), index);
    return a && b ? az_ite(store, condition, a, b) : 0;
  }
  case AZ_K_CONST_ARRAY: return want(l, az_operand(store, array, 0));
  case AZ_K_SPLICE: {
    const az_term window = want(l, az_operand(store, array, 2));
    if (!window) return 0;
    const az_term covers = az_splice_covers(store, array, window, index);
    const az_term source = az_splice_source(store, array, window, index);
    if (az_is_true(store, covers)) return want_read(l, az_operand(store, array, 1), source);
    const az_term rest = want_read(l, az_operand(store, array, 0), index);
    if (az_is_false(store, covers)) return rest;
    const az_term copied = want_read(l, az_operand(store, array, 1), source);
    return rest && copied ? az_ite(store, covers, copied, rest) : 0;
  }
  default: { /* a variable */
    const az_term definition = az_definition(l, array);
    return definition ? want_read(l, definition, index) : read_variable(l, array, index);
  }
  }
}

/* Makes one step of lowering a term that is not an array. */
static az_term step(az_lowering *l, az_term t) {
  az_store *store = l->store;
  const az_kind kind = az_kind_of(store, t);
  const az_sort sort = az_sort_of(store, t);
  if (kind == AZ_K_VAR) {
    const az_term definition = az_definition(l, t);
    return definition ? want(l, definition) : lowered_variable(l, t);
  }
  if (kind == AZ_K_CONST)
    return is_float(l, sort)
               ? canonical(store, sort,
                           az_bv_limbs(store, az_sort_width(sort), az_const_limbs(store, t)))
               : t;
  if (kind == AZ_K_SELECT) {
    const az_term index = want(l, az_operand(store, t, 1));
    return index ? want_read(l, az_operand(store, t, 0), index) : 0;
  }
  const uint32_t arity = az_arity(store, t);
  az_term operands[3];
  if (arity && is_array(store, az_operand(store, t, arity - 1)))
    return abstracted(l, t); /* a == b */
  bool ready = true, same = true, floats = is_float(l, sort);
  for (uint32_t i = 0; i < arity; i++) {
    const az_term o = az_operand(store, t, i);
    operands[i] = want(l, o);
    ready = ready && operands[i];
    same = same && operands[i] == o;
    floats = floats || is_float(l, az_sort_of(store, o));
  }
  if (!ready) return 0;
  if (floats) {
    if (kind == AZ_K_ITE) return az_ite(store, operands[0], operands[1], operands[2]);
    if (kind == AZ_K_EQ) return az_eq(store, operands[0], operands[1]);
    if (kind == AZ_K_F_TO_BITS) return operands[0];
    return kind == AZ_K_F_FROM_BITS ? canonical(store, sort, operands[0]) : abstracted(l, t);
  }
  return same ? t : az_rebuild(store, t, operands);
}

/* Processes the stack down to `base`. Reads of n elements that n stores have written take n^2
 * steps, which may be more than the time that a query has: returns false, with the stack dropped
 * and the results so far kept, if the deadline (0: none) passes. */
static bool work_off(az_lowering *l, size_t base, double deadline) {
  enum { STEPS = 4096, WORK_OF_STEP = 200 };
  az_work *work = az_store_work(l->store);
  for (uint32_t steps = 1; arrlenu(l->stack) > base; steps++) {
    const frame f = arrlast(l->stack);
    az_work_add(work, WORK_OF_STEP);
    if (deadline > 0 && steps % STEPS == 0 && az_clock(work) >= deadline) {
      arrsetlen(l->stack, base);
      return false;
    }
    if (f.index) {
      const read_key key = {f.t, f.index};
      const az_term to = hmgeti(l->reads, key) >= 0 ? AZ_NO_TERM : step_read(l, f.t, f.index);
      if (to) hmput(l->reads, key, to);
      if (to || hmgeti(l->reads, key) >= 0) (void)arrpop(l->stack);
    } else if (az_lowered(l, f.t)) {
      (void)arrpop(l->stack);
    } else {
      const az_term to = step(l, f.t);
      if (to) {
        set_lowered(l, f.t, to);
        (void)arrpop(l->stack);
      }
    }
  }
  return true;
}

az_term az_lower(az_lowering *l, az_term t, double deadline) {
  const size_t base = arrlenu(l->stack);
  const az_term known = want(l, t);
  return known ? known : work_off(l, base, deadline) ? l->lowered[t] : AZ_NO_TERM;
}

az_term az_lower_read(az_lowering *l, az_term array, az_term index) {
  const size_t base = arrlenu(l->stack);
  const az_term known = want_read(l, array, index);
  if (known) return known;
  (void)work_off(l, base, 0);
  return hmget(l->reads, ((read_key){array, index}));
}

void az_lowering_define(az_lowering *l, az_term var, az_term definition) {
  assert(hmgeti(l->definitions, var) < 0);
  hmput(l->definitions, var, definition);
  if (is_array(l->store, var))
    return; /* solver.c equates earlier reads with reads of the definition */
  const az_term bits = az_float_variable_bits(l, var);
  const az_term name = bits ? bits : az_lowered(l, var);
  const az_term to = az_lower(l, definition, 0);
  if (name) add_special(l, (az_special){.kind = AZ_SPECIAL_DEFINED, .var = name, .definition = to});
  set_lowered(l, var, to);
}
