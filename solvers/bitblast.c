/* Back end `bitblast`: translates terms over bool and bit-vectors to circuits of gates (gates.c),
 * and these to CNF for CaDiCaL. Each term is translated once. Adders are ripple-carry adders.
 * Multipliers add shifted rows, by signed digits if an operand is constant. Dividers are restoring;
 * with a constant divisor, the quotient is an input that is multiplied back. Shifters are
 * logarithmic (Kroening & Strichman, "Decision Procedures", chapter 6). CaDiCaL provides
 * assumptions and a callback that ends a call at the deadline. */
#include "bitblast.h"
#include "ansatz/allocate.h"
#include "ansatz/module.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>

/* In thousandths of a unit, by least squares over the 13,035 queries of 100 tasks. Steps, conflicts
 * and learned literals cost more in a larger formula, with the square root of its variables. */
enum {
  WORK_OF_CALL = 40000,
  WORK_OF_CLAUSE = 3, /* for each clause, in each call */
  WORK_OF_STEP = 70,
  WORK_OF_LEARNED = 140,
  /* these three: times the square root of the number of variables */
  STEP_OF_ROOT = 9,
  CONFLICT_OF_ROOT = 250,
  LEARNED_OF_ROOT = 7
};

/* ---- words: vectors of gates ---------------------------------------------------------------- */

/* Makes room for `n` gates at the end of `gates`; the pointer is valid until the next call. */
static az_gate *room(blaster *b, uint32_t n, uint32_t *at) {
  *at = (uint32_t)arrlenu(b->gates);
  return arraddnptr(b->gates, n);
}

typedef struct word {
  az_gate *bits;
  uint32_t width;
} word;

static word new_word(uint32_t width) {
  return (word){az_calloc(width ? width : 1, sizeof(az_gate)), width};
}

/* Adds row << at to acc if `select` is true, or subtracts it (adds the complement and one). */
static void accumulate(az_circuit *c, word acc, uint32_t at, const az_gate *row, uint32_t width,
                       az_gate select, bool subtract) {
  if (select == AZ_GATE_FALSE) return;
  az_gate carry = subtract ? AZ_GATE_TRUE : AZ_GATE_FALSE;
  for (uint32_t i = at; i < acc.width; i++) {
    az_gate r = az_gate_and(c, i - at < width ? row[i - at] : AZ_GATE_FALSE, select);
    if (subtract) r = az_gate_not(r);
    const az_gate a = acc.bits[i];
    acc.bits[i] = az_gate_xor3(c, a, r, carry);
    if (i + 1 < acc.width) carry = az_gate_maj(c, a, r, carry);
  }
}

static bool constant(const az_gate *x, uint32_t width) {
  for (uint32_t i = 0; i < width; i++)
    if (x[i] > AZ_GATE_TRUE) return false;
  return true;
}

/* Returns the signed width of x: the least n for which the bits n-1 .. width-1 are the same
 * gate. */
uint32_t blaster_signed_width(const az_gate *x, uint32_t width) {
  uint32_t n = width;
  while (n > 1 && x[n - 2] == x[width - 1]) n--;
  return n;
}

static uint32_t rows_of(const az_gate *x, uint32_t width) {
  uint32_t rows = 0;
  for (uint32_t i = 0, n = blaster_signed_width(x, width); i < n; i++)
    rows += x[i] != AZ_GATE_FALSE;
  return rows;
}

/* Computes x * y modulo 2^width of out; all three have that width. */
static void multiply(az_circuit *c, const az_gate *x, const az_gate *y, word out) {
  const uint32_t width = out.width;
  const uint32_t x_rows = rows_of(x, width), y_rows = rows_of(y, width);
  /* The lowest gate decides ties, so that a wider product has the low bits of a narrow one. */
  const bool swaps = x_rows < y_rows || (x_rows == y_rows && x[0] < y[0]);
  if (constant(x, width) || (!constant(y, width) && swaps)) {
    const az_gate *swap = x;
    x = y;
    y = swap;
  }
  for (uint32_t i = 0; i < width; i++) out.bits[i] = AZ_GATE_FALSE;
  if (constant(y, width)) { /* signed digits, no two adjacent: 0111100 is 1000-100 */
    bool borrow = false;
    for (uint32_t i = 0; i < width; i++) {
      const bool bit = y[i] == AZ_GATE_TRUE, next = i + 1 < width && y[i + 1] == AZ_GATE_TRUE;
      if (bit == borrow) continue;
      accumulate(c, out, i, x, width, AZ_GATE_TRUE, next);
      borrow = next;
    }
    return;
  }
  const uint32_t n = blaster_signed_width(y, width);
  for (uint32_t i = 0; i + 1 < n; i++) accumulate(c, out, i, x, width, y[i], false);
  accumulate(c, out, n - 1, x, width, y[n - 1], n < width || n == 1);
}

/* Returns x < y, unsigned, with `less` as the result for equal operands. */
az_gate blaster_less_than(az_circuit *c, const az_gate *x, const az_gate *y, uint32_t width,
                          az_gate less) {
  for (uint32_t i = 0; i < width; i++) less = az_gate_maj(c, az_gate_not(x[i]), y[i], less);
  return less;
}

az_gate blaster_equal(az_circuit *c, const az_gate *x, const az_gate *y, uint32_t width) {
  az_gate all = AZ_GATE_TRUE;
  for (uint32_t i = 0; i < width; i++)
    all = az_gate_and(c, az_gate_not(az_gate_xor(c, x[i], y[i])), all);
  return all;
}

/* Computes the quotient and the remainder by a constant d > 0. These are new inputs q and r with
 * the assertions r < d and q * d + r = x, where the sum is so wide that it does not wrap. */
static void divide_by_constant(blaster *b, const az_gate *x, const az_gate *d, word q, word r) {
  az_circuit *c = b->circuit;
  const uint32_t width = q.width;
  uint32_t bits = width; /* bits of d */
  while (d[bits - 1] == AZ_GATE_FALSE) bits--;
  word wide = new_word(width + 2), dw = new_word(width + 2), sum = new_word(width + 2);
  for (uint32_t i = 0; i < width; i++) {
    wide.bits[i] = q.bits[i] = i + bits <= width ? az_gate_input(c) : AZ_GATE_FALSE;
    r.bits[i] = i < bits ? az_gate_input(c) : AZ_GATE_FALSE;
    dw.bits[i] = d[i];
  }
  multiply(c, wide.bits, dw.bits, sum);
  accumulate(c, sum, 0, r.bits, width, AZ_GATE_TRUE, false);
  for (uint32_t i = 0; i < width + 2; i++)
    az_gate_assert(c, az_gate_not(az_gate_xor(c, sum.bits[i], i < width ? x[i] : AZ_GATE_FALSE)));
  az_gate_assert(c, blaster_less_than(c, r.bits, d, width, AZ_GATE_FALSE));
  free(wide.bits);
  free(dw.bits);
  free(sum.bits);
}

/* Adds consequences of the circuit that the search would find only through all its rows: x % y <=
 * x, and x % y < y unless y is 0. */
static void bound_remainder(az_circuit *c, const az_gate *x, const az_gate *y, word r) {
  az_gate some = AZ_GATE_FALSE;
  for (uint32_t i = 0; i < r.width; i++) some = az_gate_or(c, some, y[i]);
  az_gate_assert(c, az_gate_not(blaster_less_than(c, x, r.bits, r.width, AZ_GATE_FALSE)));
  const az_gate less = blaster_less_than(c, r.bits, y, r.width, AZ_GATE_FALSE);
  az_gate_assert(c, az_gate_or(c, az_gate_not(some), less));
}

/* Divides as in SMT-LIB: x / 0 = ones, x % 0 = x. */
static void divide(blaster *b, const az_gate *x, const az_gate *y, word q, word r) {
  az_circuit *c = b->circuit;
  const uint32_t width = q.width;
  if (constant(y, width) && !constant(x, width)) {
    uint32_t ones = 0;
    for (uint32_t i = 0; i < width; i++) ones += y[i];
    if (ones > 1) { /* for a power of two, the divider below consists of shifts */
      divide_by_constant(b, x, y, q, r);
      return;
    }
  }
  for (uint32_t i = 0; i < width; i++) r.bits[i] = AZ_GATE_FALSE;
  az_gate *difference = az_calloc(width, sizeof *difference);
  for (uint32_t i = width; i-- > 0;) {
    /* r < y before the step, so that 2r + bit < 2y: one bit more than the width, here `top`. */
    const az_gate top = r.bits[width - 1];
    for (uint32_t k = width - 1; k > 0; k--) r.bits[k] = r.bits[k - 1];
    r.bits[0] = x[i];
    az_gate carry = AZ_GATE_TRUE;
    for (uint32_t k = 0; k < width; k++) {
      const az_gate n = az_gate_not(y[k]);
      difference[k] = az_gate_xor3(c, r.bits[k], n, carry);
      carry = az_gate_maj(c, r.bits[k], n, carry);
    }
    const az_gate fits = az_gate_or(c, top, carry);
    q.bits[i] = fits;
    for (uint32_t k = 0; k < width; k++) r.bits[k] = az_gate_ite(c, fits, difference[k], r.bits[k]);
  }
  free(difference);
  bound_remainder(c, x, y, r);
}

static void negate_if(az_circuit *c, az_gate condition, az_gate *x, uint32_t width) {
  az_gate carry = condition;
  for (uint32_t i = 0; i < width; i++) {
    const az_gate flipped = az_gate_xor(c, x[i], condition);
    x[i] = az_gate_xor(c, flipped, carry);
    carry = az_gate_and(c, flipped, carry);
  }
}

/* ---- terms ----------------------------------------------------------------------------------- */

static uint32_t quotient(blaster *b, az_term ta, az_term tb, bool is_signed, uint32_t width) {
  const quotient_key key = {blaster_first_of_sum(b, ta), blaster_first_of_sum(b, tb), is_signed, 0};
  ptrdiff_t found = hmgeti(b->quotients, key);
  if (found >= 0) return b->quotients[found].value;
  word x = new_word(width), y = new_word(width), q = new_word(width), r = new_word(width);
  memcpy(x.bits, b->gates + b->first[ta], width * sizeof(az_gate));
  memcpy(y.bits, b->gates + b->first[tb], width * sizeof(az_gate));
  const az_gate sx = x.bits[width - 1], sy = y.bits[width - 1];
  if (is_signed) {
    negate_if(b->circuit, sx, x.bits, width);
    negate_if(b->circuit, sy, y.bits, width);
  }
  divide(b, x.bits, y.bits, q, r);
  if (is_signed) { /* also right for y = 0: x/0 is -1 for x >= 0, else 1; x%0 is x */
    negate_if(b->circuit, az_gate_xor(b->circuit, sx, sy), q.bits, width);
    negate_if(b->circuit, sx, r.bits, width);
  }
  uint32_t at;
  az_gate *out = room(b, 2 * width, &at);
  memcpy(out, q.bits, width * sizeof(az_gate));
  memcpy(out + width, r.bits, width * sizeof(az_gate));
  free(x.bits);
  free(y.bits);
  free(q.bits);
  free(r.bits);
  hmput(b->quotients, key, at);
  blaster_bound_quotient(b, &key, at);
  return at;
}

static void shift(az_circuit *c, az_kind kind, const az_gate *amount, az_gate *x, uint32_t width) {
  const az_gate fill = kind == AZ_K_BV_ASHR ? x[width - 1] : AZ_GATE_FALSE;
  uint32_t stages = 0;
  while (stages < 32 && (1u << stages) < width) stages++;
  for (uint32_t s = 0; s < stages && s < width; s++) {
    const uint32_t by = 1u << s;
    if (kind == AZ_K_BV_SHL) {
      for (uint32_t i = width; i-- > 0;)
        x[i] = az_gate_ite(c, amount[s], i >= by ? x[i - by] : AZ_GATE_FALSE, x[i]);
    } else {
      for (uint32_t i = 0; i < width; i++)
        x[i] = az_gate_ite(c, amount[s], i + by < width ? x[i + by] : fill, x[i]);
    }
  }
  az_gate beyond = AZ_GATE_FALSE;
  for (uint32_t i = stages; i < width; i++) beyond = az_gate_or(c, beyond, amount[i]);
  for (uint32_t i = 0; i < width; i++) x[i] = az_gate_ite(c, beyond, fill, x[i]);
}

/* The translated operands of a term, and their widths. */
typedef struct operands {
  const az_gate *x, *y, *z;
  uint32_t xw, yw;
} operands;

static operands operands_of(const blaster *b, az_term t) {
  operands o = {0};
  const uint32_t arity = az_arity(b->store, t);
  const az_gate **gates[] = {&o.x, &o.y, &o.z};
  uint32_t *widths[] = {&o.xw, &o.yw};
  for (uint32_t i = 0; i < arity && i < 3; i++) {
    const az_term operand = az_operand(b->store, t, i);
    *gates[i] = b->gates + b->first[operand];
    if (i < 2) *widths[i] = az_sort_width(az_sort_of(b->store, operand));
  }
  return o;
}

/* Translates a bitwise operator. Returns false for other operators. */
static bool bitwise(az_circuit *c, az_kind kind, operands o, az_gate *out, uint32_t width) {
  switch (kind) {
  case AZ_K_NOT:
  case AZ_K_BV_NOT:
    for (uint32_t i = 0; i < width; i++) out[i] = az_gate_not(o.x[i]);
    return true;
  case AZ_K_AND:
  case AZ_K_BV_AND:
    for (uint32_t i = 0; i < width; i++) out[i] = az_gate_and(c, o.x[i], o.y[i]);
    return true;
  case AZ_K_BV_XOR:
    for (uint32_t i = 0; i < width; i++) out[i] = az_gate_xor(c, o.x[i], o.y[i]);
    return true;
  case AZ_K_ITE:
    for (uint32_t i = 0; i < width; i++) out[i] = az_gate_ite(c, o.x[0], o.y[i], o.z[i]);
    return true;
  default: return false;
  }
}

/* Translates a sum; a + -b becomes one subtractor. */
static void add(blaster *b, az_term sum, operands o, az_gate *out, uint32_t width) {
  az_term negated[2];
  for (uint32_t i = 0; i < 2; i++) {
    const az_term operand = az_operand(b->store, sum, i);
    const bool is = az_kind_of(b->store, operand) == AZ_K_BV_NEG;
    negated[i] = is ? az_operand(b->store, operand, 0) : AZ_NO_TERM;
  }
  if (negated[1]) {
    o.y = b->gates + b->first[negated[1]];
  } else if (negated[0]) {
    o.x = o.y;
    o.y = b->gates + b->first[negated[0]];
  }
  memcpy(out, o.x, width * sizeof *out);
  accumulate(b->circuit, (word){out, width}, 0, o.y, width, AZ_GATE_TRUE, negated[0] || negated[1]);
}

static bool is_quotient(az_kind kind) {
  return kind == AZ_K_BV_UDIV || kind == AZ_K_BV_UREM || kind == AZ_K_BV_SDIV ||
         kind == AZ_K_BV_SREM;
}

/* Returns the index of the first gate of a quotient or a remainder, which are translated
 * together. */
static uint32_t quotient_or_rest(blaster *b, az_term t, az_kind kind, uint32_t width) {
  const bool is_signed = kind == AZ_K_BV_SDIV || kind == AZ_K_BV_SREM;
  const uint32_t at =
      quotient(b, az_operand(b->store, t, 0), az_operand(b->store, t, 1), is_signed, width);
  return kind == AZ_K_BV_UREM || kind == AZ_K_BV_SREM ? at + width : at;
}

static bool is_of_floats(const az_store *store, az_term t) {
  const az_kind kind = az_kind_of(store, t);
  return (kind >= AZ_K_F_NEG && kind < AZ_K_COUNT) ||
         (kind == AZ_K_VAR && az_sort_kind_of(az_sort_of(store, t)) == AZ_SORT_FLOAT);
}

/* ---- comparisons ----------------------------------------------------------------------------- */

/* Returns x < y, where both words are already translated. */
static az_gate word_less(const blaster *b, bool is_signed, az_term x, az_term y) {
  const uint32_t width = az_sort_width(az_sort_of(b->store, x)) - is_signed;
  const az_gate *p = b->gates + b->first[x], *q = b->gates + b->first[y];
  const az_gate less = blaster_less_than(b->circuit, p, q, width, AZ_GATE_FALSE);
  /* Sign bits are compared with the operands exchanged. */
  return is_signed ? az_gate_maj(b->circuit, p[width], az_gate_not(q[width]), less) : less;
}

/* Notes a comparison of two words. If both their order and their equality occur, as in i <= n && i
 * != n, adds the lemma that exactly one of x < y, x == y, y < x is true. A search would have to
 * derive this bit by bit. */
static void note_order(blaster *b, az_kind kind, az_term x, az_term y, az_gate is) {
  const bool turned = x > y, is_signed = kind == AZ_K_BV_SLT;
  const blaster_pair pair = {turned ? y : x, turned ? x : y};
  blaster_order order = {0};
  ptrdiff_t at = hmgeti(b->orders, pair);
  if (at >= 0) order = b->orders[at].value;
  if (kind == AZ_K_EQ)
    order.equal = is;
  else
    order.less[is_signed] = true;
  for (uint32_t i = 0; i < 2; i++) {
    if (!order.equal || !order.less[i] || order.related[i]) continue;
    order.related[i] = true;
    az_circuit *c = b->circuit;
    const az_gate below = word_less(b, i, pair.x, pair.y), above = word_less(b, i, pair.y, pair.x);
    az_gate_assert(c, az_gate_or(c, order.equal, az_gate_or(c, below, above)));
    az_gate_assert(c, az_gate_not(az_gate_and(c, below, above)));
    az_gate_assert(c, az_gate_not(az_gate_and(c, order.equal, below)));
    az_gate_assert(c, az_gate_not(az_gate_and(c, order.equal, above)));
  }
  hmput(b->orders, pair, order);
}

/* Returns y if the term is y + 1; else AZ_NO_TERM. */
static az_term before(const blaster *b, az_term t) {
  az_wide by;
  if (az_kind_of(b->store, t) != AZ_K_BV_ADD) return AZ_NO_TERM;
  return az_const_wide(b->store, az_operand(b->store, t, 1), false, &by) && by == 1
             ? az_operand(b->store, t, 0)
             : AZ_NO_TERM;
}

/* Returns whether the word is the greatest one, in the order of `kind`. */
static az_gate is_greatest(blaster *b, az_kind kind, az_term t) {
  const uint32_t width = az_sort_width(az_sort_of(b->store, t));
  az_gate all = AZ_GATE_TRUE;
  for (uint32_t i = 0; i < width; i++) {
    const az_gate bit = b->gates[b->first[t] + i];
    const bool sign = kind == AZ_K_BV_SLT && i == width - 1;
    all = az_gate_and(b->circuit, all, sign ? az_gate_not(bit) : bit);
  }
  return all;
}

static az_gate compare_words(blaster *b, az_kind kind, az_term x, az_term y) {
  const uint32_t width = az_sort_width(az_sort_of(b->store, x));
  const az_gate *p = b->gates + b->first[x], *q = b->gates + b->first[y];
  const az_gate is = kind == AZ_K_EQ ? blaster_equal(b->circuit, p, q, width)
                                     : word_less(b, kind == AZ_K_BV_SLT, x, y);
  if (is > AZ_GATE_TRUE && width > 1) note_order(b, kind, x, y, is);
  return is;
}

/* Returns x < y or (AZ_K_EQ) x == y, where both words are already translated. x < y + 1 is x <= y
 * unless y + 1 wraps. */
static az_gate compare(blaster *b, az_kind kind, az_term x, az_term y) {
  az_circuit *c = b->circuit;
  const az_term p = before(b, x), q = before(b, y);
  if (!q || (!p && kind == AZ_K_EQ)) return compare_words(b, kind, x, y);
  if (kind == AZ_K_EQ) return compare_words(b, kind, p, q);
  az_gate less = p ? compare_words(b, kind, p, q) : az_gate_not(compare_words(b, kind, q, x));
  if (p) less = az_gate_or(c, is_greatest(b, kind, p), less);
  return az_gate_and(c, az_gate_not(is_greatest(b, kind, q)), less);
}

/* Makes the gates of `t`, whose operands are translated. */
static void translate_node(blaster *b, az_term t) {
  az_circuit *c = b->circuit;
  const az_kind kind = az_kind_of(b->store, t);
  const uint32_t width = az_sort_width(az_sort_of(b->store, t));
  if (is_quotient(kind)) {
    b->first[t] = quotient_or_rest(b, t, kind, width);
    return;
  }
  if (is_of_floats(b->store, t)) {
    const uint32_t begin = blaster_float(b, t); /* moves `first` */
    b->first[t] = begin;
    return;
  }
  const az_term equal = blaster_equal_sum(b, t);
  if (equal != t) {
    b->first[t] = b->first[equal];
    return;
  }
  if (kind == AZ_K_EXTRACT) { /* a part of the operand's gates */
    b->first[t] = b->first[az_operand(b->store, t, 0)] + az_extract_low(b->store, t);
    return;
  }

  uint32_t at;
  az_gate *out = room(b, width, &at); /* moves `gates` */
  b->first[t] = at;
  const operands o = operands_of(b, t);
  if (bitwise(c, kind, o, out, width)) return;
  switch (kind) {
  case AZ_K_CONST: {
    const uint64_t *limbs = az_const_limbs(b->store, t);
    for (uint32_t i = 0; i < width; i++) out[i] = limbs[i / 64] >> (i % 64) & 1;
    break;
  }
  case AZ_K_EQ:
  case AZ_K_BV_ULT:
  case AZ_K_BV_SLT:
    if (kind != AZ_K_EQ)
      blaster_note_constant(b, kind == AZ_K_BV_SLT, az_operand(b->store, t, 0),
                            az_operand(b->store, t, 1));
    out[0] = blaster_compared(
        b, t, compare(b, kind, az_operand(b->store, t, 0), az_operand(b->store, t, 1)));
    break;
  case AZ_K_BV_NEG:
    memcpy(out, o.x, width * sizeof *out);
    negate_if(c, AZ_GATE_TRUE, out, width);
    break;
  case AZ_K_BV_ADD:
    add(b, t, o, out, width);
    blaster_note_sum(b, t, width);
    break;
  case AZ_K_BV_MUL:
    multiply(c, o.x, o.y, (word){out, width});
    b->nonlinear = b->nonlinear || !az_is_const(b->store, az_operand(b->store, t, 1));
    blaster_note_product(b, t, width);
    blaster_bound_product(b, t);
    if (!constant(o.x, width) && !constant(o.y, width)) blaster_note_corner(b, t);
    break;
  case AZ_K_BV_SHL:
  case AZ_K_BV_LSHR:
  case AZ_K_BV_ASHR:
    memcpy(out, o.x, width * sizeof *out);
    shift(c, kind, o.y, out, width);
    break;
  case AZ_K_CONCAT:
    memcpy(out, o.y, o.yw * sizeof *out);
    memcpy(out + o.yw, o.x, o.xw * sizeof *out);
    break;
  case AZ_K_ZEXT:
  case AZ_K_SEXT:
    memcpy(out, o.x, o.xw * sizeof *out);
    for (uint32_t i = o.xw; i < width; i++)
      out[i] = kind == AZ_K_SEXT ? o.x[o.xw - 1] : AZ_GATE_FALSE;
    break;
  default: /* variables; the bridge has removed all arrays */
    for (uint32_t i = 0; i < width; i++) out[i] = az_gate_input(c);
    break;
  }
}

/* During the translation of a float operation, a second walk translates its circuit, which has only
 * bits. */
uint32_t blaster_translate(blaster *b, az_term t) {
  const uint32_t depth = b->depth;
  assert(depth < 2);
  b->first = az_by_term(b->first, &b->terms, t, sizeof *b->first);
  if (b->first[t]) return b->first[t];
  b->depth++;
  az_visit_add(b->walk[depth], t);
  for (az_term u; (u = az_visit_next(b->walk[depth]));)
    if (u >= b->terms || !b->first[u]) {
      translate_node(b, u);
      blaster_note_range(b, u);
    }
  b->depth--;
  return b->first[t];
}

static az_gate gate_of(blaster *b, az_term boolean) {
  const uint32_t at = blaster_translate(b, boolean); /* moves `gates` */
  return b->gates[at];
}

/* ---- operations ------------------------------------------------------------------------------ */

/* CaDiCaL calls this function after each propagation without a conflict. */
static int past_deadline(void *self) {
  const blaster *b = self;
  az_work_add(b->work, WORK_OF_STEP + STEP_OF_ROOT * b->root);
  return b->deadline > 0 && az_clock(b->work) > b->deadline;
}

static void count_clause(void *self, int *clause) {
  const blaster *b = self;
  uint64_t n = 0;
  while (clause[n]) n++;
  az_work_add(b->work,
              CONFLICT_OF_ROOT * b->root + n * (WORK_OF_LEARNED + LEARNED_OF_ROOT * b->root));
}

static void *blaster_open(az_store *store, const az_options *options, az_error *err) {
  (void)err;
  blaster *b = az_calloc(1, sizeof *b);
  b->store = store;
  b->work = az_store_work(store);
  for (int i = 0; i < 2; i++) b->walk[i] = az_visit_new(store, AZ_VISIT_POST);
  b->floats = blaster_floats_new(store);
  b->bounds = blaster_bounds_new();
  b->corners = blaster_corners_new();
  b->ranges = blaster_ranges_new();
  b->polynomials = blaster_polynomials_new();
  b->linear = blaster_sums_new();
  b->sat = ccadical_init();
  const bool given = options && options->desc;
  ccadical_set_option(b->sat, "quiet", 1);
  ccadical_set_option(b->sat, "terminateint", 1); /* calls past_deadline, which counts steps, at
                                                     each step */
  ccadical_set_option(b->sat, "inprocessing", given && az_desc_bool(options->desc, "inprocessing"));
  ccadical_set_option(b->sat, "chrono", given && az_desc_bool(options->desc, "chrono"));
  b->circuit = az_circuit_new(b->sat, az_store_work(store));
  arrput(b->gates, AZ_GATE_FALSE); /* index 0 is "not translated" */
  return b;
}

static void blaster_close(void *self) {
  blaster *b = self;
  az_circuit_free(b->circuit);
  ccadical_release(b->sat);
  free(b->first);
  arrfree(b->gates);
  arrfree(b->products);
  arrfree(b->factors);
  arrfree(b->sums);
  for (int i = 0; i < 2; i++) az_visit_free(b->walk[i]);
  arrfree(b->formulas);
  blaster_floats_free(b->floats);
  arrfree(b->parts);
  hmfree(b->quotients);
  hmfree(b->orders);
  blaster_bounds_free(b->bounds);
  blaster_corners_free(b->corners);
  blaster_ranges_free(b->ranges);
  blaster_polynomials_free(b->polynomials);
  blaster_sums_free(b->linear);
  free(b);
}

static void blaster_add(void *self, az_term formula) {
  blaster *b = self;
  arrput(b->formulas, formula);
  az_gate_assert(b->circuit, gate_of(b, formula));
}

static az_answer solve(blaster *b, const az_term *assumptions, size_t n, double deadline) {
  arrsetlen(b->parts, 0);
  for (size_t i = 0; i < n; i++)
    az_gate_conjuncts(b->circuit, gate_of(b, assumptions[i]), &b->parts);
  blaster_relate_polynomials(b, assumptions, n);
  blaster_relate_corners(b);
  for (size_t i = 0; i < arrlenu(b->parts); i++)
    if (b->parts[i] == AZ_GATE_FALSE) return AZ_UNSAT;
  /* All parts are encoded first: CaDiCaL forgets assumptions when clauses are added after them. */
  for (size_t i = 0; i < arrlenu(b->parts); i++)
    if (b->parts[i] != AZ_GATE_TRUE) (void)az_gate_literal(b->circuit, b->parts[i]);
  for (size_t i = 0; i < arrlenu(b->parts); i++)
    if (b->parts[i] != AZ_GATE_TRUE)
      ccadical_assume(b->sat, az_gate_literal(b->circuit, b->parts[i]));
  b->deadline = deadline;
  uint64_t variables, clauses;
  az_circuit_size(b->circuit, &variables, &clauses);
  az_work_add(b->work, WORK_OF_CALL + WORK_OF_CLAUSE * clauses);
  b->root = (uint64_t)sqrt((double)variables);
  ccadical_set_terminate(b->sat, b, past_deadline);
  ccadical_set_learn(b->sat, b, INT_MAX, count_clause);
  switch (ccadical_solve(b->sat)) {
  case 10: return AZ_SAT;
  case 20: return AZ_UNSAT;
  default: return AZ_UNKNOWN;
  }
}

static az_answer blaster_check(void *self, const az_term *assumptions, size_t n, double deadline) {
  blaster *b = self;
  bool unknown = false;
  az_answer answer;
  do {
    answer = solve(b, assumptions, n, deadline);
    if (answer == AZ_SAT) az_circuit_model(b->circuit);
  } while (answer == AZ_SAT && !blaster_floats_agree(b, assumptions, n, &unknown) && !unknown);
  return unknown ? AZ_UNKNOWN : answer;
}

static az_term blaster_value(void *self, az_term var) {
  blaster *b = self;
  const az_sort sort = az_sort_of(b->store, var);
  const uint32_t width = az_sort_width(sort), at = var < b->terms ? b->first[var] : 0;
  if (!at) return az_zero_of(b->store, sort);
  uint64_t limbs[AZ_MAX_WIDTH / 64];
  memset(limbs, 0, (width + 63) / 64 * sizeof *limbs);
  for (uint32_t i = 0; i < width; i++)
    if (az_gate_value(b->circuit, b->gates[at + i])) limbs[i / 64] |= UINT64_C(1) << (i % 64);
  switch (az_sort_kind_of(sort)) {
  case AZ_SORT_BOOL: return az_bool(b->store, limbs[0]);
  case AZ_SORT_FLOAT: return az_float_bits(b->store, sort, limbs);
  default: return az_bv_limbs(b->store, width, limbs);
  }
}

static void blaster_statistics(void *self, uint64_t *variables, uint64_t *clauses) {
  az_circuit_size(((blaster *)self)->circuit, variables, clauses);
}

/* ---- proofs ---------------------------------------------------------------------------------- */

/* CaDiCaL's interface for C has no proof traces, but reports every learned clause. These clauses
 * are the proof, since inprocessing, which would derive others, is off here. A separate solver
 * answers the query, so that the reports are complete. */
typedef struct proof_log {
  FILE *out;
  bool ended; /* the empty clause was learned */
  double deadline;
  az_work *work;
} proof_log;

static void log_clause(void *ctx, int *clause) {
  proof_log *log = ctx;
  if (log->ended) return;
  log->ended = !*clause;
  for (; *clause; clause++) fprintf(log->out, "%d ", *clause);
  fputs("0\n", log->out);
}

static int log_past_deadline(void *ctx) {
  const proof_log *log = ctx;
  return log->deadline > 0 && az_clock(log->work) > log->deadline;
}

static void blaster_keep(void *self) {
  az_circuit_keep(((blaster *)self)->circuit);
}

/* Returns the clauses, and the assumptions of the last call as unit clauses; stb_ds. */
static int *formula_of_query(blaster *b, size_t *clauses, int *variables) {
  size_t n;
  int *all = NULL;
  for (size_t i = 0; i < arrlenu(b->parts); i++) /* may add clauses, so it precedes reading them */
    if (b->parts[i] > AZ_GATE_TRUE) (void)az_gate_literal(b->circuit, b->parts[i]);
  const int *kept = az_circuit_formula(b->circuit, &n);
  for (size_t i = 0; i < n; i++) arrput(all, kept[i]);
  for (size_t i = 0; i < arrlenu(b->parts); i++) {
    if (b->parts[i] == AZ_GATE_TRUE) continue;
    if (b->parts[i] != AZ_GATE_FALSE) arrput(all, az_gate_literal(b->circuit, b->parts[i]));
    arrput(all, 0);
  }
  *clauses = 0;
  *variables = 0;
  for (size_t i = 0; i < arrlenu(all); i++) {
    *clauses += !all[i];
    if (abs(all[i]) > *variables) *variables = abs(all[i]);
  }
  return all;
}

static void write_formula(FILE *out, const int *literals, size_t clauses, int variables) {
  fprintf(out, "p cnf %d %zu\n", variables, clauses);
  for (size_t i = 0; i < arrlenu(literals); i++)
    fprintf(out, literals[i] ? "%d " : "%d\n", literals[i]);
}

static int solve_logged(const int *literals, proof_log *log) {
  CCaDiCaL *sat = ccadical_init();
  ccadical_set_option(sat, "quiet", 1);
  ccadical_set_option(sat, "inprocessing", 0);
  ccadical_set_learn(sat, log, INT_MAX, log_clause);
  ccadical_set_terminate(sat, log, log_past_deadline);
  for (size_t i = 0; i < arrlenu(literals); i++) ccadical_add(sat, literals[i]);
  int answer = ccadical_solve(sat);
  ccadical_release(sat);
  if (answer == 20 && !log->ended) fputs("0\n", log->out);
  return answer;
}

static az_status blaster_prove(void *self, const char *formula_file, const char *proof_file,
                               double deadline, az_error *err) {
  size_t clauses;
  int variables, answer = 0, *literals = formula_of_query(self, &clauses, &variables);
  FILE *formula = fopen(formula_file, "we"), *proof = fopen(proof_file, "we");
  bool fine = formula && proof;
  if (fine) {
    write_formula(formula, literals, clauses, variables);
    answer = solve_logged(
        literals,
        &(proof_log){.out = proof, .deadline = deadline, .work = ((blaster *)self)->work});
    fine = !ferror(formula) && !ferror(proof);
  }
  if (formula && fclose(formula)) fine = false;
  if (proof && fclose(proof)) fine = false;
  arrfree(literals);
  if (!fine)
    return az_fail(err, AZ_ERR_FAULT, "%s: the proof cannot be written: %s", proof_file,
                   strerror(errno));
  if (answer == 20) return AZ_OK;
  return answer ? az_fail(err, AZ_ERR_INTERNAL, "a fresh CaDiCaL finds a model")
                : az_fail(err, AZ_ERR_RESOURCE, "time");
}

static const az_backend_ops operations = {
    .features = AZ_BACKEND_FLOATS,
    .open = blaster_open,
    .close = blaster_close,
    .add = blaster_add,
    .check = blaster_check,
    .value = blaster_value,
    .statistics = blaster_statistics,
    .keep = blaster_keep,
    .prove = blaster_prove,
};

static const az_option option_table[] = {
    {.name = "inprocessing",
     .type = AZ_OPT_BOOL,
     .initial = "false",
     .summary = "let CaDiCaL simplify its clauses between searches"},
    {.name = "chrono",
     .type = AZ_OPT_BOOL,
     .initial = "false",
     .summary = "let CaDiCaL backtrack chronologically"},
    {0},
};

AZ_MODULE(bitblast) = {
    AZ_MODULE_HEAD(AZ_MODULE_SOLVER, "bitblast", "0.1"),
    .summary = "bit-blasting to the SAT solver CaDiCaL; supports deadlines",
    .options = option_table,
    AZ_MODULE_OPERATIONS(operations),
};
