/* Sums and extrema of the same terms in different orders. A loop that adds up an array becomes a
 * chain of adders when it is unwound. If elements have changed places, the SAT solver needs
 * exponential time to prove, bit by bit, that two such chains agree. Here a sum is read as a
 * polynomial of degree 1 modulo 2^width, over terms x, conditions c (0 or 1) and c * x: ite(c, s +
 * 1, s - 1) is s - 1 + 2 * c, and ite(c, s + x, s) is s + c * x. An extremum, ite(x < y, y, x) or
 * ite(x < y, x, y), is read as a set of terms. Terms with the same polynomial or set get the same
 * gates. */
#include "bitblast.h"
#include "ansatz/allocate.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

enum {
  LEAST_SUMMANDS = 3, /* only sums this long are looked up: shorter ones share gates, or are easy */
  MOST_SUMMANDS = 256,
  MOST_LOOKED = 1 << 20,
  WORK_OF_SUMMAND = 3
};

typedef enum sum_form { SUM, SIGNED_MOST, SIGNED_LEAST, UNSIGNED_MOST, UNSIGNED_LEAST } sum_form;

/* The summand c * condition * x. In an extremum: the term x, with c = 1, or the constant c. */
typedef struct summand {
  uint64_t c;
  az_term condition, x; /* AZ_NO_TERM: 1 */
} summand;

typedef struct sum {
  sum_form form;
  summand *of; /* stb_ds, ascending by condition and x */
  uint64_t constant;
  az_term term; /* the first term that is equal to it */
  uint32_t width;
} sum;

struct blaster_sums {
  sum *sums; /* stb_ds */
  struct {
    az_term key;
    uint32_t value;
  } *of_term; /* stb_ds: index of its sum; terms without an entry are summands */
  struct {
    uint64_t key;
    uint32_t value;
  } *of_hash;      /* stb_ds: hash -> the first sum that has it */
  uint64_t looked; /* number of summands looked at */
};

blaster_sums *blaster_sums_new(void) {
  return az_calloc(1, sizeof(blaster_sums));
}

void blaster_sums_free(blaster_sums *s) {
  for (size_t i = 0; i < arrlenu(s->sums); i++) arrfree(s->sums[i].of);
  arrfree(s->sums);
  hmfree(s->of_term);
  hmfree(s->of_hash);
  free(s);
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

static uint64_t low(uint64_t c, uint32_t width) {
  return width < 64 ? c & ((UINT64_C(1) << width) - 1) : c;
}

static int order(const summand *a, const summand *b) {
  if (a->condition != b->condition) return a->condition < b->condition ? -1 : 1;
  return (a->x > b->x) - (a->x < b->x);
}

static bool is_extreme(sum_form form, uint64_t a, uint64_t than) {
  switch (form) {
  case SIGNED_MOST: return (int64_t)a > (int64_t)than;
  case SIGNED_LEAST: return (int64_t)a < (int64_t)than;
  case UNSIGNED_MOST: return a > than;
  default: return a < than;
  }
}

/* Computes a + factor * b if both are sums; if both are extrema, the extremum of a and b. */
static sum plus(const sum *a, const sum *b, uint64_t factor) {
  sum s = {.form = a->form,
           .constant = low(a->constant + factor * b->constant, a->width),
           .width = a->width};
  const size_t n = arrlenu(a->of), m = arrlenu(b->of);
  for (size_t i = 0, k = 0; i < n || k < m;) {
    const int first = i == n ? 1 : k == m ? -1 : order(&a->of[i], &b->of[k]);
    summand next = first <= 0 ? a->of[i] : b->of[k];
    if (s.form == SUM) {
      next.c = (first <= 0 ? a->of[i].c : 0) + (first >= 0 ? factor * b->of[k].c : 0);
      next.c = low(next.c, s.width);
    } else if (!first && is_extreme(s.form, b->of[k].c, next.c)) {
      next.c = b->of[k].c;
    }
    i += first <= 0;
    k += first >= 0;
    if (next.c || s.form != SUM) arrput(s.of, next);
  }
  return s;
}

static const sum *noted(const blaster *b, az_term t) {
  const ptrdiff_t at = hmgeti(b->linear->of_term, t);
  return at < 0 ? NULL : &b->linear->sums[b->linear->of_term[at].value];
}

az_term blaster_first_of_sum(const blaster *b, az_term t) {
  const sum *s = noted(b, t);
  return s ? s->term : t;
}

static bool is_signed_form(sum_form form) {
  return form == SIGNED_MOST || form == SIGNED_LEAST;
}

/* Returns the narrowest term that `t` extends without changing its value. */
static az_term narrowest(const blaster *b, az_term t, bool is_signed) {
  t = blaster_first_of_sum(b, t);
  while (az_kind_of(b->store, t) == (is_signed ? AZ_K_SEXT : AZ_K_ZEXT))
    t = blaster_first_of_sum(b, az_operand(b->store, t, 0));
  return t;
}

/* Reads the term as a sum or extremum; the caller frees `of` if *owned. */
static sum read_as(const blaster *b, az_term t, sum_form form, bool *owned) {
  const uint32_t width = az_sort_width(az_sort_of(b->store, t));
  if (form != SUM) t = narrowest(b, t, is_signed_form(form));
  const sum *known = noted(b, t);
  sum s = {.form = form, .width = width};
  az_wide constant;
  *owned = !known || known->form != form;
  if (!*owned) {
    s.of = known->of;
    s.constant = known->constant;
  } else if (form == SUM && az_is_const(b->store, t)) {
    s.constant = *az_const_limbs(b->store, t);
  } else if (az_is_const(b->store, t)) {
    (void)az_const_wide(b->store, t, is_signed_form(form), &constant);
    arrput(s.of, ((summand){.c = (uint64_t)constant}));
  } else {
    arrput(s.of, ((summand){.c = 1, .x = blaster_first_of_sum(b, t)}));
  }
  return s;
}

/* Computes ite(condition, x, y) as a sum. Returns false unless x and y differ by one summand or by
 * a constant. */
static bool choice(const blaster *b, az_term condition, const sum *x, const sum *y, sum *out) {
  if (az_kind_of(b->store, condition) == AZ_K_NOT) { /* a condition has at most one negation */
    const sum *swap = x;
    x = y, y = swap;
    condition = az_operand(b->store, condition, 0);
  }
  sum difference = plus(x, y, low(UINT64_MAX, x->width));
  const size_t n = arrlenu(difference.of);
  const bool simple =
      n ? n == 1 && !difference.constant && !difference.of->condition : difference.constant != 0;
  if (simple) {
    summand one = {.c = difference.constant, .condition = condition};
    if (n) one = (summand){difference.of->c, condition, difference.of->x};
    sum chosen = {.width = x->width};
    arrput(chosen.of, one);
    *out = plus(y, &chosen, 1);
    arrfree(chosen.of);
  }
  arrfree(difference.of);
  return simple;
}

static bool same_terms(const sum *a, const sum *b) {
  if (a->form != b->form || a->constant != b->constant || arrlenu(a->of) != arrlenu(b->of))
    return false;
  for (size_t i = 0; i < arrlenu(a->of); i++)
    if (order(&a->of[i], &b->of[i]) || a->of[i].c != b->of[i].c) return false;
  return true;
}

/* Returns whether the branch of an ite has the value of this side of its comparison. A constant
 * side may differ by `turned`, since x < c is x <= c - 1, and c < x is c + 1 <= x. */
static bool is_side(const blaster *b, az_term branch, az_term side, sum_form form, int turned) {
  const bool is_signed = is_signed_form(form);
  az_wide x, y;
  if (az_is_const(b->store, branch))
    return az_is_const(b->store, side) && az_const_wide(b->store, branch, is_signed, &x) &&
           az_const_wide(b->store, side, is_signed, &y) && (x == y || x == y + turned);
  const az_term p = narrowest(b, branch, is_signed), q = narrowest(b, side, is_signed);
  const sum *of_p = noted(b, p), *of_q = noted(b, q);
  return p == q || (of_p && of_q && of_p->form == form && same_terms(of_p, of_q));
}

/* Returns which extremum of its branches the ite is; SUM if it is not an extremum. */
static sum_form extremum(const blaster *b, az_term t) {
  az_term condition = az_operand(b->store, t, 0);
  const bool negated = az_kind_of(b->store, condition) == AZ_K_NOT;
  if (negated) condition = az_operand(b->store, condition, 0);
  const az_kind kind = az_kind_of(b->store, condition);
  if (kind != AZ_K_BV_SLT && kind != AZ_K_BV_ULT) return SUM;
  const sum_form most = kind == AZ_K_BV_SLT ? SIGNED_MOST : UNSIGNED_MOST,
                 least = kind == AZ_K_BV_SLT ? SIGNED_LEAST : UNSIGNED_LEAST;
  const az_term x = az_operand(b->store, condition, 0), y = az_operand(b->store, condition, 1);
  const az_term then = az_operand(b->store, t, 1 + negated),
                other = az_operand(b->store, t, 2 - negated);
  if (is_side(b, then, y, most, -1) && is_side(b, other, x, most, 1)) return most;
  if (is_side(b, then, x, least, 1) && is_side(b, other, y, least, -1)) return least;
  return SUM;
}

/* Computes the sum or extremum of an operator from those of its operands. */
static bool read_operator(blaster *b, az_term t, az_kind kind, sum *out) {
  const bool chooses = kind == AZ_K_ITE, is_unary = kind == AZ_K_BV_NEG;
  const az_term tx = az_operand(b->store, t, chooses),
                ty = is_unary ? tx : az_operand(b->store, t, 1 + chooses);
  if (kind == AZ_K_BV_MUL && !az_is_const(b->store, ty)) return false;
  const sum_form form = chooses ? extremum(b, t) : SUM;
  if (chooses && form == SUM && !noted(b, tx) && !noted(b, ty) && !az_is_const(b->store, tx) &&
      !az_is_const(b->store, ty))
    return false;
  bool owns_x, owns_y, read = true;
  sum x = read_as(b, tx, form, &owns_x), y = read_as(b, ty, form, &owns_y);
  const sum zero = {.width = x.width};
  const uint64_t looks = arrlenu(x.of) + arrlenu(y.of) + 1;
  b->linear->looked += looks;
  az_work_add(b->work, WORK_OF_SUMMAND * looks);
  if (kind == AZ_K_BV_ADD || form != SUM)
    *out = plus(&x, &y, 1);
  else if (chooses)
    read = choice(b, az_operand(b->store, t, 0), &x, &y, out);
  else
    *out = plus(&zero, &x, is_unary ? UINT64_MAX : y.constant);
  if (owns_x) arrfree(x.of);
  if (owns_y) arrfree(y.of);
  return read;
}

/* ---- equal sums ------------------------------------------------------------------------------ */

static uint64_t hash_of(const sum *s) {
  uint64_t hash = (s->constant * 31 + s->width) * 8 + s->form;
  for (size_t i = 0; i < arrlenu(s->of); i++) {
    const summand *one = &s->of[i];
    hash = (hash ^ (one->c + ((uint64_t)one->condition << 32) + one->x)) *
           UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 29;
  }
  return hash;
}

az_term blaster_equal_sum(blaster *b, az_term t) {
  blaster_sums *l = b->linear;
  const az_kind kind = az_kind_of(b->store, t);
  const az_sort sort = az_sort_of(b->store, t);
  sum s;
  if ((kind != AZ_K_BV_ADD && kind != AZ_K_BV_NEG && kind != AZ_K_BV_MUL && kind != AZ_K_ITE) ||
      az_sort_kind_of(sort) != AZ_SORT_BV || az_sort_width(sort) > 64 || l->looked >= MOST_LOOKED ||
      !read_operator(b, t, kind, &s))
    return t;
  const size_t n = arrlenu(s.of);
  if (n > MOST_SUMMANDS) {
    arrfree(s.of);
    return t;
  }
  s.term = t;
  const uint64_t hash = hash_of(&s);
  const ptrdiff_t at = n < LEAST_SUMMANDS ? -1 : hmgeti(l->of_hash, hash);
  const sum *first = at < 0 ? NULL : &l->sums[l->of_hash[at].value];
  if (first && first->width == s.width && same_terms(first, &s)) {
    hmput(l->of_term, t, l->of_hash[at].value);
    arrfree(s.of);
    return first->term;
  }
  if (n >= LEAST_SUMMANDS && at < 0) hmput(l->of_hash, hash, (uint32_t)arrlenu(l->sums));
  hmput(l->of_term, t, (uint32_t)arrlenu(l->sums));
  arrput(l->sums, s);
  return t;
}
