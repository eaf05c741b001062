/* Facts about integers: the reduced product of intervals [cousot1977] and congruences
 * [granger1989], and the facts of terms that follow from the facts of their leaves. Arithmetic is
 * done over the mathematical integers first; `wrapped` then gives the facts of the result in a
 * bit-vector. */
#include "ansatz/facts.h"
#include "facts_internal.h"
#include <assert.h>

/* ---- the lattice ----------------------------------------------------------------------------- */

static az_wide remainder_of(az_wide a, az_wide m) { /* returns a modulo m > 0, in 0 .. m-1 */
  az_wide r = a % m;
  return r < 0 ? r + m : r;
}

/* Returns the modulus in Granger's lattice: 0 for a single value. */
static az_wide modulus_of(const az_facts *f) {
  return f->least == f->greatest ? 0 : f->modulus;
}

static az_wide rest_of(const az_facts *f) {
  return f->least == f->greatest ? f->least : f->rest;
}

az_facts az_facts_none(void) {
  return (az_facts){.none = true, .modulus = 1};
}

az_facts az_facts_value(az_wide value) {
  return (az_facts){.least = value, .greatest = value, .modulus = 1};
}

az_facts az_facts_between(az_wide least, az_wide greatest) {
  if (least > greatest) return az_facts_none();
  return (az_facts){.least = least, .greatest = greatest, .modulus = 1};
}

az_facts az_facts_any(uint32_t bits, bool is_signed) {
  az_wide least = is_signed ? -((az_wide)1 << (bits - 1)) : 0;
  return az_facts_between(least, least + (((az_wide)1 << bits) - 1));
}

/* Meets the facts with the congruence (m, r); m = 0: one value. */
az_facts az_facts_congruent(az_facts f, az_wide m, az_wide r) {
  if (f.none) return f;
  if (m == 0) return r < f.least || r > f.greatest ? az_facts_none() : az_facts_value(r);
  if (m > 1) {
    r = remainder_of(r, m);
    f.least += remainder_of(r - f.least, m);
    f.greatest -= remainder_of(f.greatest - r, m);
    if (f.least > f.greatest) return az_facts_none();
  }
  if (f.least == f.greatest) return az_facts_value(f.least);
  f.modulus = m, f.rest = m == 1 ? 0 : r;
  assert(f.modulus >= 1 && f.rest >= 0 && f.rest < f.modulus && f.least < f.greatest);
  return f;
}

bool az_facts_is_value(const az_facts *f, az_wide *value) {
  if (f->none || f->least != f->greatest) return false;
  *value = f->least;
  return true;
}

az_truth az_facts_nonnegative(const az_facts *f) {
  if (f->none) return AZ_MAYBE;
  return f->least >= 0 ? AZ_YES : f->greatest < 0 ? AZ_NO : AZ_MAYBE;
}

bool az_facts_equal(const az_facts *a, const az_facts *b) {
  if (a->none || b->none) return a->none == b->none;
  return a->least == b->least && a->greatest == b->greatest && modulus_of(a) == modulus_of(b) &&
         rest_of(a) == rest_of(b);
}

bool az_facts_included(const az_facts *a, const az_facts *b) {
  if (a->none) return true;
  if (b->none || a->least < b->least || a->greatest > b->greatest) return false;
  if (b->modulus <= 1) return true;
  return modulus_of(a) % b->modulus == 0 && remainder_of(rest_of(a), b->modulus) == b->rest;
}

az_facts az_facts_join(az_facts a, az_facts b) {
  if (a.none) return b;
  if (b.none) return a;
  az_facts f = az_facts_between(a.least < b.least ? a.least : b.least,
                                a.greatest > b.greatest ? a.greatest : b.greatest);
  az_wide m = az_gcd(az_gcd(modulus_of(&a), modulus_of(&b)), rest_of(&a) - rest_of(&b));
  return az_facts_congruent(f, m, rest_of(&a));
}

az_facts az_facts_meet(az_facts a, az_facts b) {
  if (a.none || b.none) return az_facts_none();
  az_facts f = az_facts_between(a.least > b.least ? a.least : b.least,
                                a.greatest < b.greatest ? a.greatest : b.greatest);
  if (b.modulus > a.modulus) {
    az_facts t = a;
    a = b, b = t;
  }
  az_wide m = a.modulus, r = a.rest, common = az_gcd(m, b.modulus);
  if (remainder_of(r - b.rest, common) != 0) return az_facts_none();
  /* The least common congruence (Chinese remainders), as long as its numbers are small. */
  az_wide steps = b.modulus / common;
  if (steps > 1 && steps <= 4096 && m <= ((az_wide)1 << 100) / steps) {
    while (remainder_of(r, b.modulus) != b.rest) r += m;
    m *= steps;
  }
  return az_facts_congruent(f, m, r);
}

/* ---- arithmetic over the integers ------------------------------------------------------------ */

static az_facts unknown(void) {
  return az_facts_between(-((az_wide)1 << 125), (az_wide)1 << 125);
}

az_facts az_facts_plus(az_facts a, az_facts b) {
  if (a.none || b.none) return az_facts_none();
  az_facts f = az_facts_between(a.least + b.least, a.greatest + b.greatest);
  return az_facts_congruent(f, az_gcd(modulus_of(&a), modulus_of(&b)), rest_of(&a) + rest_of(&b));
}

az_facts az_facts_minus(az_facts a) {
  if (a.none) return a;
  return az_facts_congruent(az_facts_between(-a.greatest, -a.least), modulus_of(&a), -rest_of(&a));
}

az_facts az_facts_times(az_facts a, az_facts b) {
  if (a.none || b.none) return az_facts_none();
  const az_wide of_a[] = {a.least, a.greatest}, of_b[] = {b.least, b.greatest};
  az_wide least = 0, greatest = 0;
  for (int i = 0; i < 4; i++) {
    az_wide p;
    if (__builtin_mul_overflow(of_a[i & 1], of_b[i >> 1], &p) || p > (az_wide)1 << 125 ||
        p < -((az_wide)1 << 125))
      return unknown();
    if (!i || p < least) least = p;
    if (!i || p > greatest) greatest = p;
  }
  az_facts f = az_facts_between(least, greatest);
  az_wide m = modulus_of(&a), n = modulus_of(&b), r = rest_of(&a), s = rest_of(&b);
  az_wide mn, ms, nr, rs;
  if (__builtin_mul_overflow(m, n, &mn) || __builtin_mul_overflow(m, s, &ms) ||
      __builtin_mul_overflow(n, r, &nr) || __builtin_mul_overflow(r, s, &rs))
    return f;
  return az_facts_congruent(f, az_gcd(az_gcd(mn, ms), nr), rs);
}

/* Divides by d > 0 and rounds down. */
static az_facts quotient(az_facts a, az_wide d) {
  if (a.none) return a;
  az_facts f = az_facts_between(az_floor_div(a.least, d), az_floor_div(a.greatest, d));
  if (a.modulus % d == 0 && a.modulus > d)
    return az_facts_congruent(f, a.modulus / d, az_floor_div(a.rest, d));
  return f;
}

az_facts az_facts_wrapped(az_facts f, uint32_t bits, bool is_signed) {
  az_facts any = az_facts_any(bits, is_signed);
  if (f.none) return f;
  az_wide size = (az_wide)1 << bits, shift = az_floor_div(f.least - any.least, size) * size;
  if (f.greatest - shift <= any.greatest) {
    az_wide m = modulus_of(&f);
    return az_facts_congruent(az_facts_between(f.least - shift, f.greatest - shift), m,
                              rest_of(&f) - shift);
  }
  return az_facts_congruent(any, az_gcd(f.modulus, size), f.rest);
}

/* ---- terms ----------------------------------------------------------------------------------- */

typedef struct evaluation {
  az_store *s;
  const az_oracle *oracle;
  int budget; /* number of subterms left */
} evaluation;

static az_facts facts_of(evaluation *e, az_term t, bool is_signed);
static az_truth truth_of(evaluation *e, az_term t);

static uint32_t bits_of(const evaluation *e, az_term t) {
  return az_sort_width(az_sort_of(e->s, t));
}

/* Evaluates sums, products, negation and complement; operands are read with the result's sign. */
static az_facts ring(evaluation *e, az_term t, bool is_signed) {
  az_facts a = facts_of(e, az_operand(e->s, t, 0), is_signed);
  az_kind kind = az_kind_of(e->s, t);
  if (kind == AZ_K_BV_NEG) return az_facts_minus(a);
  if (kind == AZ_K_BV_NOT) return az_facts_plus(az_facts_minus(a), az_facts_value(-1));
  az_facts b = facts_of(e, az_operand(e->s, t, 1), is_signed);
  return kind == AZ_K_BV_ADD ? az_facts_plus(a, b) : az_facts_times(a, b);
}

/* Evaluates operators that read their operands as unsigned. */
static az_facts by_bits(evaluation *e, az_term t) {
  az_term x = az_operand(e->s, t, 0), y = az_operand(e->s, t, 1);
  az_facts a = facts_of(e, x, false), b = facts_of(e, y, false);
  if (a.none || b.none) return az_facts_none();
  uint32_t bits = bits_of(e, t);
  az_facts any = az_facts_any(bits, false);
  az_wide c = 0;
  bool is_constant = az_facts_is_value(&b, &c);
  switch (az_kind_of(e->s, t)) {
  case AZ_K_BV_AND: {
    if (!is_constant && az_facts_is_value(&a, &c)) a = b, is_constant = true;
    if (!is_constant) return az_facts_between(0, a.greatest < b.greatest ? a.greatest : b.greatest);
    if ((c & (c + 1)) == 0) { /* the low bits */
      if (a.greatest <= c) return a;
      return az_facts_congruent(az_facts_between(0, c), az_gcd(a.modulus, c + 1), a.rest);
    }
    return az_facts_congruent(az_facts_between(0, a.greatest < c ? a.greatest : c), c & -c, 0);
  }
  case AZ_K_BV_XOR: {
    az_wide all = 1;
    while (all - 1 < a.greatest || all - 1 < b.greatest) all *= 2;
    az_facts f = az_facts_between(0, all - 1);
    bool even_a = modulus_of(&a) % 2 == 0, even_b = modulus_of(&b) % 2 == 0;
    return even_a && even_b ? az_facts_congruent(f, 2, rest_of(&a) + rest_of(&b)) : f;
  }
  case AZ_K_BV_UDIV:
    if (is_constant) return c ? quotient(a, c) : any;
    return b.least > 0 ? az_facts_between(a.least / b.greatest, a.greatest / b.least) : any;
  case AZ_K_BV_UREM:
    if (is_constant && c) {
      if (a.greatest < c) return a;
      return az_facts_congruent(az_facts_between(0, c - 1), az_gcd(a.modulus, c), a.rest);
    }
    return az_facts_between(0, b.least > 0 && b.greatest - 1 < a.greatest ? b.greatest - 1
                                                                          : a.greatest);
  case AZ_K_BV_SHL:
    if (!is_constant) return any;
    if (c >= bits) return az_facts_value(0);
    return az_facts_times(a, az_facts_value((az_wide)1 << c));
  case AZ_K_BV_LSHR:
    if (!is_constant) return az_facts_between(0, a.greatest);
    return c >= bits ? az_facts_value(0) : quotient(a, (az_wide)1 << c);
  case AZ_K_CONCAT:
    return az_facts_plus(az_facts_times(a, az_facts_value((az_wide)1 << bits_of(e, y))), b);
  default: return any;
  }
}

/* Evaluates operators that read their operands as signed. */
static az_facts by_sign(evaluation *e, az_term t) {
  az_facts a = facts_of(e, az_operand(e->s, t, 0), true),
           b = facts_of(e, az_operand(e->s, t, 1), true);
  if (a.none || b.none) return az_facts_none();
  uint32_t bits = bits_of(e, t);
  az_facts any = az_facts_any(bits, true);
  az_wide c, most;
  bool is_constant = az_facts_is_value(&b, &c);
  switch (az_kind_of(e->s, t)) {
  case AZ_K_BV_SDIV:
    if (!is_constant || c <= 0) return any;
    if (a.least >= 0) return quotient(a, c);
    return az_facts_between(a.least / c, a.greatest / c);
  case AZ_K_BV_SREM: /* the sign is that of the first operand */
    if (!is_constant || c <= 0) return any;
    most = c - 1;
    if (a.least >= 0 && a.greatest < c) return a;
    any = az_facts_between(a.least >= 0      ? 0
                           : a.least < -most ? -most
                                             : a.least,
                           a.greatest <= 0     ? 0
                           : a.greatest > most ? most
                                               : a.greatest);
    return az_facts_congruent(any, az_gcd(a.modulus, c), a.rest);
  case AZ_K_BV_ASHR:
    if (!is_constant || c < 0) return any;
    return quotient(a, (az_wide)1 << (c >= bits ? bits - 1 : c));
  default: return any;
  }
}

static az_facts extracted(evaluation *e, az_term t, bool is_signed) {
  az_term x = az_operand(e->s, t, 0);
  uint32_t low = az_extract_low(e->s, t);
  if (bits_of(e, x) > AZ_FACTS_BITS) return az_facts_any(bits_of(e, t), is_signed);
  if (low) return quotient(facts_of(e, x, false), (az_wide)1 << low);
  return facts_of(e, x, is_signed);
}

static az_facts chosen(evaluation *e, az_term t, bool is_signed) {
  az_truth c = truth_of(e, az_operand(e->s, t, 0));
  if (c != AZ_MAYBE) return facts_of(e, az_operand(e->s, t, c == AZ_YES ? 1 : 2), is_signed);
  const az_facts no = facts_of(e, az_operand(e->s, t, 2), is_signed);
  return az_facts_join(facts_of(e, az_operand(e->s, t, 1), is_signed), no);
}

static az_facts facts_of(evaluation *e, az_term t, bool is_signed) {
  uint32_t bits = bits_of(e, t);
  if (bits > AZ_FACTS_BITS) return unknown();
  az_facts any = az_facts_any(bits, is_signed);
  az_wide c;
  if (az_is_const(e->s, t) && az_const_wide(e->s, t, false, &c))
    return az_facts_wrapped(az_facts_value(c), bits, is_signed);
  if (--e->budget < 0) return any;
  az_facts f;
  switch (az_kind_of(e->s, t)) {
  case AZ_K_VAR:
  case AZ_K_SELECT:
    return bits <= 64 ? az_facts_meet(any, e->oracle->facts(e->oracle->ctx, t, is_signed)) : any;
  case AZ_K_BV_NEG:
  case AZ_K_BV_NOT:
  case AZ_K_BV_ADD:
  case AZ_K_BV_MUL:
    f = az_facts_wrapped(ring(e, t, is_signed), bits, is_signed);
    /* A term that wraps when read one way may be exact when read the other way. */
    if (!f.none && f.least == any.least && f.greatest == any.greatest)
      f = az_facts_meet(f,
                        az_facts_wrapped(az_facts_wrapped(ring(e, t, !is_signed), bits, !is_signed),
                                         bits, is_signed));
    return f;
  case AZ_K_BV_AND:
  case AZ_K_BV_XOR:
  case AZ_K_BV_UDIV:
  case AZ_K_BV_UREM:
  case AZ_K_BV_SHL:
  case AZ_K_BV_LSHR:
  case AZ_K_CONCAT: f = az_facts_wrapped(by_bits(e, t), bits, false); break;
  case AZ_K_BV_SDIV:
  case AZ_K_BV_SREM:
  case AZ_K_BV_ASHR: f = az_facts_wrapped(by_sign(e, t), bits, true); break;
  case AZ_K_ZEXT: f = facts_of(e, az_operand(e->s, t, 0), false); break;
  case AZ_K_SEXT: f = facts_of(e, az_operand(e->s, t, 0), true); break;
  case AZ_K_EXTRACT: f = extracted(e, t, is_signed); break;
  case AZ_K_ITE: f = chosen(e, t, is_signed); break;
  default: return any;
  }
  return az_facts_wrapped(f, bits, is_signed);
}

/* ---- conditions ------------------------------------------------------------------------------ */

static az_truth negation(az_truth t) {
  return t == AZ_MAYBE ? AZ_MAYBE : t == AZ_YES ? AZ_NO : AZ_YES;
}

static az_truth less(az_facts a, az_facts b) {
  if (a.none || b.none) return AZ_MAYBE;
  return a.greatest < b.least ? AZ_YES : a.least >= b.greatest ? AZ_NO : AZ_MAYBE;
}

static az_truth equal(evaluation *e, az_term x, az_term y) {
  if (az_sort_kind_of(az_sort_of(e->s, x)) == AZ_SORT_BOOL) {
    az_truth a = truth_of(e, x), b = truth_of(e, y);
    return a == AZ_MAYBE || b == AZ_MAYBE ? AZ_MAYBE : a == b ? AZ_YES : AZ_NO;
  }
  if (az_sort_kind_of(az_sort_of(e->s, x)) != AZ_SORT_BV) return AZ_MAYBE;
  for (int is_signed = 0; is_signed < 2; is_signed++) {
    az_facts a = facts_of(e, x, is_signed), b = facts_of(e, y, is_signed);
    if (a.none || b.none) return AZ_MAYBE;
    if (az_facts_meet(a, b).none) return AZ_NO;
    if (a.least == a.greatest && az_facts_equal(&a, &b)) return AZ_YES;
  }
  return AZ_MAYBE;
}

static az_truth truth_of(evaluation *e, az_term t) {
  if (az_is_const(e->s, t)) return az_is_true(e->s, t) ? AZ_YES : AZ_NO;
  if (--e->budget < 0) return AZ_MAYBE;
  switch (az_kind_of(e->s, t)) {
  case AZ_K_NOT: return negation(truth_of(e, az_operand(e->s, t, 0)));
  case AZ_K_AND: {
    az_truth a = truth_of(e, az_operand(e->s, t, 0)), b;
    if (a == AZ_NO || (b = truth_of(e, az_operand(e->s, t, 1))) == AZ_NO) return AZ_NO;
    return a == AZ_YES && b == AZ_YES ? AZ_YES : AZ_MAYBE;
  }
  case AZ_K_ITE: {
    az_truth c = truth_of(e, az_operand(e->s, t, 0));
    if (c != AZ_MAYBE) return truth_of(e, az_operand(e->s, t, c == AZ_YES ? 1 : 2));
    az_truth a = truth_of(e, az_operand(e->s, t, 1));
    return a == truth_of(e, az_operand(e->s, t, 2)) ? a : AZ_MAYBE;
  }
  case AZ_K_EQ: return equal(e, az_operand(e->s, t, 0), az_operand(e->s, t, 1));
  case AZ_K_BV_ULT:
  case AZ_K_BV_SLT: {
    bool is_signed = az_kind_of(e->s, t) == AZ_K_BV_SLT;
    az_facts a = facts_of(e, az_operand(e->s, t, 0), is_signed);
    return less(a, facts_of(e, az_operand(e->s, t, 1), is_signed));
  }
  default: return AZ_MAYBE;
  }
}

static evaluation evaluate(az_store *store, const az_oracle *oracle) {
  return (evaluation){.s = store, .oracle = oracle, .budget = 4000};
}

az_facts az_facts_of_term(az_store *store, az_term t, bool is_signed, const az_oracle *oracle) {
  evaluation e = evaluate(store, oracle);
  return facts_of(&e, t, is_signed);
}

az_truth az_truth_of(az_store *store, az_term condition, const az_oracle *oracle) {
  evaluation e = evaluate(store, oracle);
  return truth_of(&e, condition);
}
