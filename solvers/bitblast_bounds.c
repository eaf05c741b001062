/* Relations of quotients and products by the same divisor: if Y > 0 and C >= 0, then X <= C / Y if
 * and only if X * Y <= C, over the integers. As C division truncates, the other signs turn the
 * first or the second comparison: X * Y >= C if C is negative, X >= C / Y if the signs of C and Y
 * differ. Programs use this to guard against overflow (a > INT_MAX / b), and a search through the
 * rows of a divider and of a multiplier does not find that they agree. When the second of two such
 * words is translated, both directions of the equivalence are added to the formula. */
#include "bitblast.h"
#include "ansatz/allocate.h"
#include <stb/stb_ds.h>
#include <string.h>

enum { MOST_PAIRS = 64 };

/* Indices in `gates`, since the gates move. */
typedef struct product {
  uint32_t factors[2], result, width;
} product;

typedef struct division {
  uint32_t dividend, divisor, quotient, width;
  bool is_signed;
} division;

struct blaster_bounds {
  product *products;   /* stb_ds */
  division *divisions; /* stb_ds */
  uint32_t pairs;
};

blaster_bounds *blaster_bounds_new(void) {
  return az_calloc(1, sizeof(blaster_bounds));
}

void blaster_bounds_free(blaster_bounds *known) {
  arrfree(known->products);
  arrfree(known->divisions);
  free(known);
}

/* Returns whether the wide word is the divisor, extended by zeros or by its sign. */
static bool is_divisor(const az_gate *wide, uint32_t width, const az_gate *divisor, uint32_t bits) {
  bool same = width >= bits && !memcmp(wide, divisor, bits * sizeof *wide), variable = false;
  for (uint32_t i = bits; i < width && same; i++)
    same = wide[i] == AZ_GATE_FALSE || wide[i] == divisor[bits - 1];
  for (uint32_t i = 0; i < bits && same; i++) variable |= divisor[i] > AZ_GATE_TRUE;
  return same && variable;
}

/* Returns the word extended by `high`. */
static az_gate *widened(const blaster *b, uint32_t at, uint32_t bits, uint32_t width,
                        az_gate high) {
  az_gate *word = az_calloc(width, sizeof *word);
  memcpy(word, b->gates + at, bits * sizeof *word);
  for (uint32_t i = bits; i < width; i++) word[i] = high;
  return word;
}

/* Returns x <= y, signed. */
static az_gate at_most(az_circuit *c, const az_gate *x, const az_gate *y, uint32_t width) {
  const uint32_t top = width - 1;
  const az_gate less = blaster_less_than(c, x, y, top, AZ_GATE_TRUE);
  return az_gate_maj(c, x[top], az_gate_not(y[top]), less);
}

/* Adds the equivalences for a negative dividend or divisor, of a product that does not wrap. The
 * quotient of the least number and -1 wraps, and is negative only then. */
static void relate_signed(blaster *b, const product *p, uint32_t side, const division *d) {
  az_circuit *c = b->circuit;
  const uint32_t width = p->width, bits = d->width;
  const az_gate *x = b->gates + p->factors[1 - side], *y = b->gates + p->factors[side],
                *result = b->gates + p->result;
  const az_gate negative[2] = {b->gates[d->dividend + bits - 1], y[width - 1]},
                wraps = b->gates[d->quotient + bits - 1];
  az_gate *quotient = widened(b, d->quotient, bits, width, wraps),
          *dividend = widened(b, d->dividend, bits, width, negative[0]), some = AZ_GATE_FALSE;
  for (uint32_t i = 0; i < bits; i++) some = az_gate_or(c, some, y[i]);
  for (int signs = 1; signs < 4; signs++) {
    const bool of_c = signs & 1, of_y = signs >> 1;
    az_gate here = az_gate_and(c, some, of_c ? negative[0] : az_gate_not(negative[0]));
    here = az_gate_and(c, here, of_y ? negative[1] : az_gate_not(negative[1]));
    if (of_c && of_y) here = az_gate_and(c, here, az_gate_not(wraps));
    if (here == AZ_GATE_FALSE) continue;
    const az_gate bounded =
        of_c ? at_most(c, dividend, result, width) : at_most(c, result, dividend, width);
    const az_gate within =
        of_c == of_y ? at_most(c, x, quotient, width) : at_most(c, quotient, x, width);
    az_gate_assert(c,
                   az_gate_or(c, az_gate_not(here), az_gate_not(az_gate_xor(c, within, bounded))));
  }
  free(quotient);
  free(dividend);
}

static void relate(blaster *b, const product *p, uint32_t side, const division *d) {
  az_circuit *c = b->circuit;
  const uint32_t width = p->width, bits = d->width;
  const az_gate *x = b->gates + p->factors[1 - side], *y = b->gates + p->factors[side],
                *result = b->gates + p->result, *divisor = b->gates + d->divisor;
  if (!is_divisor(y, width, divisor, bits) || b->bounds->pairs++ >= MOST_PAIRS) return;
  az_gate positive = AZ_GATE_FALSE;
  for (uint32_t i = 0; i < bits; i++) positive = az_gate_or(c, positive, divisor[i]);
  bool extended = width > bits && y[width - 1] != AZ_GATE_FALSE;
  if (d->is_signed || extended) positive = az_gate_and(c, positive, az_gate_not(divisor[bits - 1]));
  if (d->is_signed)
    positive = az_gate_and(c, positive, az_gate_not(b->gates[d->dividend + bits - 1]));
  az_gate *quotient = widened(b, d->quotient, bits, width, AZ_GATE_FALSE),
          *dividend = widened(b, d->dividend, bits, width, AZ_GATE_FALSE);
  const az_gate within = blaster_less_than(c, x, quotient, width, AZ_GATE_TRUE),
                bounded = blaster_less_than(c, result, dividend, width, AZ_GATE_TRUE);
  az_gate_assert(c,
                 az_gate_or(c, az_gate_not(positive), az_gate_or(c, az_gate_not(within), bounded)));
  /* The converse is true only if the product of nonnegative numbers does not wrap. */
  if (blaster_signed_width(x, width) + blaster_signed_width(y, width) <= width + 2) {
    const az_gate not_below = az_gate_or(c, x[width - 1], y[width - 1]);
    const az_gate holds = az_gate_or(c, within, az_gate_not(bounded));
    az_gate_assert(c, az_gate_or(c, az_gate_or(c, az_gate_not(positive), not_below), holds));
  }
  free(quotient);
  free(dividend);
  const bool sign_extended = width == bits || y[width - 1] == divisor[bits - 1];
  if (d->is_signed && sign_extended &&
      blaster_signed_width(x, width) + blaster_signed_width(y, width) <= width)
    relate_signed(b, p, side, d);
}

void blaster_bound_product(blaster *b, az_term t) {
  product p = {.result = b->first[t], .width = az_sort_width(az_sort_of(b->store, t))};
  for (uint32_t i = 0; i < 2; i++) p.factors[i] = b->first[az_operand(b->store, t, i)];
  for (size_t i = 0; i < arrlenu(b->bounds->divisions); i++)
    for (uint32_t side = 0; side < 2; side++) relate(b, &p, side, &b->bounds->divisions[i]);
  arrput(b->bounds->products, p);
}

void blaster_bound_quotient(blaster *b, const quotient_key *key, uint32_t quotient) {
  const division d = {.dividend = b->first[key->a],
                      .divisor = b->first[key->b],
                      .quotient = quotient,
                      .width = az_sort_width(az_sort_of(b->store, key->a)),
                      .is_signed = key->is_signed};
  for (size_t i = 0; i < arrlenu(b->bounds->products); i++)
    for (uint32_t side = 0; side < 2; side++) relate(b, &b->bounds->products[i], side, &d);
  arrput(b->bounds->divisions, d);
}
