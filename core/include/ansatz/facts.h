/* Facts about one integer: bounds and a congruence, least <= v <= greatest and v = rest modulo
 * `modulus`, over the mathematical integers. They are the language in which abstract domains tell
 * each other what they know of an expression (the reduction of [cousot1979], as [granger1989] has
 * it for these two). With it, how terms are evaluated and how conditions narrow their operands,
 * once for all domains: a domain answers for variables and cells only.
 *
 * A bit-vector term has no sign; the caller says how it is read. */
#ifndef ANSATZ_FACTS_H
#define ANSATZ_FACTS_H

#include "ansatz/term.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct az_facts {
  bool none;               /* no value: the state is not reachable */
  az_wide least, greatest; /* least <= greatest */
  az_wide modulus, rest;   /* modulus >= 1, 1: nothing is known; 0 <= rest < modulus. A single value
                              is told by the bounds */
} az_facts;

/* All values of a bit-vector of `bits` (1 .. 64) bits, and no value. */
az_facts az_facts_any(uint32_t bits, bool is_signed);
az_facts az_facts_none(void);
az_facts az_facts_value(az_wide value);
bool az_facts_is_value(const az_facts *f, az_wide *value); /* one only */
bool az_facts_equal(const az_facts *a, const az_facts *b);
/* Every value of a is one of b. */
bool az_facts_included(const az_facts *a, const az_facts *b);
/* Bounds are moved to values that have the rest; `none` where there is none. */
az_facts az_facts_meet(az_facts a, az_facts b);
az_facts az_facts_join(az_facts a, az_facts b);

/* Who answers for what terms are made of. */
typedef struct az_oracle {
  /* Of a variable, or of a cell select(array variable, index), of 1 .. 64 bits. */
  az_facts (*facts)(void *ctx, az_term leaf, bool is_signed);
  void *ctx;
} az_oracle;

/* Terms that are built so that they do not wrap may be wider than variables are. */
#define AZ_FACTS_BITS 120

/* What follows for a bit-vector term of at most AZ_FACTS_BITS (wrapping is exact modulo powers of
 * two; a term that is not understood is any value), read signed or not. */
az_facts az_facts_of_term(az_store *store, az_term t, bool is_signed, const az_oracle *oracle);

typedef enum az_truth { AZ_NO, AZ_YES, AZ_MAYBE } az_truth;
/* Is every value at least 0 (AZ_NO: none is)? Of no value: AZ_MAYBE. */
az_truth az_facts_nonnegative(const az_facts *f);
/* Of a bool term. */
az_truth az_truth_of(az_store *store, az_term condition, const az_oracle *oracle);

/* What a condition that holds says of the leaves in it: calls `narrow(ctx, leaf, is_signed, facts)`
 * with what the leaf's value must satisfy, too, once or several times a leaf. Conjunctions,
 * comparisons, equalities, their negations, extensions and sums with what is known are followed; of
 * a disjunction what both sides say. False: the condition cannot hold. */
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

/* The term's value, read signed or not, as a sum. False where it is none with few summands, or
 * where it may wrap, as far as the oracle tells. `is_signed_var`: how a variable is best read (its
 * C type). */
bool az_sum_of(az_store *store, az_term t, bool is_signed, const az_oracle *oracle,
               bool (*is_signed_var)(void *ctx, az_term var), void *ctx, az_sum *out);
/* A sum that is congruent to a term of n <= 64 bits modulo 2^n: additions and multiplications by
 * constants may wrap. False: it is none with few summands. */
bool az_sum_modulo(az_store *store, az_term t, const az_oracle *oracle,
                   bool (*is_signed_var)(void *ctx, az_term var), void *ctx, az_sum *out);
bool az_sum_equal(const az_sum *a, const az_sum *b); /* the same sum */
/* a + factor * b; false: too many summands, or numbers that are too large. */
bool az_sum_add(const az_sum *a, const az_sum *b, int64_t factor, az_sum *out);
/* Bounds (and congruence) of the sum. */
az_facts az_sum_facts(const az_sum *sum, const az_oracle *oracle);
/* As a signed term of `bits` bits, in which the caller knows that it does not wrap, and the bits
 * that hold it whatever the variables' values are. */
az_term az_sum_term(az_store *store, const az_sum *sum, uint32_t bits);
uint32_t az_sum_bits(const az_store *store, const az_sum *sum);
/* As the slides write bounds: "i+1", "2*i-n"; caller frees. */
char *az_sum_text(const az_store *store, const az_sum *sum, az_namer name, void *ctx);

#ifdef __cplusplus
}
#endif
#endif
