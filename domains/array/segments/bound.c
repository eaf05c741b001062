/* Sets of linear sums with equal values: the bounds of segments. A parameter of the functor
 * determines which sums may occur. */
#include "segments.h"
#include <stb/stb_ds.h>

enum { SET_MAX = 12 }; /* maximum size to which assignments and tests extend a set */

bool sum_same_part(const az_sum *a, const az_sum *b) {
  if (a->count != b->count) return false;
  for (uint32_t i = 0; i < a->count; i++)
    if (a->of[i].var != b->of[i].var || a->of[i].is_signed != b->of[i].is_signed ||
        a->of[i].coefficient != b->of[i].coefficient)
      return false;
  return true;
}

az_sum sum_plus(const az_sum *sum, az_wide constant) {
  az_sum s = *sum;
  s.constant += constant;
  return s;
}

bool sum_has(const az_sum *sum, az_term var) {
  for (uint32_t i = 0; i < sum->count; i++)
    if (sum->of[i].var == var) return true;
  return false;
}

bool sum_is_named(const segments *d, const az_sum *sum) {
  for (uint32_t i = 0; i < sum->count; i++) {
    uint32_t v = d->context->var_of(d->context, sum->of[i].var);
    if (v == AZ_NONE || d->context->vars[v].made) return false;
  }
  return true;
}

bool sum_admitted(const segments *d, const az_sum *sum) {
  switch (d->bounds) {
  case BOUND_CONSTANTS: return sum->count == 0;
  case BOUND_VARIABLES: return sum->count == 0 || (sum->count == 1 && sum->of[0].coefficient == 1);
  default: return true;
  }
}

bound bound_of(const az_sum *sum, bool maybe) {
  bound b = {.maybe = maybe};
  arrput(b.of, *sum);
  return b;
}

bound bound_copy(const bound *b) {
  bound copy = {.maybe = b->maybe};
  arrsetlen(copy.of, arrlenu(b->of));
  if (arrlenu(b->of)) memcpy(copy.of, b->of, arrlenu(b->of) * sizeof *b->of);
  return copy;
}

void bound_free(bound *b) {
  arrfree(b->of);
}

bool bound_has(const bound *b, const az_sum *sum) {
  for (size_t i = 0; i < arrlenu(b->of); i++)
    if (az_sum_equal(&b->of[i], sum)) return true;
  return false;
}

bool bound_meets(const bound *a, const bound *b) {
  for (size_t i = 0; i < arrlenu(a->of); i++)
    if (bound_has(b, &a->of[i])) return true;
  return false;
}

void bound_add(const segments *d, bound *b, const az_sum *sum) {
  if (sum_admitted(d, sum) && !bound_has(b, sum)) arrput(b->of, *sum);
}

void bound_grow(const segments *d, bound *b, const az_sum *sum) {
  if (arrlenu(b->of) < SET_MAX) bound_add(d, b, sum);
}

void bound_add_all(const segments *d, bound *b, const bound *more) {
  for (size_t i = 0; i < arrlenu(more->of); i++) bound_add(d, b, &more->of[i]);
}

bound bound_plus(const segments *d, const bound *b, az_wide constant, bool maybe) {
  bound moved = {.maybe = maybe};
  for (size_t i = 0; i < arrlenu(b->of); i++) {
    az_sum sum = sum_plus(&b->of[i], constant);
    bound_add(d, &moved, &sum);
  }
  return moved;
}
