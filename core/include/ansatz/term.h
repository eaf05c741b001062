/* Terms: a hash-consed DAG of typed expressions. A term is a 32-bit index into a store; equal terms
 * of one store have equal indices, and the operands of a term have smaller indices than the term
 * itself, so that ascending order of indices is bottom-up. Constructors check sorts (see misuse, at
 * the end) and simplify locally, so that constants propagate during construction.
 *
 * Conventions. Bit-vectors have no sign; operators are signed or unsigned. Division follows SMT-LIB
 * (x/0 = all ones, x%0 = x) and shifts by the width or more give 0 (or the sign): the front end
 * guards what C leaves undefined. */
#ifndef ANSATZ_TERM_H
#define ANSATZ_TERM_H

#include "ansatz/clock.h"
#include "ansatz/linkage.h"
#include "ansatz/status.h"
#include <stdio.h>

AZ_BEGIN_C

/* ---- sorts: packed, comparable with == ------------------------------------------------------- */

typedef uint32_t az_sort;

typedef enum az_sort_kind {
  AZ_SORT_NONE,
  AZ_SORT_BOOL,
  AZ_SORT_BV,
  AZ_SORT_FLOAT,
  AZ_SORT_ARRAY
} az_sort_kind;

#define AZ_MAX_WIDTH 4096u

static inline az_sort az_sort_bool(void) {
  return AZ_SORT_BOOL;
}
/* width: 1 .. AZ_MAX_WIDTH */
static inline az_sort az_sort_bv(uint32_t width) {
  return AZ_SORT_BV | width << 3;
}
/* Returns the sort of IEEE 754 floats with `e` exponent bits and `s` significand bits, hidden bit
 * included: float (8,24), double (11,53), x87 (15,64), quad (15,113). */
static inline az_sort az_sort_float(uint32_t e, uint32_t s) {
  return AZ_SORT_FLOAT | e << 3 | s << 8;
}
/* Returns the sort of arrays from bit-vectors of `index` bits (1 .. 1023) to bvs or floats. */
static inline az_sort az_sort_array(uint32_t index, az_sort element) {
  return UINT32_C(1) << 31 | index << 16 | element;
}
static inline az_sort_kind az_sort_kind_of(az_sort s) {
  return s >> 31 ? AZ_SORT_ARRAY : (az_sort_kind)(s & 7u);
}
/* Returns the bits of a bv, or the total bits of a float (e + s); 1 for bool. */
static inline uint32_t az_sort_width(az_sort s) {
  switch (az_sort_kind_of(s)) {
  case AZ_SORT_BOOL: return 1;
  case AZ_SORT_BV: return s >> 3;
  case AZ_SORT_FLOAT: return (s >> 3 & 31u) + (s >> 8 & 255u);
  default: return 0;
  }
}
static inline uint32_t az_sort_exponent(az_sort s) {
  return s >> 3 & 31u;
}
static inline uint32_t az_sort_significand(az_sort s) {
  return s >> 8 & 255u;
}
static inline uint32_t az_sort_index_width(az_sort s) {
  return s >> 16 & 0x7fffu;
}
static inline az_sort az_sort_element(az_sort s) {
  return s & 0xffffu;
}

/* ---- terms ----------------------------------------------------------------------------------- */

typedef uint32_t az_term; /* 0: no term */
#define AZ_NO_TERM ((az_term)0)

typedef struct az_store az_store;

/* Kinds of terms after simplification; lowerings, printers and back ends switch over this list.
 * Other operators (or, implies, ugt, sub ...) are built from these by the constructors below. */
typedef enum az_kind {
  AZ_K_CONST, /* bool, bv, float (by bits) */
  AZ_K_VAR,   /* any sort */
  AZ_K_NOT,   /* bool */
  AZ_K_AND,   /* bool, binary */
  AZ_K_ITE,   /* condition, then, else: any sort */
  AZ_K_EQ,    /* any sort (floats: equality of values as objects, NaN = NaN; arrays: extensional) */
  AZ_K_BV_NOT,
  AZ_K_BV_AND,
  AZ_K_BV_XOR,
  AZ_K_BV_NEG,
  AZ_K_BV_ADD,
  AZ_K_BV_MUL,
  AZ_K_BV_UDIV,
  AZ_K_BV_UREM,
  AZ_K_BV_SDIV,
  AZ_K_BV_SREM, /* signed: rounding to zero; min/-1 = min */
  AZ_K_BV_SHL,
  AZ_K_BV_LSHR,
  AZ_K_BV_ASHR, /* amount of the same width */
  AZ_K_BV_ULT,  /* bool; a <= b is not(b < a) */
  AZ_K_BV_SLT,  /* bool */
  AZ_K_CONCAT,  /* high part, low part */
  AZ_K_EXTRACT, /* attributes: number of the highest and of the lowest bit */
  AZ_K_ZEXT,
  AZ_K_SEXT,        /* to the term's own width */
  AZ_K_SELECT,      /* array, index */
  AZ_K_STORE,       /* array, index, element */
  AZ_K_CONST_ARRAY, /* element: the same everywhere */
  AZ_K_SPLICE,      /* array, other array, window: some cells are replaced by the other's */
  AZ_K_F_NEG,
  AZ_K_F_ABS,
  AZ_K_F_ADD, /* attribute az_rounding */
  AZ_K_F_MUL, /* attribute az_rounding */
  AZ_K_F_DIV, /* attribute az_rounding */
  AZ_K_F_REM,
  AZ_K_F_FMA,  /* a * b + c, rounded once, to nearest even */
  AZ_K_F_SQRT, /* attribute az_rounding */
  AZ_K_F_LT,   /* bool, as the next two: IEEE comparisons */
  AZ_K_F_LE,
  AZ_K_F_EQ,
  AZ_K_F_IS_NAN,    /* bool */
  AZ_K_F_IS_INF,    /* bool */
  AZ_K_F_FROM_BITS, /* bv -> float of the same width (e + s) */
  AZ_K_F_TO_BITS,   /* float -> bv; every NaN gives the quiet NaN with sign 0 */
  AZ_K_F_FROM_SBV,
  AZ_K_F_FROM_UBV,
  AZ_K_F_FROM_FLOAT, /* attribute az_rounding */
  AZ_K_F_TO_SBV,
  AZ_K_F_TO_UBV,    /* towards zero; out of range: unspecified, callers guard */
  AZ_K_F_ROUND_INT, /* attribute az_rounding: to an integral float */
  AZ_K_COUNT
} az_kind;

typedef enum az_rounding {
  AZ_ROUND_NEAREST_EVEN,
  AZ_ROUND_NEAREST_AWAY,
  AZ_ROUND_UP,
  AZ_ROUND_DOWN,
  AZ_ROUND_ZERO
} az_rounding;

/* A type for bounds and offsets, wide enough for sums of 64-bit values. */
__extension__ typedef __int128 az_wide;
/* Returns the greatest common divisor, which is not negative; that of 0 and a is |a|. */
az_wide az_gcd(az_wide a, az_wide b);
az_wide az_floor_div(az_wide a, az_wide b); /* rounds down; b > 0 */

az_store *az_store_new(void);
void az_store_free(az_store *store);

typedef struct az_store_stats {
  uint64_t terms; /* distinct terms */
  uint64_t bytes; /* memory held */
} az_store_stats;
az_store_stats az_store_statistics(const az_store *store);

/* Structure. Operands: 0 .. az_arity-1. */
az_kind az_kind_of(const az_store *store, az_term t);
az_sort az_sort_of(const az_store *store, az_term t);
uint32_t az_arity(const az_store *store, az_term t);
az_term az_operand(const az_store *store, az_term t, uint32_t i);
uint32_t az_extract_high(const az_store *store, az_term t); /* AZ_K_EXTRACT */
uint32_t az_extract_low(const az_store *store, az_term t);
bool az_rounds(az_kind kind); /* whether it has a rounding mode */
az_rounding az_round_mode(const az_store *store, az_term t);
/* Returns the name of an AZ_K_VAR, which lives as long as the store. */
const char *az_var_name(const az_store *store, az_term t);
const char *az_kind_name(az_kind kind); /* SMT-LIB name where there is one */

/* Constants. Bits beyond the width are dropped. `limbs`: (width+63)/64, least significant first. */
az_term az_true(az_store *store);
az_term az_false(az_store *store);
az_term az_bool(az_store *store, bool value);
az_term az_bv(az_store *store, uint32_t width, uint64_t value);       /* zero-extended */
az_term az_bv_signed(az_store *store, uint32_t width, int64_t value); /* sign-extended */
az_term az_bv_wide(az_store *store, uint32_t width, az_wide value);   /* sign-extended */
az_term az_bv_limbs(az_store *store, uint32_t width, const uint64_t *limbs);
az_term az_float_bits(az_store *store, az_sort sort, const uint64_t *limbs);
/* Returns the bits of a NaN of that float sort. It has the sign of `bits`, and the fraction of
 * `bits` unless that fraction is 0. Every NaN arises from some `bits`. */
az_term az_float_nan_bits(az_store *store, az_sort sort, az_term bits);
az_term az_zero_of(az_store *store, az_sort sort); /* false, 0, +0.0, array of zeros */

bool az_is_const(const az_store *store, az_term t); /* AZ_K_CONST */
bool az_is_true(const az_store *store, az_term t);
bool az_is_false(const az_store *store, az_term t);
/* Returns the limbs of a constant, (width+63)/64 of them; bool: 0 or 1. */
const uint64_t *az_const_limbs(const az_store *store, az_term t);
/* Writes the value of a bool or bv constant of at most 64 bits to *value; returns false if t is not
 * such a constant. */
bool az_const_u64(const az_store *store, az_term t, uint64_t *value);
/* Writes the value as a signed (or unsigned) number; returns false if t is not a constant or does
 * not fit in az_wide. */
bool az_const_wide(const az_store *store, az_term t, bool is_signed, az_wide *value);

/* Variables. The same name and sort give the same term; a name has only one sort. */
az_term az_var(az_store *store, az_sort sort, const char *name);
/* Returns a variable that no other call returned, named PREFIX!N. */
az_term az_fresh(az_store *store, az_sort sort, const char *prefix);

/* Booleans. */
az_term az_not(az_store *store, az_term a);
az_term az_and(az_store *store, az_term a, az_term b);
az_term az_or(az_store *store, az_term a, az_term b);
az_term az_xor(az_store *store, az_term a, az_term b);
az_term az_implies(az_store *store, az_term a, az_term b);
az_term az_and_n(az_store *store, const az_term *a, size_t n); /* n = 0: true */
az_term az_or_n(az_store *store, const az_term *a, size_t n);  /* n = 0: false */
az_term az_ite(az_store *store, az_term condition, az_term a, az_term b);
az_term az_eq(az_store *store, az_term a, az_term b);
az_term az_ne(az_store *store, az_term a, az_term b);
az_term az_eq_value(az_store *store, az_term a, uint64_t value); /* zero-extended to a's width */

/* Bit-vectors: operands of equal width, result of that width. */
az_term az_bv_not(az_store *store, az_term a);
az_term az_bv_neg(az_store *store, az_term a);
az_term az_bv_and(az_store *store, az_term a, az_term b);
az_term az_bv_or(az_store *store, az_term a, az_term b);
az_term az_bv_xor(az_store *store, az_term a, az_term b);
az_term az_bv_add(az_store *store, az_term a, az_term b);
az_term az_bv_sub(az_store *store, az_term a, az_term b);
az_term az_bv_mul(az_store *store, az_term a, az_term b);
/* Returns a * factor (at most 64 bits) for pointer arithmetic: the same value as az_bv_mul, with
 * the program's promise that the product of a, read as signed, does not wrap (LLVM's "nsw" of
 * getelementptr inbounds), as behaviour is undefined otherwise. Terms record the promise in each
 * summand of `a`, for analyses that use it; no simplification relies on it. */
az_term az_bv_mul_nsw(az_store *store, az_term a, uint64_t factor);
/* Returns whether the term is such a product. Its operands are those of a multiplication; the
 * second operand is constant. */
bool az_bv_is_nsw(const az_store *store, az_term t);
/* Returns the same value without the promises in its summands. */
az_term az_bv_without_nsw(az_store *store, az_term t);
/* Computes bounds of a term of at most 64 bits, read as signed, from a few levels of operands. */
void az_bv_signed_bounds(const az_store *store, az_term t, int64_t *least, int64_t *greatest);
az_term az_bv_udiv(az_store *store, az_term a, az_term b);
az_term az_bv_urem(az_store *store, az_term a, az_term b);
az_term az_bv_sdiv(az_store *store, az_term a, az_term b);
az_term az_bv_srem(az_store *store, az_term a, az_term b);
az_term az_bv_shl(az_store *store, az_term a, az_term amount);
az_term az_bv_lshr(az_store *store, az_term a, az_term amount);
az_term az_bv_ashr(az_store *store, az_term a, az_term amount);
az_term az_bv_ult(az_store *store, az_term a, az_term b);
az_term az_bv_ule(az_store *store, az_term a, az_term b);
az_term az_bv_slt(az_store *store, az_term a, az_term b);
az_term az_bv_sle(az_store *store, az_term a, az_term b);
az_term az_concat(az_store *store, az_term high, az_term low);
az_term az_extract(az_store *store, az_term a, uint32_t high, uint32_t low); /* width high-low+1 */
az_term az_zext(az_store *store, az_term a, uint32_t width); /* width >= that of a */
az_term az_sext(az_store *store, az_term a, uint32_t width);
/* Extends or truncates to the width. */
az_term az_resize(az_store *store, az_term a, uint32_t width, bool is_signed);
az_term az_bool_to_bv(az_store *store, az_term a, uint32_t width); /* 0 or 1 */
/* Overflow predicates (bool): the exact result does not fit in the operands' width. */
az_term az_add_overflows(az_store *store, az_term a, az_term b, bool is_signed);
az_term az_sub_overflows(az_store *store, az_term a, az_term b, bool is_signed);
az_term az_mul_overflows(az_store *store, az_term a, az_term b, bool is_signed);

/* Arrays. */
az_term az_select(az_store *store, az_term array, az_term index);
az_term az_store_at(az_store *store, az_term array, az_term index, az_term element);
az_term az_const_array(az_store *store, uint32_t index_width, az_term element);
/* Returns the array with `count` cells from `first` on replaced by those of another array from
 * `from` on. At each i with i - first < count (modulo 2^width, unsigned), the result has other[from
 * + (i - first)]. `first` and `count` have the width of the array's indices, `from` that of the
 * other array's indices. */
az_term az_splice(az_store *store, az_term array, az_term other, az_term first, az_term count,
                  az_term from);
az_term az_splice_first(az_store *store, az_term splice);
/* Return whether the splice's cell at an index comes from the other array, and from which index. */
az_term az_splice_covers(az_store *store, az_term splice, az_term window, az_term index);
az_term az_splice_source(az_store *store, az_term splice, az_term window, az_term index);

/* Floats (unary, binary and comparisons by kind; sorts of result and operands as listed at
 * az_kind). Rounding is to nearest even. */
az_term az_float_unary(az_store *store, az_kind kind, az_term a);
az_term az_float_binary(az_store *store, az_kind kind, az_term a, az_term b);
az_term az_float_from_bits(az_store *store, az_term bits, az_sort sort);
az_term az_float_to_bits(az_store *store, az_term a);
/* Converts by the kind, F_FROM_* or F_TO_*. */
az_term az_float_convert(az_store *store, az_kind kind, az_term a, az_sort sort);
az_term az_float_round(az_store *store, az_term a, az_rounding mode);
az_term az_float_fma(az_store *store, az_term a, az_term b, az_term c);
/* Returns an operation of any kind with a rounding mode; `b` is the second operand, if any. */
az_term az_float_rounded(az_store *store, az_kind kind, az_rounding mode, az_term a, az_term b,
                         az_sort sort);

/* Rebuilds the node `t` over other operands (same number and sorts), with simplification. */
az_term az_rebuild(az_store *store, az_term t, const az_term *operands);

/* ---- traversal ------------------------------------------------------------------------------- */

/* Visits each term in the cones of some roots once (the cone of a term is the term, its operands,
 * their operands and so on), without recursion, since terms may be a million levels deep: az_visit
 * *cone = az_visit_new(store, AZ_VISIT_PRE); az_visit_add(cone, root); for (az_term t; (t =
 * az_visit_next(cone));) ... az_visit_free(cone); Roots can be added at any time, also during the
 * traversal. Visited terms stay visited until az_visit_forget, so that a later root costs only the
 * part of its cone that is new. */
typedef struct az_visit az_visit;
typedef enum az_visit_order {
  AZ_VISIT_ANY,  /* a term counts as visited once it is added: the cheapest order */
  AZ_VISIT_PRE,  /* depth-first, a term before its operands, the last operand first */
  AZ_VISIT_POST, /* depth-first, a term after its operands, the last operand first */
} az_visit_order;
az_visit *az_visit_new(const az_store *store, az_visit_order order);
void az_visit_free(az_visit *visit);
void az_visit_forget(az_visit *visit);         /* clears the set of visited terms and the roots */
void az_visit_add(az_visit *visit, az_term t); /* adds a root; no effect if it was visited */
az_term az_visit_next(az_visit *visit);        /* AZ_NO_TERM: all are visited */
/* Skips the operands of the last term (not with AZ_VISIT_POST). */
void az_visit_skip(az_visit *visit);
bool az_visit_seen(const az_visit *visit, az_term t); /* whether it was visited */

/* Returns the number of distinct terms in the cone of `t`. */
uint32_t az_term_size(const az_store *store, az_term t);
/* Calls `visit` once for each distinct variable in the cones of `terms`. */
void az_free_vars(const az_store *store, const az_term *terms, size_t n,
                  void (*visit)(void *ctx, az_term var), void *ctx);
/* Returns the conjuncts of a term (stb_ds, from left to right), none of them a conjunction. */
az_term *az_conjuncts(const az_store *store, az_term t);
/* Returns a tree of ites with each leaf t replaced by `leaf(ctx, t)`. `leaf` is called once for
 * each distinct leaf, in the order of the branches. */
az_term az_map_choices(az_store *store, az_term t, az_term (*leaf)(void *ctx, az_term leaf),
                       void *ctx);
/* Returns a table indexed by term, with entries of `size` bytes and room for `t`: reallocated if it
 * is too short, new entries zero. *terms: its length, 0 with a NULL table. The caller frees it. */
void *az_by_term(void *table, size_t *terms, az_term t, size_t size);

/* ---- substitution ---------------------------------------------------------------------------- */

/* A simultaneous substitution with its memo: applying it to many terms costs each node once. Bind
 * before the first apply, or call az_subst_reset, which clears bindings and memo. The image of a
 * binding is not substituted again. */
typedef struct az_subst az_subst;
az_subst *az_subst_new(az_store *store);
void az_subst_free(az_subst *subst);
void az_subst_bind(az_subst *subst, az_term from, az_term to); /* `from` need not be a variable */
az_term az_subst_apply(az_subst *subst, az_term t);
void az_subst_reset(az_subst *subst);

/* ---- evaluation ------------------------------------------------------------------------------ */

/* Evaluation under an assignment of the variables: `value` returns a constant term of the
 * variable's sort (arrays: const-array and stores over constants), or AZ_NO_TERM for zero. An
 * az_eval holds the memo; use one for each model. */
typedef az_term (*az_assignment)(void *ctx, az_term var);
typedef struct az_eval az_eval;
az_eval *az_eval_new(az_store *store, az_assignment value, void *ctx);
/* Creates an evaluation under small pseudo-random values, different ones in each trial (at most 44;
 * arrays are zero), to guess how terms behave. It starts in the first trial. */
az_eval *az_eval_trials(az_store *store);
void az_eval_next_trial(az_eval *eval);
void az_eval_free(az_eval *eval);
void az_eval_reset(az_eval *eval); /* to be called when the assignment has changed */
/* Returns a constant (arrays: stores over a constant array). */
az_term az_eval_term(az_eval *eval, az_term t);

/* ---- misuse ---------------------------------------------------------------------------------- A
 * constructor whose operands have unsuitable sorts returns an arbitrary variable of its result's
 * sort, so that all terms are well-sorted, and the store records the misuse. No result computed
 * with such a store is valid: the core ends the run with this error. */

/* Returns `t`, a term from a module, if it has the sort (az_sort_bv(0): any bit-vector). Else it
 * returns an arbitrary variable of the sort and attributes the misuse to the origin that `format`
 * names: "domain 'x': the claim of row 3". Misuses of constructors since the last such call are
 * attributed likewise. */
az_term az_handed_over(az_store *store, az_term t, az_sort sort, const char *format, ...)
    AZ_PRINTF(4, 5);
/* Records a misuse that another check has found; the first one is kept. */
void az_misuse(az_store *store, const char *format, ...) AZ_PRINTF(2, 3);
/* Returns AZ_ERR_INPUT if a misuse is recorded. */
az_status az_misused(const az_store *store, az_error *err);

/* ---- printing -------------------------------------------------------------------------------- */

/* Returns the term as C over variable names, with unsigned/signed casts where the operator's sign
 * needs them. `name` may be NULL (az_var_name). A constant has the sign of its operator. Shared
 * subterms are printed repeatedly. The caller frees the text. */
typedef const char *(*az_namer)(void *ctx, az_term var);
char *az_print_c(const az_store *store, az_term t, az_namer name, void *ctx);
/* az_print_c treats variables as signed. With the signs of their C types (for an array: of its
 * elements), the text is exact C, up to wrap-around of signed arithmetic, and has fewer casts. */
typedef bool (*az_is_unsigned)(void *ctx, az_term var);
char *az_print_c_typed(const az_store *store, az_term t, az_namer name, az_is_unsigned is_unsigned,
                       void *ctx);
/* Returns the term in standard C without undefined behaviour, or NULL and the reason. */
char *az_print_c_defined(const az_store *store, az_term t, az_namer name,
                         az_is_unsigned is_unsigned, void *ctx, const char **inexpressible);
/* Prints an SMT-LIB 2 expression, with let for shared subterms and |..| around odd symbols. */
void az_print_smt2(const az_store *store, az_term t, FILE *out);
/* Prints a whole script: set-logic, declarations of the free variables, one (assert ..) for each
 * term, (check-sat). Z3 and cvc5 accept it. */
void az_dump_smt2(const az_store *store, const az_term *asserted, size_t n, FILE *out);

AZ_END_C
#endif
