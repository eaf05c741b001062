/* Ranges of words, by interval arithmetic [cousot1977] along the terms. Programs count in branches
 * that follow each other, s = ite(c, s' + 1, s'), and compare s with the number of branches or with
 * another counter. A search over bits learns such a bound anew for each value of each s', whereas
 * ranges give it at once. Ranges decide comparisons, fix the high bits of words, and become clauses
 * where branches are deeply nested.
 *
 * If the ranges of two words with deeply nested branches do not decide their comparison, the range
 * of their difference is computed: a sum of words with factors modulo 2^width. The range of a sum
 * is the join of its ranges in both branches of the condition that was evaluated last. Sums are
 * remembered without their constants; since both branches mostly differ only by a constant, the
 * number of sums is linear in the number of branches. */
#include "bitblast.h"
#include "ansatz/allocate.h"
#include <assert.h>
#include <stb/stb_ds.h>
#include <string.h>

enum {
  WIDEST = 64,
  DEEP = 8,           /* nesting of branches at which clauses and differences of words help the
                         search */
  MOST = 8,           /* words in a sum */
  MOST_FACTOR = 1024, /* greatest absolute factor of a word in a sum */
  CREDIT_AT_START = 4096,
  CREDIT_OF_WORD = 2, /* sums for each word, so that their number is linear in the size of the
                         formula */
  WORK_OF_SUM = 500   /* in thousandths of a unit */
};

typedef struct range {
  az_wide lo, hi;
} range;

typedef struct word_range {
  int64_t lo, hi; /* signed */
  uint32_t depth; /* nesting of branches */
} word_range;

typedef struct sum {
  uint32_t width, count;
  az_term terms[MOST];   /* descending; unused ones are 0, as sums are hashed as bytes */
  int32_t factors[MOST]; /* not 0 */
} sum;

struct blaster_ranges {
  uint32_t *of; /* by term: index in `all`; 0: any value */
  size_t terms;
  word_range *all; /* stb_ds */
  struct {
    sum key;
    range value; /* the sum is congruent modulo 2^width to a number in it */
  } *sums;
  uint64_t credit; /* number of sums that may still be evaluated */
};

blaster_ranges *blaster_ranges_new(void) {
  blaster_ranges *r = az_calloc(1, sizeof *r);
  r->credit = CREDIT_AT_START;
  arrput(r->all, (word_range){0});
  return r;
}

void blaster_ranges_free(blaster_ranges *r) {
  free(r->of);
  arrfree(r->all);
  hmfree(r->sums);
  free(r);
}

/* ---- words ----------------------------------------------------------------------------------- */

static az_wide power(uint32_t bits) {
  return (az_wide)1 << bits;
}

static range any(uint32_t width) {
  return (range){-power(width - 1), power(width - 1) - 1};
}

static uint32_t width_of(const blaster *b, az_term t) {
  return az_sort_width(az_sort_of(b->store, t));
}

static word_range record_of(const blaster *b, az_term t) {
  const blaster_ranges *r = b->ranges;
  const range all = any(width_of(b, t));
  const uint32_t at = t < r->terms ? r->of[t] : 0;
  az_wide value;
  if (at) return r->all[at];
  if (az_kind_of(b->store, t) == AZ_K_CONST && az_const_wide(b->store, t, true, &value))
    return (word_range){(int64_t)value, (int64_t)value, 0};
  return (word_range){(int64_t)all.lo, (int64_t)all.hi, 0};
}

static range range_of(const blaster *b, az_term t) {
  const word_range r = record_of(b, t);
  return (range){r.lo, r.hi};
}

static range join(range a, range b) {
  return (range){a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
}

static range times(range a, az_wide factor) {
  return factor >= 0 ? (range){a.lo * factor, a.hi * factor}
                     : (range){a.hi * factor, a.lo * factor};
}

/* Returns the range r, or all values if the operation may wrap. */
static range unless_it_wraps(range r, uint32_t width) {
  const range all = any(width);
  return r.lo < all.lo || r.hi > all.hi ? all : r;
}

/* Returns the range of the operation, whose operands have ranges. */
static range computed(const blaster *b, az_term t, uint32_t width) {
  const az_store *s = b->store;
  const az_term x = az_arity(s, t) > 0 ? az_operand(s, t, 0) : AZ_NO_TERM,
                y = az_arity(s, t) > 1 ? az_operand(s, t, 1) : AZ_NO_TERM;
  int64_t lo, hi;
  az_wide factor;
  switch (az_kind_of(s, t)) {
  case AZ_K_ITE: return join(range_of(b, y), range_of(b, az_operand(s, t, 2)));
  case AZ_K_BV_ADD: {
    const range p = range_of(b, x), q = range_of(b, y);
    return unless_it_wraps((range){p.lo + q.lo, p.hi + q.hi}, width);
  }
  case AZ_K_BV_NEG: return unless_it_wraps(times(range_of(b, x), -1), width);
  case AZ_K_BV_MUL:
    if (az_kind_of(s, y) != AZ_K_CONST || !az_const_wide(s, y, true, &factor)) return any(width);
    return unless_it_wraps(times(range_of(b, x), factor), width);
  case AZ_K_SEXT: return range_of(b, x);
  case AZ_K_ZEXT: {
    const range p = range_of(b, x);
    return p.lo >= 0 ? p : (range){0, power(width_of(b, x)) - 1};
  }
  case AZ_K_EXTRACT:
    if (az_extract_low(s, t) || width_of(b, x) > WIDEST) return any(width);
    return unless_it_wraps(range_of(b, x), width);
  case AZ_K_VAR:
  case AZ_K_CONST: return any(width); /* see record_of */
  default: az_bv_signed_bounds(s, t, &lo, &hi); return (range){lo, hi};
  }
}

static uint32_t depth_of(const blaster *b, az_term t) {
  uint32_t depth = 0;
  for (uint32_t i = 0, n = az_arity(b->store, t); i < n; i++) {
    const az_term operand = az_operand(b->store, t, i);
    const uint32_t at = operand < b->ranges->terms ? b->ranges->of[operand] : 0;
    if (at && b->ranges->all[at].depth > depth) depth = b->ranges->all[at].depth;
  }
  return depth + (az_kind_of(b->store, t) == AZ_K_ITE);
}

/* Sets the bits that are equal in the whole range. */
static void narrow(az_gate *out, uint32_t width, range r) {
  uint32_t bits = 1;
  while (bits < width && (r.lo < -power(bits - 1) || r.hi > power(bits - 1) - 1)) bits++;
  const az_gate sign = r.lo >= 0 ? AZ_GATE_FALSE : r.hi < 0 ? AZ_GATE_TRUE : out[bits - 1];
  for (uint32_t i = bits - 1; i < width; i++) out[i] = sign;
}

static az_gate not_below(az_circuit *c, const az_gate *x, const az_gate *y, uint32_t width) {
  const az_gate less = blaster_less_than(c, x, y, width - 1, AZ_GATE_FALSE);
  return az_gate_not(az_gate_maj(c, x[width - 1], az_gate_not(y[width - 1]), less));
}

static void assert_range(blaster *b, const az_gate *x, uint32_t width, range r) {
  az_gate bound[2][WIDEST];
  for (uint32_t i = 0; i < width; i++) {
    bound[0][i] = (uint64_t)r.lo >> i & 1;
    bound[1][i] = (uint64_t)r.hi >> i & 1;
  }
  az_gate_assert(b->circuit, not_below(b->circuit, x, bound[0], width));
  az_gate_assert(b->circuit, not_below(b->circuit, bound[1], x, width));
}

void blaster_note_range(blaster *b, az_term t) {
  blaster_ranges *r = b->ranges;
  const az_kind kind = az_kind_of(b->store, t);
  const uint32_t width = width_of(b, t);
  if (width < 2 || width > WIDEST || az_sort_kind_of(az_sort_of(b->store, t)) != AZ_SORT_BV) return;
  const range got = computed(b, t, width), all = any(width);
  const uint32_t depth = depth_of(b, t);
  const bool known = got.lo > all.lo || got.hi < all.hi;
  r->credit += CREDIT_OF_WORD;
  if (!known && !depth) return;
  r->of = az_by_term(r->of, &r->terms, t, sizeof *r->of);
  r->of[t] = (uint32_t)arrlenu(r->all);
  arrput(r->all, ((word_range){(int64_t)got.lo, (int64_t)got.hi, depth}));
  if (!known || kind == AZ_K_EXTRACT) return; /* an extract has the gates of its operand */
  narrow(b->gates + b->first[t], width, got);
  if (depth >= DEEP && (kind == AZ_K_ITE || kind == AZ_K_BV_ADD))
    assert_range(b, b->gates + b->first[t], width, got);
}

/* ---- sums ------------------------------------------------------------------------------------ */

/* Adds t * factor to the sum. Returns false if there is no room for it. */
static bool add_word(sum *s, az_term t, az_wide factor) {
  uint32_t i = 0;
  while (i < s->count && s->terms[i] > t) i++;
  const bool is_new = i == s->count || s->terms[i] != t;
  const az_wide all = factor + (is_new ? 0 : s->factors[i]);
  if (all > MOST_FACTOR || all < -MOST_FACTOR) return false;
  if (is_new && !all) return true;
  if (is_new) {
    if (s->count == MOST) return false;
    memmove(s->terms + i + 1, s->terms + i, (s->count - i) * sizeof *s->terms);
    memmove(s->factors + i + 1, s->factors + i, (s->count - i) * sizeof *s->factors);
    s->count++;
  }
  s->terms[i] = t;
  s->factors[i] = (int32_t)all;
  if (all) return true;
  s->count--;
  memmove(s->terms + i, s->terms + i + 1, (s->count - i) * sizeof *s->terms);
  memmove(s->factors + i, s->factors + i + 1, (s->count - i) * sizeof *s->factors);
  s->terms[s->count] = 0;
  s->factors[s->count] = 0;
  return true;
}

/* Splits t into words and constants, and adds these, times the factor, to the sum and its constant,
 * modulo 2^width. Returns false if there is no room. */
static bool add_term(const blaster *b, sum *to, az_wide *constant, az_term t, az_wide factor) {
  enum { ROOM = 24 };
  const az_store *s = b->store;
  struct {
    az_term term;
    az_wide factor;
  } stack[ROOM] = {{t, factor}};
  uint32_t top = 1;
  while (top) {
    const az_term u = stack[--top].term;
    const az_wide f = stack[top].factor;
    const az_kind kind = az_kind_of(s, u);
    az_wide value;
    if (f > MOST_FACTOR || f < -MOST_FACTOR) return false;
    if (kind == AZ_K_CONST && az_const_wide(s, u, true, &value)) {
      *constant = (*constant + f * value) % power(to->width);
    } else if (kind == AZ_K_BV_ADD) {
      if (top + 2 > ROOM) return false;
      stack[top].term = az_operand(s, u, 0);
      stack[top++].factor = f;
      stack[top].term = az_operand(s, u, 1);
      stack[top++].factor = f;
    } else if (kind == AZ_K_BV_NEG) {
      stack[top].term = az_operand(s, u, 0);
      stack[top++].factor = -f;
    } else if (kind == AZ_K_BV_MUL && az_kind_of(s, az_operand(s, u, 1)) == AZ_K_CONST &&
               az_const_wide(s, az_operand(s, u, 1), true, &value) && value <= MOST_FACTOR &&
               value >= -MOST_FACTOR) {
      stack[top].term = az_operand(s, u, 0);
      stack[top++].factor = f * value;
    } else if (!add_word(to, u, f)) {
      return false;
    }
  }
  return true;
}

/* Returns the range of the sum by the ranges of its words. */
static range direct(const blaster *b, const sum *s) {
  range all = {0, 0};
  for (uint32_t i = 0; i < s->count; i++) {
    const range r = times(range_of(b, s->terms[i]), s->factors[i]);
    all = (range){all.lo + r.lo, all.hi + r.hi};
  }
  return all;
}

/* Computes the sum, and its constant, in one branch of the condition. Returns false if there is no
 * room. */
static bool in_branch(const blaster *b, const sum *s, az_term condition, bool then, sum *out,
                      az_wide *constant) {
  *out = (sum){.width = s->width};
  *constant = 0;
  for (uint32_t i = 0; i < s->count; i++) {
    az_term t = s->terms[i];
    if (az_kind_of(b->store, t) == AZ_K_ITE && az_operand(b->store, t, 0) == condition)
      t = az_operand(b->store, t, then ? 1 : 2);
    if (!add_term(b, out, constant, t, s->factors[i])) return false;
  }
  return true;
}

/* Returns the condition of the latest ite among the sum's words; AZ_NO_TERM if there is none. */
static az_term last_condition(const blaster *b, const sum *s) {
  for (uint32_t i = 0; i < s->count; i++)
    if (az_kind_of(b->store, s->terms[i]) == AZ_K_ITE) return az_operand(b->store, s->terms[i], 0);
  return AZ_NO_TERM;
}

static range narrower(range a, range b) {
  return b.hi - b.lo < a.hi - a.lo ? b : a;
}

/* A sum whose branches are evaluated before it. */
typedef struct pending {
  sum whole, branches[2];
  az_wide constants[2];
  bool split;
} pending;

/* Evaluates the sum on top of the stack, or first pushes its branches. */
static void evaluate_top(blaster *b, pending **stack) {
  blaster_ranges *r = b->ranges;
  pending *p = &arrlast(*stack);
  range value = direct(b, &p->whole);
  if (hmgeti(r->sums, p->whole) >= 0) {
    (void)arrpop(*stack);
    return;
  }
  if (!p->split && r->credit) {
    const az_term condition = last_condition(b, &p->whole);
    r->credit--;
    az_work_add(b->work, WORK_OF_SUM);
    p->split = condition;
    for (uint32_t i = 0; i < 2 && p->split; i++)
      p->split = in_branch(b, &p->whole, condition, i, &p->branches[i], &p->constants[i]);
    if (p->split) {
      const pending branches[2] = {{.whole = p->branches[0]}, {.whole = p->branches[1]}};
      for (uint32_t i = 0; i < 2; i++)
        if (hmgeti(r->sums, branches[i].whole) < 0) arrput(*stack, branches[i]); /* moves p */
      return;
    }
  }
  if (p->split) {
    range both[2];
    for (uint32_t i = 0; i < 2; i++) {
      both[i] = hmget(r->sums, p->branches[i]);
      both[i] = (range){both[i].lo + p->constants[i], both[i].hi + p->constants[i]};
    }
    value = narrower(value, join(both[0], both[1]));
  }
  hmput(r->sums, p->whole, value);
  (void)arrpop(*stack);
}

/* Returns a range that contains a number congruent to x - y modulo 2^width. */
static range difference(blaster *b, az_term x, az_term y, uint32_t width, range otherwise) {
  sum s = {.width = width};
  az_wide constant = 0;
  if (!add_term(b, &s, &constant, x, 1) || !add_term(b, &s, &constant, y, -1)) return otherwise;
  pending *stack = NULL;
  arrput(stack, ((pending){.whole = s}));
  while (arrlenu(stack)) evaluate_top(b, &stack);
  arrfree(stack);
  const range r = hmget(b->ranges->sums, s);
  return (range){r.lo + constant, r.hi + constant};
}

/* ---- comparisons ----------------------------------------------------------------------------- */

static az_wide floor_of(az_wide x, az_wide by) {
  return x / by - (x % by < 0);
}

az_gate blaster_compared(blaster *b, az_term t, az_gate otherwise) {
  const az_kind kind = az_kind_of(b->store, t);
  const az_term x = az_operand(b->store, t, 0), y = az_operand(b->store, t, 1);
  if (az_sort_kind_of(az_sort_of(b->store, x)) != AZ_SORT_BV) return otherwise;
  const uint32_t width = width_of(b, x);
  if (width < 2 || width > WIDEST || otherwise <= AZ_GATE_TRUE) return otherwise;
  const word_range p = record_of(b, x), q = record_of(b, y);
  if (kind == AZ_K_BV_ULT && (p.lo < 0 || q.lo < 0)) return otherwise;
  const range whole = {(az_wide)p.lo - q.hi, (az_wide)p.hi - q.lo}; /* of x - y over the integers */
  range r = whole;
  if ((p.depth >= DEEP || q.depth >= DEEP) && whole.lo <= 0 && whole.hi >= 0)
    r = difference(b, x, y, width, whole);
  const az_wide modulus = power(width);
  if (r.hi - r.lo >= modulus) r = whole;
  /* Examines the numbers in `whole` that are congruent to a number in `r`. */
  bool below = false, equal = false, above = false;
  for (az_wide k = -floor_of(r.hi - whole.lo, modulus); r.lo + k * modulus <= whole.hi; k++) {
    const range at = {r.lo + k * modulus, r.hi + k * modulus};
    const az_wide lo = at.lo > whole.lo ? at.lo : whole.lo,
                  hi = at.hi < whole.hi ? at.hi : whole.hi;
    if (lo > hi) continue;
    below |= lo < 0;
    equal |= lo <= 0 && hi >= 0;
    above |= hi > 0;
  }
  const bool other = kind == AZ_K_EQ ? below || above : equal || above;
  const bool holds = kind == AZ_K_EQ ? equal : below;
  return holds == other ? otherwise : holds ? AZ_GATE_TRUE : AZ_GATE_FALSE;
}
