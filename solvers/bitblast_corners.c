/* Products of factors between constants: a product of two factors lies between products of their
 * bounds. To prove that x * x is at most 46340 * 46340 if |x| <= 46340, the SAT solver would have
 * to search through the rows of a multiplier. The bounds are constants that the formula compares a
 * factor with, the bounds of short factors, and 0. In each quadrant,
 *   0 <= x <= u, 0 <= y <= v  imply  0 <= x * y <= u * v,
 *   l <= x <= 0, m <= y <= 0  imply  0 <= x * y <= l * m,
 *   l <= x <= 0, 0 <= y <= v  imply  l * v <= x * y <= 0,
 * if the greatest product fits in the width. If the width is so large that no product wraps, then
 * also
 *   u <= x, v <= y, with u, v >= 0  imply  u * v <= x * y,
 * and in the same way for negative factors. Signs are turned for the other quadrants: each clause
 * is about the absolute values of the factors' bounds. The clauses follow from the circuit, so that
 * they change no answer. */
#include "bitblast.h"
#include "ansatz/allocate.h"
#include <stb/stb_ds.h>
#include <stdlib.h>

enum {
  WIDEST = 64,
  SHORT = 16,         /* the bounds of a type with so few bits are bounds */
  MOST_CONSTANTS = 6, /* compared with one word */
  MOST_PRODUCTS = 24,
  MOST_CLAUSES = 400,
  WORK_OF_PAIR = 20 /* in thousandths of a unit */
};

/* Constants c of which x < c was compared, as numbers. */
typedef struct compared {
  az_wide of[MOST_CONSTANTS];
  uint32_t n;
} compared;

typedef struct product {
  az_term term;
  uint32_t done[2]; /* number of constants of each factor that have their clauses */
} product;

struct blaster_corners {
  struct {
    az_term key;
    compared value;
  } *constants;      /* stb_ds */
  product *products; /* stb_ds */
  size_t narrowed;   /* number of products whose low bits are related */
  uint32_t clauses;
};

blaster_corners *blaster_corners_new(void) {
  return az_calloc(1, sizeof(blaster_corners));
}

void blaster_corners_free(blaster_corners *k) {
  hmfree(k->constants);
  arrfree(k->products);
  free(k);
}

void blaster_note_corner(blaster *b, az_term t) {
  const product p = {.term = t};
  if (az_sort_width(az_sort_of(b->store, t)) <= WIDEST &&
      arrlenu(b->corners->products) < MOST_PRODUCTS)
    arrput(b->corners->products, p);
}

void blaster_note_constant(blaster *b, bool is_signed, az_term x, az_term y) {
  az_wide c;
  const bool turned = az_const_wide(b->store, x, is_signed, &c);
  if (turned)
    c++; /* c < y is not (y < c + 1) */
  else if (!az_const_wide(b->store, y, is_signed, &c))
    return;
  const az_term word = turned ? y : x;
  ptrdiff_t at = hmgeti(b->corners->constants, word);
  compared known = at < 0 ? (compared){0} : b->corners->constants[at].value;
  for (uint32_t i = 0; i < known.n; i++)
    if (known.of[i] == c) return;
  if (known.n == MOST_CONSTANTS) return;
  known.of[known.n++] = c;
  hmput(b->corners->constants, word, known);
}

/* ---- bounds ---------------------------------------------------------------------------------- */

/* A bound of a factor's absolute value, on one side of 0, and the condition under which it holds.
 */
typedef struct bound {
  az_wide value;
  az_gate holds;
} bound;

typedef struct factor {
  const az_gate *bits;
  uint32_t width;                                                  /* the signed width */
  bound most[2][MOST_CONSTANTS + 1], least[2][MOST_CONSTANTS + 1]; /* [1]: of negative factors */
  uint32_t mosts[2], leasts[2], known;
} factor;

/* Returns x < c, signed. */
static az_gate below_constant(az_circuit *c, const az_gate *x, uint32_t width, az_wide value) {
  const az_wide half = (az_wide)1 << (width - 1);
  if (value >= half) return AZ_GATE_TRUE;
  if (value <= -half) return AZ_GATE_FALSE;
  az_gate word[WIDEST];
  for (uint32_t i = 0; i < width; i++) word[i] = (az_gate)((uint64_t)value >> i & 1);
  const az_gate less = blaster_less_than(c, x, word, width - 1, AZ_GATE_FALSE);
  return az_gate_maj(c, x[width - 1], az_gate_not(word[width - 1]), less);
}

static void put(bound *to, uint32_t *n, az_wide value, az_gate holds) {
  if (holds != AZ_GATE_FALSE) to[(*n)++] = (bound){value, holds};
}

/* Notes the bounds of the absolute value that x < c and x >= c give of x. */
static void note_constant(az_circuit *k, factor *f, az_wide c) {
  const az_gate less = below_constant(k, f->bits, f->width, c), more = az_gate_not(less);
  if (c > 0) put(f->most[0], &f->mosts[0], c - 1, less);
  if (c > 0) put(f->least[0], &f->leasts[0], c, more);
  if (c <= 0) put(f->least[1], &f->leasts[1], 1 - c, less);
  if (c <= 0) put(f->most[1], &f->mosts[1], -c, more);
}

/* Reads the bounds of the product's factor `side`. A factor that is extended has those of the word
 * before. */
static factor factor_of(const blaster *b, az_term t, uint32_t side, uint32_t width) {
  az_term word = az_operand(b->store, t, side);
  factor f = {.bits = b->gates + b->first[word]};
  f.width = blaster_signed_width(f.bits, width);
  if (az_kind_of(b->store, word) == AZ_K_SEXT || az_kind_of(b->store, word) == AZ_K_ZEXT)
    word = az_operand(b->store, word, 0);
  const az_wide half = (az_wide)1 << (f.width - 1);
  if (f.width <= SHORT) {
    put(f.most[0], &f.mosts[0], half - 1, AZ_GATE_TRUE);
    put(f.most[1], &f.mosts[1], half, AZ_GATE_TRUE);
  }
  const ptrdiff_t at = hmgeti(b->corners->constants, word);
  if (at < 0) return f;
  const compared known = b->corners->constants[at].value;
  f.known = known.n;
  for (uint32_t i = 0; i < known.n; i++) note_constant(b->circuit, &f, known.of[i]);
  return f;
}

/* ---- clauses --------------------------------------------------------------------------------- */

static void imply(blaster *b, az_gate x, az_gate y, az_gate z, az_gate then) {
  az_circuit *c = b->circuit;
  const az_gate all = az_gate_and(c, x, az_gate_and(c, y, z));
  if (all == AZ_GATE_FALSE || then == AZ_GATE_TRUE) return;
  az_gate_assert(c, az_gate_or(c, az_gate_not(all), then));
  b->corners->clauses++;
}

/* Adds the clauses of one quadrant: factor 0 is negative if `s`, factor 1 if `t`. */
static void relate(blaster *b, const az_gate *p, uint32_t width, const factor f[2], bool s,
                   bool t) {
  az_circuit *c = b->circuit;
  const az_wide half = (az_wide)1 << (width - 1);
  const az_gate sign[2] = {f[0].bits[f[0].width - 1], f[1].bits[f[1].width - 1]};
  const az_gate here =
      az_gate_and(c, s ? sign[0] : az_gate_not(sign[0]), t ? sign[1] : az_gate_not(sign[1]));
  const bool exact = f[0].width + f[1].width <= width;
  for (uint32_t i = 0; i < f[0].mosts[s]; i++)
    for (uint32_t k = 0; k < f[1].mosts[t]; k++) {
      const bound x = f[0].most[s][i], y = f[1].most[t][k];
      az_wide most;
      if (b->corners->clauses >= MOST_CLAUSES || __builtin_mul_overflow(x.value, y.value, &most) ||
          most >= half)
        continue;
      const az_gate negative = below_constant(c, p, width, 0);
      const az_gate positive = az_gate_not(below_constant(c, p, width, 1));
      imply(b, here, x.holds, y.holds, az_gate_not(s != t ? positive : negative));
      const az_gate less = below_constant(c, p, width, s != t ? -most : most + 1);
      imply(b, here, x.holds, y.holds, s != t ? az_gate_not(less) : less);
    }
  for (uint32_t i = 0; i < f[0].leasts[s] && exact; i++)
    for (uint32_t k = 0; k < f[1].leasts[t]; k++) {
      const bound x = f[0].least[s][i], y = f[1].least[t][k];
      az_wide least;
      if (b->corners->clauses >= MOST_CLAUSES || __builtin_mul_overflow(x.value, y.value, &least) ||
          least >= half)
        continue;
      const az_gate less = below_constant(c, p, width, s != t ? 1 - least : least);
      imply(b, here, x.holds, y.holds, s != t ? less : az_gate_not(less));
    }
}

/* The low bits of a product of extended words are the product of the words. The term layer writes
 * the latter as an ite of products if a word is an ite, and then the gates are not the same. */
static void relate_narrow(blaster *b, az_term t) {
  az_store *s = b->store;
  const az_term x = az_operand(s, t, 0), y = az_operand(s, t, 1);
  const az_kind kind = az_kind_of(s, x);
  if ((kind != AZ_K_SEXT && kind != AZ_K_ZEXT) || kind != az_kind_of(s, y)) return;
  const az_term u = az_operand(s, x, 0), v = az_operand(s, y, 0);
  const uint32_t width = az_sort_width(az_sort_of(s, u));
  if (az_sort_of(s, u) != az_sort_of(s, v)) return;
  const az_term narrow = az_bv_mul(s, u, v);
  if (az_kind_of(s, narrow) != AZ_K_ITE) return;
  const uint32_t at = blaster_translate(b, narrow); /* moves `gates` */
  const az_gate *p = b->gates + b->first[t], *q = b->gates + at;
  for (uint32_t i = 0; i < width; i++)
    az_gate_assert(b->circuit, az_gate_not(az_gate_xor(b->circuit, p[i], q[i])));
}

void blaster_relate_corners(blaster *b) {
  blaster_corners *k = b->corners;
  for (; k->narrowed < arrlenu(k->products); k->narrowed++)
    relate_narrow(b, k->products[k->narrowed].term);
  for (size_t i = 0; i < arrlenu(k->products) && k->clauses < MOST_CLAUSES; i++) {
    const az_term t = k->products[i].term;
    const uint32_t width = az_sort_width(az_sort_of(b->store, t));
    const factor first = factor_of(b, t, 0, width), second = factor_of(b, t, 1, width);
    const factor f[2] = {first, second};
    uint32_t *done = k->products[i].done;
    if (done[0] > f[0].known && done[1] > f[1].known) continue;
    az_work_add(b->work, WORK_OF_PAIR * (1 + f[0].known) * (1 + f[1].known));
    for (uint32_t side = 0; side < 2; side++) done[side] = f[side].known + 1;
    for (uint32_t s = 0; s < 4; s++) relate(b, b->gates + b->first[t], width, f, s & 1, s >> 1);
  }
}
