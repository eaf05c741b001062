/* Shared by the files of the term store: the node, consing, exact constant arithmetic, value
 * ranges, memo tables. */
#pragma once

#include "ansatz/arena.h"
#include "ansatz/event.h"
#include "ansatz/term.h"
#include <assert.h>

__extension__ typedef unsigned __int128 u128;
typedef az_wide i128;

/* A node of 24 bytes. Its payload is either the operands b and c (or the attributes of extract and
 * round), or a constant's value (up to 64 bits in place, else limbs in the arena), or a variable's
 * name. Nodes never move, so that pointers to them stay valid. */
typedef struct node {
  uint8_t kind, arity;
  uint16_t unused;
  uint32_t hash;
  az_sort sort;
  az_term a;
  union {
    struct {
      uint32_t b, c;
    };
    uint64_t value;
    const uint64_t *limbs;
    const char *name;
  };
} node;

enum { BLOCK_BITS = 12, BLOCK_SIZE = 1 << BLOCK_BITS, MAX_LIMBS = AZ_MAX_WIDTH / 64 };
enum { TERM_FALSE = 1, TERM_TRUE = 2 }; /* fixed indices */

typedef struct var_entry {
  char *key;
  az_term value;
} var_entry;

struct az_store {
  node **block; /* stb_ds array of blocks of BLOCK_SIZE nodes */
  uint32_t count;
  uint32_t *table; /* open addressing, linear probing; 0 is free */
  uint32_t mask;
  uint32_t interned; /* entries of the table: all terms but variables */
  uint32_t depth;    /* nesting of constructors that rewrite recursively */
  az_arena *arena, *table_arena;
  var_entry *vars; /* stb_ds string map */
  uint64_t fresh;
  const az_log *log; /* or NULL */
  az_work *work;     /* or NULL */
  az_error misuse;   /* the first one */
  bool charged;      /* the message of `misuse` names its origin */
};

/* Nesting depth at which rewriting constructors stop their recursion on subterms, since terms may
 * be a million levels deep. */
enum { MAX_NESTING = 200 };

static inline const node *node_of(const az_store *s, az_term t) {
  assert(t && t < s->count);
  return &s->block[t >> BLOCK_BITS][t & (BLOCK_SIZE - 1)];
}
static inline az_kind kind_of(const az_store *s, az_term t) {
  return (az_kind)node_of(s, t)->kind;
}
static inline uint32_t width_of(const az_store *s, az_term t) {
  return az_sort_width(node_of(s, t)->sort);
}
static inline bool is_const(const az_store *s, az_term t) {
  return kind_of(s, t) == AZ_K_CONST;
}
static inline uint64_t mask64(uint32_t width) {
  return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}
static inline u128 mask128(uint32_t width) {
  return width >= 128 ? ~(u128)0 : ((u128)1 << width) - 1;
}
static inline uint32_t limbs_of(uint32_t width) {
  return (width + 63) / 64;
}

/* Returns the node with these fields, without simplification. Unused operands are 0. */
az_term az_cons(az_store *s, az_kind kind, az_sort sort, az_term a, uint32_t b, uint32_t c);

/* ---- constants ---- */

az_term bv_u128(az_store *s, uint32_t width, u128 value);
u128 bv_value(const az_store *s, az_term constant); /* width <= 128 */
bool bv_is_zero(const az_store *s, az_term t);      /* a bv constant 0 */
bool bv_is_ones(const az_store *s, az_term t);
bool bv_is_value(const az_store *s, az_term t, uint64_t value); /* a bv constant of this value */
/* Returns k if t is the constant 2^k, else -1. */
int bv_power_of_two(const az_store *s, az_term t);
static inline i128 to_signed(u128 value, uint32_t width) {
  if (width >= 128) return (i128)value;
  u128 sign = (u128)1 << (width - 1);
  return (i128)((value ^ sign) - sign);
}

/* limbs.c: values as n limbs, least significant first; results may have bits beyond the width. */
void limbs_add(uint64_t *r, const uint64_t *a, const uint64_t *b, uint32_t n);
void limbs_neg(uint64_t *r, const uint64_t *a, uint32_t n);
void limbs_shift_left(uint64_t *r, const uint64_t *a, uint32_t by, uint32_t n);
void limbs_shift_right(uint64_t *r, const uint64_t *a, uint32_t by, uint32_t n);
int limbs_compare(const uint64_t *a, const uint64_t *b, uint32_t n);
bool limbs_bit(const uint64_t *a, uint32_t i);
void limbs_extend(uint64_t *r, uint32_t n, const uint64_t *a, uint32_t width, bool is_signed);
void limbs_mul(uint64_t *r, const uint64_t *a, const uint64_t *b, uint32_t n);
/* Unsigned; the divisor is not 0. */
void limbs_divide(uint64_t *quotient, uint64_t *remainder, const uint64_t *a, const uint64_t *b,
                  uint32_t n);

/* fold.c: returns the value of a bit-vector operator over constants. */
az_term fold_binary(az_store *s, az_kind kind, az_term a, az_term b);
az_term fold_extract(az_store *s, az_term t, uint32_t high, uint32_t low);

/* ---- analysis (range.c) ---- */

/* Bounds of a bit-vector term, read as unsigned and signed, from a few levels; width <= 126. */
typedef struct az_range {
  u128 ulo, uhi;
  i128 slo, shi;
} az_range;
enum { RANGE_WIDTH = 126 };
az_range bv_range(const az_store *s, az_term t);
/* Decides whether two terms are equal: 1 yes, 0 no, -1 unknown. Creates constants only. */
int term_decide_eq(az_store *s, az_term a, az_term b);

static inline bool complementary(const az_store *s, az_term a, az_term b) {
  const node *m = node_of(s, a), *n = node_of(s, b);
  return (m->kind == AZ_K_NOT && m->a == b) || (n->kind == AZ_K_NOT && n->a == a);
}
/* Decides `t` given that `given` holds: 1 true, -1 false, 0 unknown. */
int term_implied(const az_store *s, az_term given, az_term t);

/* Returns the operand of a comparison without its promises, which do not affect the result
 * (build_linear.c). */
az_term bv_compared(az_store *s, az_term t);
/* Returns whether the product was made by az_bv_mul_nsw: it is by a constant, and its third field
 * is not 0. */
static inline bool is_nsw(const node *n) {
  return n->kind == AZ_K_BV_MUL && n->c;
}

az_term eq_bv(az_store *s, az_term a, az_term b);    /* build_compare.c; operands differ */
az_term eq_array(az_store *s, az_term a, az_term b); /* build_array.c; operands differ */

az_term splice_of(az_store *s, az_term array, az_term other, az_term window); /* build_array.c */

/* ---- shared by build_*.c ---- */

/* Returns the sort of a term, 0 for AZ_NO_TERM. */
static inline az_sort sort_at(const az_store *s, az_term t) {
  assert(t < s->count);
  return s->block[t >> BLOCK_BITS][t & (BLOCK_SIZE - 1)].sort;
}
#define IS_BV(s, t) (az_sort_kind_of(sort_at(s, t)) == AZ_SORT_BV)
#define SAME_BV(s, a, b) (IS_BV(s, a) && sort_at(s, a) == sort_at(s, b))
/* Records the misuse and returns a variable of sort `result` (misuse.c). b: 0 for one operand. */
__attribute__((cold)) az_term ill_sorted(az_store *s, const char *constructor, az_sort result,
                                         az_term a, az_term b);
/* Makes a constructor return a term of sort `result` unless its operands fit. */
#define REQUIRE(s, fits, result, a, b)                                                             \
  do {                                                                                             \
    if (__builtin_expect(!(fits), 0)) return ill_sorted(s, __func__, result, a, b);                \
  } while (0)
#define A_BV(s, a) (IS_BV(s, a) ? sort_at(s, a) : az_sort_bv(1))
#define REQUIRE_BV(s, a) REQUIRE(s, IS_BV(s, a), az_sort_bv(1), a, 0)
#define REQUIRE_SAME_BV(s, a, b) REQUIRE(s, SAME_BV(s, a, b), A_BV(s, a), a, b)
#define REQUIRE_SAME_BV_FOR_BOOL(s, a, b) REQUIRE(s, SAME_BV(s, a, b), az_sort_bool(), a, b)

static inline void swap_terms(az_term *a, az_term *b) {
  az_term t = *a;
  *a = *b;
  *b = t;
}
static inline void constant_right(const az_store *s, az_term *a, az_term *b) {
  if (is_const(s, *a) && !is_const(s, *b)) swap_terms(a, b);
}
static inline uint32_t larger(uint32_t a, uint32_t b) {
  return a > b ? a : b;
}

typedef az_term (*unary_constructor)(az_store *s, az_term a);
typedef az_term (*binary_constructor)(az_store *s, az_term a, az_term b);

/* Move the operator into the branches of ite(c, constant, constant); else return AZ_NO_TERM. A
 * binary operator is moved only if the branches become constants. */
az_term bv_lift_unary(az_store *s, unary_constructor op, az_term a);
az_term bv_lift(az_store *s, binary_constructor op, az_term a, az_term b);

az_term bv_ones(az_store *s, uint32_t width);
az_term bv_power(az_store *s, uint32_t width, uint32_t exponent); /* 2^exponent */
bool bv_is_const_ite(const az_store *s, az_term t);               /* ite(c, constant, constant) */
/* Returns the number of low bits that are 0 by structure. */
uint32_t bv_low_zeros(const az_store *s, az_term t);
/* Returns the least width at which the term is a zero (sign) extension by structure. */
uint32_t narrow_unsigned(const az_store *s, az_term t);
uint32_t narrow_signed(const az_store *s, az_term t);
bool bv_nonnegative(const az_store *s, az_term t);
az_term bv_low(az_store *s, az_term t, uint32_t width);
/* Returns the operation on the low bits of a and b. */
az_term bv_of_low(az_store *s, binary_constructor op, az_term a, az_term b, uint32_t width);
/* Returns whether extraction creates no extract of an opaque term. */
bool extract_is_free(const az_store *s, az_term t, uint32_t high, uint32_t low, int *budget);

enum { LINEAR_MAX = 8 };

/* sum of coeff[i] * term[i] + constant, modulo 2^width. Products that are promised not to wrap stay
 * whole, as factors of the monomials, except with `without_promises`. */
typedef struct linear {
  uint32_t n;
  bool without_promises;
  u128 constant;
  az_term term[LINEAR_MAX];
  u128 coeff[LINEAR_MAX];
} linear;

/* Adds factor * t to l; returns false if the sum is too long. */
bool linear_add(const az_store *s, linear *l, az_term t, u128 factor);
/* Normalises l: reduces coefficients, drops zeros, sorts by index. */
void linear_normalise(linear *l, uint32_t width);
bool coeff_is_negative(u128 coeff, uint32_t width);
az_term linear_build(az_store *s, linear *l, uint32_t width);
/* Returns the sum of the monomials of one sign, without the sign; AZ_NO_TERM if there are none. */
az_term linear_side(az_store *s, const linear *l, uint32_t width, bool negative);
/* Divides a sum by a constant term by term; returns whether that is exact (build_linear.c). */
bool bv_divide_sum(az_store *s, az_term a, az_term d, bool is_signed, az_term *quotient,
                   az_term *remainder);

/* ---- floats ---- */

/* Prints a float constant as its shortest exact text; false if the host lacks the format. */
bool float_text(const az_store *s, az_term t, char *text, size_t size);

/* ---- memo tables (memo.c): term -> term, cleared in O(1) ---- */

enum { PAGE_BITS = 9, PAGE_SIZE = 1 << PAGE_BITS };
typedef struct memo_entry {
  uint32_t epoch;
  az_term value;
} memo_entry;
typedef struct memo {
  memo_entry **page; /* stb_ds array */
  az_arena *arena;
  uint32_t epoch;
} memo;
void term_memo_init(memo *m);
void term_memo_release(memo *m);
void term_memo_clear(memo *m);
memo_entry *term_memo_at(memo *m, az_term t);
