/* The facts about the leaves of a condition that holds: comparisons narrow their two sides by each
 * other's bounds, and the facts of a term narrow its operands, down to the leaves (backward
 * evaluation, as in [cousot1977]; HC4 in constraint programming). Where operations may wrap,
 * operands are narrowed only modulo 2^bits. */
#include "ansatz/arena.h"
#include "facts_internal.h"

typedef struct narrowing {
  az_store *s;
  const az_oracle *oracle;
  void (*narrow)(void *ctx, az_term leaf, bool is_signed, az_facts facts);
  void *ctx;
  int budget;
} narrowing;

/* Return false if no value satisfies the condition. */
static bool assume(narrowing *n, az_term condition, bool holds);
static bool narrow(narrowing *n, az_term t, bool is_signed, az_facts target);

static uint32_t bits_of(const narrowing *n, az_term t) {
  return az_sort_width(az_sort_of(n->s, t));
}

static az_facts facts_of(const narrowing *n, az_term t, bool is_signed) {
  return az_facts_of_term(n->s, t, is_signed, n->oracle);
}

/* Narrows each operand of a sum to the target minus the other operand. */
static bool narrow_sum(narrowing *n, az_term t, bool is_signed, az_facts target) {
  uint32_t bits = bits_of(n, t);
  for (uint32_t i = 0; i < 2; i++) {
    az_term x = az_operand(n->s, t, i), other = az_operand(n->s, t, 1 - i);
    const az_facts of_other = facts_of(n, other, is_signed);
    az_facts rest = az_facts_plus(target, az_facts_minus(of_other));
    /* If the sum does not wrap, the difference does not, either. */
    az_facts exact = az_facts_plus(facts_of(n, x, is_signed), of_other);
    az_facts any = az_facts_any(bits, is_signed);
    if (!az_facts_included(&exact, &any)) rest = az_facts_wrapped(rest, bits, is_signed);
    if (!narrow(n, x, is_signed, rest)) return false;
  }
  return true;
}

static bool narrow_product(narrowing *n, az_term t, bool is_signed, az_facts target) {
  az_facts a = facts_of(n, az_operand(n->s, t, 0), is_signed),
           b = facts_of(n, az_operand(n->s, t, 1), is_signed);
  az_facts exact = az_facts_times(a, b), any = az_facts_any(bits_of(n, t), is_signed);
  az_wide c;
  if (!az_facts_is_value(&b, &c) || c <= 0 || !az_facts_included(&exact, &any)) return true;
  az_wide least = target.least / c + (target.least % c > 0),
          greatest = target.greatest / c - (target.greatest % c < 0);
  return narrow(n, az_operand(n->s, t, 0), is_signed, az_facts_between(least, greatest));
}

/* Narrows x by a value of x & (2^k - 1) or of x % c, which implies a congruence. */
static bool narrow_remainder(narrowing *n, az_term t, az_wide value) {
  az_kind kind = az_kind_of(n->s, t);
  bool is_signed = kind == AZ_K_BV_SREM;
  value = az_facts_wrapped(az_facts_value(value), bits_of(n, t), is_signed).least;
  for (uint32_t i = 0; i < 2; i++) {
    az_term x = az_operand(n->s, t, i), y = az_operand(n->s, t, 1 - i);
    az_wide c, modulus = 0;
    if (!az_is_const(n->s, y) || !az_const_wide(n->s, y, is_signed, &c)) continue;
    if (kind == AZ_K_BV_AND && c > 0 && (c & (c + 1)) == 0) modulus = c + 1;
    if (kind != AZ_K_BV_AND && i == 0 && c > 0) modulus = c;
    if (!modulus) continue;
    return narrow(n, x, is_signed,
                  az_facts_congruent(az_facts_any(bits_of(n, x), is_signed), modulus, value));
  }
  return true;
}

/* Narrows x by its low bits: by the target if nothing is cut off, else by a congruence. */
static bool narrow_low_bits(narrowing *n, az_term t, bool is_signed, az_facts target) {
  az_term x = az_operand(n->s, t, 0);
  uint32_t bits = bits_of(n, t);
  az_facts of_x = facts_of(n, x, is_signed), kept = az_facts_any(bits, is_signed);
  az_wide value;
  if (az_facts_included(&of_x, &kept)) return narrow(n, x, is_signed, az_facts_meet(target, kept));
  if (!az_facts_is_value(&target, &value)) return true;
  return narrow(n, x, is_signed, az_facts_congruent(of_x, (az_wide)1 << bits, value));
}

static bool narrow_choice(narrowing *n, az_term t, bool is_signed, az_facts target) {
  az_term c = az_operand(n->s, t, 0);
  bool can[2];
  for (uint32_t i = 0; i < 2; i++)
    can[i] = !az_facts_meet(facts_of(n, az_operand(n->s, t, i + 1), is_signed), target).none;
  if (can[0] == can[1]) return can[0];
  return assume(n, c, can[0]) && narrow(n, az_operand(n->s, t, can[0] ? 1 : 2), is_signed, target);
}

static bool narrow_by_kind(narrowing *n, az_term t, bool is_signed, az_facts target) {
  uint32_t bits = bits_of(n, t);
  az_term x = az_arity(n->s, t) ? az_operand(n->s, t, 0) : AZ_NO_TERM;
  az_wide value;
  switch (az_kind_of(n->s, t)) {
  case AZ_K_VAR:
  case AZ_K_SELECT: n->narrow(n->ctx, t, is_signed, target); return true;
  case AZ_K_BV_ADD: return narrow_sum(n, t, is_signed, target);
  case AZ_K_BV_MUL: return narrow_product(n, t, is_signed, target);
  case AZ_K_BV_NEG:
    return narrow(n, x, is_signed, az_facts_wrapped(az_facts_minus(target), bits, is_signed));
  case AZ_K_BV_NOT:
    target = az_facts_plus(az_facts_minus(target), az_facts_value(-1));
    return narrow(n, x, is_signed, az_facts_wrapped(target, bits, is_signed));
  case AZ_K_ZEXT:
  case AZ_K_SEXT: {
    bool inner = az_kind_of(n->s, t) == AZ_K_SEXT;
    /* Uses the sign for which the extension keeps the value. */
    if (inner != is_signed) {
      az_facts whole = az_facts_meet(facts_of(n, t, inner), az_facts_any(bits_of(n, x), inner));
      az_facts there = az_facts_wrapped(target, bits, inner);
      target = az_facts_meet(whole, there);
    }
    return narrow(n, x, inner, az_facts_meet(target, az_facts_any(bits_of(n, x), inner)));
  }
  case AZ_K_EXTRACT: return az_extract_low(n->s, t) || narrow_low_bits(n, t, is_signed, target);
  case AZ_K_ITE: return narrow_choice(n, t, is_signed, target);
  case AZ_K_BV_AND:
  case AZ_K_BV_UREM:
  case AZ_K_BV_SREM: return !az_facts_is_value(&target, &value) || narrow_remainder(n, t, value);
  default: return true;
  }
}

static bool narrow(narrowing *n, az_term t, bool is_signed, az_facts target) {
  if (bits_of(n, t) > 64 || --n->budget < 0) return true;
  az_facts now = facts_of(n, t, is_signed), both = az_facts_meet(now, target);
  if (both.none) return false;
  return az_facts_equal(&now, &both) || narrow_by_kind(n, t, is_signed, both);
}

/* ---- conditions ------------------------------------------------------------------------------ */

/* Removes the value v if it is at one of the ends. */
static az_facts without(az_facts f, az_wide v) {
  az_facts rest = f;
  if (f.least == v) rest.least++;
  if (f.greatest == v) rest.greatest--;
  if (rest.least > rest.greatest) return az_facts_none();
  return az_facts_congruent(az_facts_between(rest.least, rest.greatest), f.modulus, f.rest);
}

static bool assume_equal(narrowing *n, az_term x, az_term y, bool holds) {
  az_sort_kind kind = az_sort_kind_of(az_sort_of(n->s, x));
  if (kind == AZ_SORT_BOOL) {
    az_truth a = az_truth_of(n->s, x, n->oracle), b = az_truth_of(n->s, y, n->oracle);
    return (b == AZ_MAYBE || assume(n, x, (b == AZ_YES) == holds)) &&
           (a == AZ_MAYBE || assume(n, y, (a == AZ_YES) == holds));
  }
  if (kind != AZ_SORT_BV || bits_of(n, x) > 64) return true;
  for (int is_signed = 0; is_signed < 2; is_signed++) {
    az_facts a = facts_of(n, x, is_signed), b = facts_of(n, y, is_signed);
    az_wide v;
    if (holds) {
      if (!narrow(n, x, is_signed, b) || !narrow(n, y, is_signed, a)) return false;
    } else {
      if (az_facts_is_value(&b, &v) && !narrow(n, x, is_signed, without(a, v))) return false;
      if (az_facts_is_value(&a, &v) && !narrow(n, y, is_signed, without(b, v))) return false;
    }
  }
  return true;
}

/* Assumes x < y, or x <= y. */
static bool assume_less(narrowing *n, az_term x, az_term y, bool is_signed, bool strictly) {
  if (bits_of(n, x) > 64) return true;
  az_facts any = az_facts_any(bits_of(n, x), is_signed);
  az_facts b = facts_of(n, y, is_signed);
  if (b.none || !narrow(n, x, is_signed, az_facts_between(any.least, b.greatest - strictly)))
    return false;
  az_facts a = facts_of(n, x, is_signed);
  return !a.none && narrow(n, y, is_signed, az_facts_between(a.least + strictly, any.greatest));
}

typedef struct side_facts { /* the facts of one side of a disjunction */
  az_term leaf;
  bool is_signed;
  az_facts facts;
} side_facts;
typedef struct side {
  side_facts of[16];
  size_t count;
} side;

static void hear(void *ctx, az_term leaf, bool is_signed, az_facts facts) {
  side *s = ctx;
  for (size_t i = 0; i < s->count; i++)
    if (s->of[i].leaf == leaf && s->of[i].is_signed == is_signed) {
      s->of[i].facts = az_facts_meet(s->of[i].facts, facts);
      return;
    }
  if (s->count < sizeof s->of / sizeof *s->of)
    s->of[s->count++] = (side_facts){leaf, is_signed, facts};
}

static bool listen(narrowing *n, side *s, az_term condition, bool holds) {
  narrowing one = *n;
  one.narrow = hear, one.ctx = s;
  bool can = assume(&one, condition, holds);
  n->budget = one.budget;
  return can;
}

static bool assume_either(narrowing *n, az_term x, bool x_holds, az_term y, bool y_holds) {
  side a = {.count = 0}, b = {.count = 0};
  bool can_x = listen(n, &a, x, x_holds), can_y = listen(n, &b, y, y_holds);
  if (!can_x || !can_y) {
    if (!can_x && !can_y) return false;
    return assume(n, can_x ? x : y, can_x ? x_holds : y_holds);
  }
  for (size_t i = 0; i < a.count; i++)
    for (size_t k = 0; k < b.count; k++)
      if (a.of[i].leaf == b.of[k].leaf && a.of[i].is_signed == b.of[k].is_signed)
        n->narrow(n->ctx, a.of[i].leaf, a.of[i].is_signed,
                  az_facts_join(a.of[i].facts, b.of[k].facts));
  return true;
}

static bool assume(narrowing *n, az_term t, bool holds) {
  az_truth known = az_truth_of(n->s, t, n->oracle);
  if (known != AZ_MAYBE) return (known == AZ_YES) == holds;
  if (--n->budget < 0) return true;
  az_term x = az_arity(n->s, t) ? az_operand(n->s, t, 0) : AZ_NO_TERM,
          y = az_arity(n->s, t) > 1 ? az_operand(n->s, t, 1) : AZ_NO_TERM;
  bool is_signed = az_kind_of(n->s, t) == AZ_K_BV_SLT;
  switch (az_kind_of(n->s, t)) {
  case AZ_K_NOT: return assume(n, x, !holds);
  case AZ_K_AND:
    if (!holds) return assume_either(n, x, false, y, false);
    return assume(n, x, true) && assume(n, y, true);
  case AZ_K_EQ: return assume_equal(n, x, y, holds);
  case AZ_K_BV_ULT:
  case AZ_K_BV_SLT:
    return holds ? assume_less(n, x, y, is_signed, true) : assume_less(n, y, x, is_signed, false);
  case AZ_K_ITE: {
    az_truth c = az_truth_of(n->s, x, n->oracle);
    if (c != AZ_MAYBE) return assume(n, c == AZ_YES ? y : az_operand(n->s, t, 2), holds);
    return true;
  }
  default: return true;
  }
}

bool az_facts_assume(az_store *store, az_term condition, const az_oracle *oracle,
                     void (*callback)(void *ctx, az_term leaf, bool is_signed, az_facts facts),
                     void *ctx) {
  narrowing n = {.s = store, .oracle = oracle, .narrow = callback, .ctx = ctx, .budget = 400};
  return assume(&n, condition, true);
}
