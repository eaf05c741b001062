/* Facts about one integer: bounds and a congruence, least <= v <= greatest and v = rest modulo
 * `modulus`, over the mathematical integers. Abstract domains exchange information about an
 * expression as facts (the reduction of [cousot1979], in the form of [granger1989] for these two).
 * The evaluation of terms and the narrowing of operands by conditions are implemented here for all
 * domains: a domain supplies facts of variables and cells only. A bit-vector term has no sign; the
 * caller states how it is read. */
#ifndef ANSATZ_FACTS_H
#define ANSATZ_FACTS_H

#include "ansatz/linkage.h"
#include "ansatz/term.h"

AZ_BEGIN_C

typedef struct az_facts {
  bool none;               /* no value: the state is unreachable */
  az_wide least, greatest; /* least <= greatest */
  az_wide modulus, rest;   /* modulus >= 1; 1: nothing is known; 0 <= rest < modulus. A single value
                              is expressed by the bounds */
} az_facts;

/* Return all values of a bit-vector of `bits` (1 .. 64) bits, and no value. */
az_facts az_facts_any(uint32_t bits, bool is_signed);
az_facts az_facts_none(void);
az_facts az_facts_value(az_wide value);
bool az_facts_is_value(const az_facts *f, az_wide *value); /* there is exactly one value */
bool az_facts_equal(const az_facts *a, const az_facts *b);
/* Returns whether every value of a is a value of b. */
bool az_facts_included(const az_facts *a, const az_facts *b);
/* Returns the intersection, with bounds tightened to values that have the remainder; `none` if no
 * value is left. */
az_facts az_facts_meet(az_facts a, az_facts b);
az_facts az_facts_join(az_facts a, az_facts b);

/* The source of facts about the leaves of terms. */
typedef struct az_oracle {
  /* Returns the facts of a leaf of 1 .. 64 bits: a variable, or a cell select(array variable,
   * index). */
  az_facts (*facts)(void *ctx, az_term leaf, bool is_signed);
  void *ctx;
} az_oracle;

/* Terms that are built not to wrap may be wider than variables. */
#define AZ_FACTS_BITS 120

/* Computes the facts of a bit-vector term of at most AZ_FACTS_BITS bits, read signed or unsigned (a
 * term that wraps keeps its congruence modulo a power of two; an unsupported term has any
 * value). */
az_facts az_facts_of_term(az_store *store, az_term t, bool is_signed, const az_oracle *oracle);

typedef enum az_truth { AZ_NO, AZ_YES, AZ_MAYBE } az_truth;
/* Returns whether every value is at least 0 (AZ_NO: none is; AZ_MAYBE for no value). */
az_truth az_facts_nonnegative(const az_facts *f);
/* Returns what the oracle's facts decide about a bool term. */
az_truth az_truth_of(az_store *store, az_term condition, const az_oracle *oracle);

/* Assumes that the condition holds, and calls `narrow(ctx, leaf, is_signed, facts)` with the facts
 * that follow about leaves, possibly several times for a leaf. Follows conjunctions, comparisons,
 * equalities and their negations, extensions, and sums with known summands; for a disjunction, uses
 * the facts that both sides imply. Returns false if the condition cannot hold. */
bool az_facts_assume(az_store *store, az_term condition, const az_oracle *oracle,
                     void (*narrow)(void *ctx, az_term leaf, bool is_signed, az_facts facts),
                     void *ctx);

/* ---- linear sums: constant + sum c_i * v_i over the mathematical values of variables --------- */

#define AZ_SUM_MAX 4

typedef struct az_summand {
  az_term var;         /* a bit-vector variable */
  bool is_signed;      /* how it is read */
  int64_t coefficient; /* not 0 */
} az_summand;

typedef struct az_sum { /* ordered by var */
  az_wide constant;
  uint32_t count;
  az_summand of[AZ_SUM_MAX];
} az_sum;

/* Computes the value of the term, read signed or unsigned, as a sum. Returns false if it is not a
 * sum of few summands, or if the oracle's facts do not exclude that it wraps. `is_signed_var`: how
 * a variable is best read (its C type). */
bool az_sum_of(az_store *store, az_term t, bool is_signed, const az_oracle *oracle,
               bool (*is_signed_var)(void *ctx, az_term var), void *ctx, az_sum *out);
/* Computes a sum that is congruent modulo 2^n to a term of n <= 64 bits: additions and
 * multiplications by constants may wrap. Returns false if there is none with few summands. */
bool az_sum_modulo(az_store *store, az_term t, const az_oracle *oracle,
                   bool (*is_signed_var)(void *ctx, az_term var), void *ctx, az_sum *out);
bool az_sum_equal(const az_sum *a, const az_sum *b); /* returns whether both are the same sum */
/* Computes a + factor * b. Returns false if it has too many summands or too large numbers. */
bool az_sum_add(const az_sum *a, const az_sum *b, int64_t factor, az_sum *out);
/* Returns bounds and congruence of the sum. */
az_facts az_sum_facts(const az_sum *sum, const az_oracle *oracle);
/* Return the sum as a signed term of `bits` bits (the caller ensures that it does not wrap), and
 * the number of bits that suffices for all values of the variables. */
az_term az_sum_term(az_store *store, const az_sum *sum, uint32_t bits);
uint32_t az_sum_bits(const az_store *store, const az_sum *sum);
/* Returns the sum in the notation of bounds, "i+1", "2*i-n"; the caller frees it. */
char *az_sum_text(const az_store *store, const az_sum *sum, az_namer name, void *ctx);

AZ_END_C
#endif
