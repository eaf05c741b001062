/* Linear sums over the mathematical values of variables: the sum that a term equals if it does not
 * wrap, and a sum as a term with enough bits not to wrap. */
#include "ansatz/allocate.h"
#include "ansatz/facts.h"
#include "facts_internal.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool az_sum_equal(const az_sum *a, const az_sum *b) {
  if (a->constant != b->constant || a->count != b->count) return false;
  for (uint32_t i = 0; i < a->count; i++)
    if (a->of[i].var != b->of[i].var || a->of[i].is_signed != b->of[i].is_signed ||
        a->of[i].coefficient != b->of[i].coefficient)
      return false;
  return true;
}

static bool before(const az_summand *a, const az_summand *b) {
  return a->var != b->var ? a->var < b->var : a->is_signed < b->is_signed;
}

bool az_sum_add(const az_sum *a, const az_sum *b, int64_t factor, az_sum *out) {
  az_sum sum = {0};
  az_wide product;
  const az_wide limit = (az_wide)1 << 100;
  if (__builtin_mul_overflow(b->constant, (az_wide)factor, &product) || product > limit ||
      product < -limit)
    return false;
  sum.constant = a->constant + product;
  if (sum.constant > limit || sum.constant < -limit) return false;
  for (uint32_t i = 0, k = 0; i < a->count || k < b->count;) {
    az_summand next;
    bool from_a = k == b->count || (i < a->count && !before(&b->of[k], &a->of[i]));
    bool from_b = i == a->count || (k < b->count && !before(&a->of[i], &b->of[k]));
    next = from_a ? a->of[i] : b->of[k];
    int64_t c = 0, scaled;
    if (from_a) c = a->of[i++].coefficient;
    if (from_b) {
      if (__builtin_mul_overflow(b->of[k++].coefficient, factor, &scaled) ||
          __builtin_add_overflow(c, scaled, &c))
        return false;
    }
    if (!c) continue;
    if (sum.count == AZ_SUM_MAX || c > INT32_MAX || c < -INT32_MAX) return false;
    next.coefficient = c;
    assert(!sum.count || before(&sum.of[sum.count - 1], &next)); /* ascending, each once */
    sum.of[sum.count++] = next;
  }
  *out = sum;
  return true;
}

az_facts az_sum_facts(const az_sum *sum, const az_oracle *oracle) {
  az_facts f = az_facts_value(sum->constant);
  for (uint32_t i = 0; i < sum->count; i++) {
    const az_summand *s = &sum->of[i];
    az_facts v = oracle->facts(oracle->ctx, s->var, s->is_signed);
    f = az_facts_plus(f, az_facts_times(v, az_facts_value(s->coefficient)));
  }
  return f;
}

/* ---- terms as sums --------------------------------------------------------------------------- */

typedef struct reading {
  az_store *s;
  const az_oracle *oracle;
  bool (*is_signed_var)(void *ctx, az_term var);
  void *ctx;
  int budget; /* operators left: sums have few terms */
} reading;

enum { OPERATORS = 1000 };

static bool sum_of(reading *r, az_term t, bool is_signed, az_sum *out);

/* Returns whether the sum stays in the range of that many bits. */
static bool fits(const reading *r, const az_sum *sum, uint32_t bits, bool is_signed) {
  az_facts f = az_sum_facts(sum, r->oracle), any = az_facts_any(bits, is_signed);
  return !f.none && any.least <= f.least && f.greatest <= any.greatest;
}

/* Scales x, also by a variable with a single value in the state: m * i + j with m == 100. */
static bool scaled(reading *r, az_term x, az_term factor, bool is_signed, az_sum *out) {
  az_wide c;
  az_sum zero = {0}, sum;
  if (!az_is_const(r->s, factor)) {
    az_facts f = az_facts_of_term(r->s, factor, is_signed, r->oracle);
    if (f.none || f.least != f.greatest) return false;
    c = f.least;
  } else if (!az_const_wide(r->s, factor, is_signed, &c)) {
    return false;
  }
  return c <= INT32_MAX && c >= -INT32_MAX && sum_of(r, x, is_signed, &sum) &&
         az_sum_add(&zero, &sum, (int64_t)c, out);
}

/* Computes an exact quotient: the divisor must divide the constant and every coefficient. */
static bool divided(reading *r, az_term x, az_term divisor, az_sum *out) {
  az_wide by;
  if (!az_is_const(r->s, divisor) || !az_const_wide(r->s, divisor, false, &by) || by <= 0 ||
      by > INT32_MAX || !sum_of(r, x, false, out) || out->constant % by)
    return false;
  out->constant /= by;
  for (uint32_t i = 0; i < out->count; i++) {
    if (out->of[i].coefficient % by) return false;
    out->of[i].coefficient /= (int64_t)by;
  }
  return true;
}

static bool sum_of_operator(reading *r, az_term t, bool is_signed, az_sum *out) {
  az_term x = az_operand(r->s, t, 0), y = az_arity(r->s, t) > 1 ? az_operand(r->s, t, 1) : 0;
  az_sum a, b, zero = {0};
  az_wide c;
  switch (az_kind_of(r->s, t)) {
  case AZ_K_BV_ADD:
    /* Reads a constant as signed: for an unsigned x, x + 4294967295 is x - 1. */
    if (az_is_const(r->s, y) && az_const_wide(r->s, y, true, &c))
      b = (az_sum){.constant = c};
    else if (!sum_of(r, y, is_signed, &b))
      return false;
    if (az_is_const(r->s, x) && az_const_wide(r->s, x, true, &c))
      a = (az_sum){.constant = c};
    else if (!sum_of(r, x, is_signed, &a))
      return false;
    return az_sum_add(&a, &b, 1, out);
  case AZ_K_BV_NEG: return sum_of(r, x, is_signed, &a) && az_sum_add(&zero, &a, -1, out);
  case AZ_K_BV_MUL: return scaled(r, x, y, is_signed, out) || scaled(r, y, x, is_signed, out);
  case AZ_K_BV_SHL:
    if (!az_is_const(r->s, y) || !az_const_wide(r->s, y, false, &c) || c > 30) return false;
    return sum_of(r, x, is_signed, &a) && az_sum_add(&zero, &a, (int64_t)1 << c, out);
  case AZ_K_BV_UDIV: return divided(r, x, y, out);
  case AZ_K_ZEXT: return sum_of(r, x, false, out);
  case AZ_K_SEXT: return sum_of(r, x, true, out);
  case AZ_K_EXTRACT: return az_extract_low(r->s, t) == 0 && sum_of(r, x, is_signed, out);
  default: return false;
  }
}

static bool sum_of(reading *r, az_term t, bool is_signed, az_sum *out) {
  uint32_t bits = az_sort_width(az_sort_of(r->s, t));
  az_wide c;
  if (bits > AZ_FACTS_BITS || --r->budget < 0) return false;
  if (az_is_const(r->s, t)) {
    if (!az_const_wide(r->s, t, is_signed, &c)) return false;
    *out = (az_sum){.constant = c};
    return true;
  }
  az_sum sum;
  if (az_kind_of(r->s, t) == AZ_K_VAR && bits > 64) return false;
  if (az_kind_of(r->s, t) == AZ_K_VAR)
    sum = (az_sum){.count = 1, .of = {{t, r->is_signed_var(r->ctx, t), 1}}};
  else if (!az_arity(r->s, t) || !sum_of_operator(r, t, is_signed, &sum))
    return false;
  /* A sum congruent modulo 2^bits to the term's value, and in its range, is equal to it. */
  if (!fits(r, &sum, bits, is_signed)) return false;
  *out = sum;
  return true;
}

bool az_sum_of(az_store *store, az_term t, bool is_signed, const az_oracle *oracle,
               bool (*is_signed_var)(void *ctx, az_term var), void *ctx, az_sum *out) {
  reading r = {store, oracle, is_signed_var, ctx, OPERATORS};
  return sum_of(&r, t, is_signed, out);
}

static bool sum_modulo(reading *r, az_term t, az_sum *out) {
  az_sum a, b, zero = {0};
  az_wide c;
  if (az_sort_width(az_sort_of(r->s, t)) > 64 || --r->budget < 0) return false;
  if (sum_of(r, t, true, out)) return true;
  az_term x = az_arity(r->s, t) ? az_operand(r->s, t, 0) : AZ_NO_TERM;
  az_term y = az_arity(r->s, t) > 1 ? az_operand(r->s, t, 1) : AZ_NO_TERM;
  switch (az_kind_of(r->s, t)) {
  case AZ_K_VAR:
    *out = (az_sum){.count = 1, .of = {{t, r->is_signed_var(r->ctx, t), 1}}};
    return true;
  case AZ_K_BV_ADD:
    return sum_modulo(r, x, &a) && sum_modulo(r, y, &b) && az_sum_add(&a, &b, 1, out);
  case AZ_K_BV_NEG: return sum_modulo(r, x, &a) && az_sum_add(&zero, &a, -1, out);
  case AZ_K_BV_MUL:
    if (az_is_const(r->s, x)) {
      az_term swapped = x;
      x = y, y = swapped;
    }
    return az_is_const(r->s, y) && az_const_wide(r->s, y, true, &c) && c <= INT32_MAX &&
           c >= -INT32_MAX && sum_modulo(r, x, &a) && az_sum_add(&zero, &a, (int64_t)c, out);
  default: return false;
  }
}

bool az_sum_modulo(az_store *store, az_term t, const az_oracle *oracle,
                   bool (*is_signed_var)(void *ctx, az_term var), void *ctx, az_sum *out) {
  reading r = {store, oracle, is_signed_var, ctx, OPERATORS};
  return sum_modulo(&r, t, out);
}

/* ---- sums as terms and text ------------------------------------------------------------------ */

uint32_t az_sum_bits(const az_store *store, const az_sum *sum) {
  az_facts f = az_facts_value(sum->constant);
  for (uint32_t i = 0; i < sum->count; i++) {
    const az_summand *s = &sum->of[i];
    az_facts any = az_facts_any(az_sort_width(az_sort_of(store, s->var)), s->is_signed);
    f = az_facts_plus(f, az_facts_times(any, az_facts_value(s->coefficient)));
  }
  uint32_t bits = 1;
  while (f.least < -((az_wide)1 << (bits - 1)) || f.greatest >= (az_wide)1 << (bits - 1)) bits++;
  /* Each summand must fit, too. */
  for (uint32_t i = 0; i < sum->count; i++) {
    uint32_t w = az_sort_width(az_sort_of(store, sum->of[i].var)) + !sum->of[i].is_signed;
    if (bits < w) bits = w;
  }
  return bits;
}

az_term az_sum_term(az_store *store, const az_sum *sum, uint32_t bits) {
  az_term t = az_bv_wide(store, bits, sum->constant);
  for (uint32_t i = 0; i < sum->count; i++) {
    const az_summand *s = &sum->of[i];
    az_term x = az_resize(store, s->var, bits, s->is_signed);
    t = az_bv_add(store, t, az_bv_mul(store, az_bv_signed(store, bits, s->coefficient), x));
  }
  return t;
}

char *az_sum_text(const az_store *store, const az_sum *sum, az_namer name, void *ctx) {
  char *text = NULL;
  size_t size;
  FILE *out = az_open_memstream(&text, &size);
  for (uint32_t i = 0; i < sum->count; i++) {
    const az_summand *s = &sum->of[i];
    int64_t c = s->coefficient, m = c < 0 ? -c : c;
    if (i)
      fputs(c < 0 ? "-" : "+", out);
    else if (c < 0)
      fputs("-", out);
    if (m != 1) fprintf(out, "%lld*", (long long)m);
    fputs(name ? name(ctx, s->var) : az_var_name(store, s->var), out);
  }
  if (sum->constant || !sum->count)
    fprintf(out, sum->count ? "%+lld" : "%lld", (long long)sum->constant);
  az_close_memstream(out);
  return text;
}
