/* Products with a common factor. The position of an element in a matrix whose rows have m elements
 * is x * m + y, and proofs compare such positions. The SAT solver would have to derive relations of
 * such products bit by bit. Therefore they are added, for factors so short that nothing wraps. If m
 * >= 0, then
 *   x = z  implies  x * m = z * m,      x + 1 = z  implies  x * m + m = z * m,
 *   x < z  implies  x * m + m <= z * m,
 *   0 <= x  implies  0 <= x * m,        0 <= x, 0 <= y <= m  imply  0 <= x * m + y,
 *   0 <= x, 0 <= y  imply  x * m <= x * m + y,
 *   0 <= x < z, 0 <= y < m  imply  x * m + y < z * m,
 *   0 <= z <= x + 1, m <= y  imply  z * m <= x * m + y,
 *   y + 1 = z  implies  x * m + y + 1 = x * m + z.
 * Claims about all cells of an array have the same product at several indices. Therefore products
 * of equal factors are equal, whatever m and whether or not they wrap.
 * The clauses follow from the circuit, so that they change no answer. */
#include "bitblast.h"
#include "ansatz/allocate.h"
#include <stb/stb_ds.h>
#include <stdlib.h>

/* MOST_WIDTH: of products that are compared in all pairs; wider comparisons slow searches. */
enum { MOST_PRODUCTS = 24, MOST_WIDTH = 32 };

/* Returns x < y, signed, in the least width of both operands, so that the gate is that of the
 * program's own comparison. */
static az_gate below(az_circuit *c, const az_gate *x, const az_gate *y, uint32_t width) {
  uint32_t n = blaster_signed_width(x, width), m = blaster_signed_width(y, width);
  if (n < m) n = m;
  az_gate less = blaster_less_than(c, x, y, n - 1, AZ_GATE_FALSE);
  return az_gate_maj(c, x[n - 1], az_gate_not(y[n - 1]), less);
}

static az_gate *sum(az_circuit *c, const az_gate *x, const az_gate *y, uint32_t width, bool carry) {
  az_gate *out = az_calloc(width, sizeof *out), in = carry ? AZ_GATE_TRUE : AZ_GATE_FALSE;
  for (uint32_t i = 0; i < width; i++) {
    az_gate r = y ? y[i] : AZ_GATE_FALSE;
    out[i] = az_gate_xor3(c, x[i], r, in);
    in = az_gate_maj(c, x[i], r, in);
  }
  return out;
}

static bool is_constant(const az_gate *x, uint32_t width) {
  uint32_t i = 0;
  while (i < width && x[i] <= AZ_GATE_TRUE) i++;
  return i == width;
}

static void imply(az_circuit *c, az_gate condition, az_gate then) {
  az_gate_assert(c, az_gate_or(c, az_gate_not(condition), then));
}

static const az_gate *gates_of(const blaster *b, az_term t) {
  return b->gates + b->first[t];
}

/* A product with the factors x and m, as a pair in either order. */
typedef struct product {
  az_term term, x, m;
} product;

static product product_of(const blaster *b, az_term t, bool swapped) {
  return (product){t, az_operand(b->store, t, swapped), az_operand(b->store, t, !swapped)};
}

/* Returns a condition under which x * m does not wrap, and neither does x * m + m if x is less than
 * another number; false if the factors are too long for any such condition. */
static az_gate keeps_value(blaster *b, az_term t, uint32_t width) {
  const az_gate *x = gates_of(b, az_operand(b->store, t, 0));
  uint32_t n = blaster_signed_width(x, width);
  uint32_t both = n + blaster_signed_width(gates_of(b, az_operand(b->store, t, 1)), width);
  if (both <= width + 1) return AZ_GATE_TRUE;
  if (both > width + 2 || n < 2) return AZ_GATE_FALSE;
  return az_gate_not(az_gate_xor(b->circuit, x[n - 1], x[n - 2]));
}

/* Returns a condition of lemmas on two products, under which neither wraps. */
static az_gate keep_values(blaster *b, product p, product q, uint32_t width) {
  const az_gate first = keeps_value(b, p.term, width), second = keeps_value(b, q.term, width);
  return az_gate_and(b->circuit, first, second);
}

static void relate_products(blaster *b, product p, product q, uint32_t width) {
  az_circuit *c = b->circuit;
  const az_gate *x = gates_of(b, p.x), *z = gates_of(b, q.x), *m = gates_of(b, p.m);
  const az_gate *xm = gates_of(b, p.term), *zm = gates_of(b, q.term);
  az_gate *next = sum(c, x, NULL, width, true), *after = sum(c, xm, m, width, false);
  const az_gate right = az_gate_and(c, az_gate_not(m[width - 1]), keep_values(b, p, q, width));
  const az_gate same = blaster_equal(c, x, z, width), as_next = blaster_equal(c, next, z, width);
  const az_gate less = below(c, x, z, width), low = below(c, zm, after, width);
  const az_gate same_place = blaster_equal(c, xm, zm, width);
  const az_gate next_place = blaster_equal(c, after, zm, width);
  imply(c, az_gate_and(c, right, same), same_place);
  imply(c, az_gate_and(c, right, as_next), next_place);
  imply(c, az_gate_and(c, right, less), az_gate_not(low));
  free(next);
  free(after);
}

/* Relates the sum s, which is p + y, with the product q; p and q have the factor m. */
static void relate_sum(blaster *b, az_term s, product p, product q, uint32_t width) {
  az_circuit *c = b->circuit;
  az_term other = az_operand(b->store, s, az_operand(b->store, s, 0) == p.term);
  const az_gate *x = gates_of(b, p.x), *y = gates_of(b, other), *m = gates_of(b, p.m);
  const az_gate *z = gates_of(b, q.x), *of_s = gates_of(b, s), *of_q = gates_of(b, q.term);
  const uint32_t top = width - 1;
  az_gate right = az_gate_and(c, az_gate_not(x[top]), az_gate_not(m[top]));
  right = az_gate_and(c, right, az_gate_not(y[top]));
  right = az_gate_and(c, right, az_gate_not(z[top]));
  right = az_gate_and(c, right, keep_values(b, p, q, width));
  const az_gate less = blaster_less_than(c, of_s, of_q, width, AZ_GATE_FALSE);
  if (p.term == q.term) {
    const az_gate beyond = below(c, m, y, width);
    imply(c, right, az_gate_not(less));
    imply(c, az_gate_and(c, right, az_gate_not(beyond)), az_gate_not(of_s[top]));
    return;
  }
  az_gate *next = sum(c, x, NULL, width, true);
  const az_gate in_row = below(c, y, m, width), skips = below(c, next, z, width);
  const az_gate before = below(c, x, z, width);
  imply(c, az_gate_and(c, az_gate_and(c, right, in_row), before), less);
  right = az_gate_and(c, right, az_gate_not(in_row));
  imply(c, az_gate_and(c, right, az_gate_not(skips)), az_gate_not(less));
  free(next);
}

static bool is_product(const blaster *b, az_term t) {
  for (size_t i = 0; i < arrlenu(b->products); i++)
    if (b->products[i] == t) return true;
  return false;
}

/* Relates each sum with each product that shares a factor with the sum's own product, if the sum or
 * the product is new. */
static void relate_sums(blaster *b, az_term new_sum, az_term new_product, uint32_t width) {
  for (size_t i = 0; i < arrlenu(b->sums); i++)
    for (size_t k = 0; k < arrlenu(b->products); k++)
      for (int n = 0; n < 8; n++) {
        az_term s = b->sums[i], own = az_operand(b->store, s, n & 1);
        if ((s != new_sum && b->products[k] != new_product) || !is_product(b, own) ||
            az_sort_of(b->store, own) != az_sort_of(b->store, b->products[k]))
          continue;
        product p = product_of(b, own, n >> 1 & 1), q = product_of(b, b->products[k], n >> 2);
        if (p.m == q.m && (p.x != q.x || p.term == q.term)) relate_sum(b, s, p, q, width);
      }
}

/* Relates the sums p + y and p + z. */
static void relate_neighbours(blaster *b, az_term s, az_term t, uint32_t width) {
  az_circuit *c = b->circuit;
  for (int n = 0; n < 4; n++) {
    az_term p = az_operand(b->store, s, n & 1);
    if (p != az_operand(b->store, t, n >> 1)) continue;
    const az_gate *y = gates_of(b, az_operand(b->store, s, !(n & 1)));
    const az_gate *z = gates_of(b, az_operand(b->store, t, !(n >> 1)));
    az_gate *next = sum(c, y, NULL, width, true);
    az_gate *after = sum(c, gates_of(b, s), NULL, width, true);
    const az_gate as_next = blaster_equal(c, next, z, width);
    imply(c, as_next, blaster_equal(c, after, gates_of(b, t), width));
    free(next);
    free(after);
  }
}

void blaster_note_sum(blaster *b, az_term t, uint32_t width) {
  if (arrlenu(b->sums) == MOST_PRODUCTS ||
      (!is_product(b, az_operand(b->store, t, 0)) && !is_product(b, az_operand(b->store, t, 1))))
    return;
  for (size_t i = 0; i < arrlenu(b->sums); i++) {
    if (az_sort_of(b->store, b->sums[i]) != az_sort_of(b->store, t)) continue;
    relate_neighbours(b, b->sums[i], t, width);
    relate_neighbours(b, t, b->sums[i], width);
  }
  arrput(b->sums, t);
  relate_sums(b, t, AZ_NO_TERM, width);
}

/* Adds that the products t and u are equal if their factors are. Unlike the other lemmas, this one
 * needs no common factor (x * x and z * z have none), and products may wrap. */
static void relate_equal(blaster *b, az_term t, az_term u, uint32_t width) {
  az_circuit *c = b->circuit;
  const az_term x = az_operand(b->store, t, 0), m = az_operand(b->store, t, 1);
  const az_gate same = blaster_equal(c, gates_of(b, t), gates_of(b, u), width);
  const int orders = x == m || az_operand(b->store, u, 0) == az_operand(b->store, u, 1) ? 1 : 2;
  for (int n = 0; n < orders; n++) {
    const az_term z = az_operand(b->store, u, n), y = az_operand(b->store, u, !n);
    const az_gate first = blaster_equal(c, gates_of(b, x), gates_of(b, z), width);
    const az_gate second = blaster_equal(c, gates_of(b, m), gates_of(b, y), width);
    imply(c, az_gate_and(c, first, second), same);
  }
}

static void note_factors(blaster *b, az_term t, uint32_t width) {
  if (width > MOST_WIDTH || arrlenu(b->factors) == MOST_PRODUCTS) return;
  for (size_t i = 0; i < arrlenu(b->factors); i++)
    if (az_sort_of(b->store, b->factors[i]) == az_sort_of(b->store, t))
      relate_equal(b, t, b->factors[i], width);
  arrput(b->factors, t);
}

void blaster_note_product(blaster *b, az_term t, uint32_t width) {
  const az_gate *x = gates_of(b, az_operand(b->store, t, 0));
  const az_gate *m = gates_of(b, az_operand(b->store, t, 1));
  if (is_constant(x, width) || is_constant(m, width)) return;
  note_factors(b, t, width);
  if (arrlenu(b->products) == MOST_PRODUCTS) return;
  const az_gate right = keeps_value(b, t, width);
  if (right == AZ_GATE_FALSE) return;
  for (size_t i = 0; i < arrlenu(b->products); i++)
    for (int n = 0; n < 4 && az_sort_of(b->store, b->products[i]) == az_sort_of(b->store, t); n++) {
      product p = product_of(b, t, n & 1), q = product_of(b, b->products[i], n >> 1);
      if (p.m != q.m || p.x == q.x) continue;
      relate_products(b, p, q, width);
      relate_products(b, q, p, width);
    }
  az_gate positive = az_gate_and(b->circuit, az_gate_not(x[width - 1]), az_gate_not(m[width - 1]));
  imply(b->circuit, az_gate_and(b->circuit, right, positive),
        az_gate_not(gates_of(b, t)[width - 1]));
  arrput(b->products, t);
  relate_sums(b, AZ_NO_TERM, t, width);
}
