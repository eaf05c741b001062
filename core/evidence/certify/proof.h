/* The reasons of a verdict `true` as text that is independent of this process, for certificates
 * (core/evidence/certify, docs/certificates.md). */
#pragma once

#include "termination/nontermination.h"
#include "kiki/run.h"

/* A row about the loop-back states of a loop: the guard implies the claim. Both are SMT-LIB
 * expressions over the names of certify/state_names.h. */
typedef struct az_proof_row {
  const char *loop; /* its name, including the call path */
  const char *guard, *claim;
} az_proof_row;

/* The order in which a component of a ranking decreases. */
typedef enum az_proof_order {
  AZ_PROOF_NUMBER,  /* a signed bit-vector */
  AZ_PROOF_EARLIER, /* a pointer moves to earlier allocations (az_ranking_descends) */
  AZ_PROOF_LATER    /* ... to later allocations */
} az_proof_order;

/* A component as an SMT-LIB expression over the same names; for a pointer, its object part. */
typedef struct az_proof_component {
  az_proof_order order;
  const char *expression;
} az_proof_component;

/* A tuple over the state at the loop's head that decreases lexicographically in every iteration, or
 * over any `step` consecutive iterations; with `after_first`, the first iteration after entry is
 * excepted. */
typedef struct az_proof_ranking {
  const char *loop;
  az_proof_component *components; /* stb_ds */
  uint32_t step;                  /* 1: every iteration */
  bool after_first;
  const char *text; /* for people: C expressions */
} az_proof_ranking;

/* A claim about all calls of a recursive function that return: an SMT-LIB expression over the names
 * of certify/claims.h. */
typedef struct az_proof_claim {
  const char *function, *claim;
} az_proof_claim;

/* Rows that are inductive if these rows and those of earlier groups are facts. */
typedef struct az_proof_group {
  const char **observations;  /* stb_ds: JSON descriptions */
  az_proof_row *rows;         /* stb_ds */
  az_proof_ranking *rankings; /* stb_ds: proved with all rows as facts */
} az_proof_group;

/* Some checks and their proof, which uses one formula at one k. */
typedef struct az_proof_part {
  bool is_step; /* k-induction, with the rows; else full unwinding */
  uint32_t k;
  /* Base: the k at which the formula was built, before it was extended. This k determines which
   * iterations are certain, and therefore followed beyond k. */
  uint32_t built;
  uint32_t recursion;     /* activations of one function on a call path of the formula */
  bool recursion_loops;   /* nested calls are iterations of a loop (the switch of that name) */
  az_proof_claim *claims; /* stb_ds: assumed about calls that are not expanded */
  const char *solver;     /* the back end that proved it */
  const char *axioms;     /* NULL, or the observation whose axioms are trusted */
  /* In the proof, overflows give any value, though the task excludes overflows. */
  bool strict;
  /* Classes of further checks that end an execution. The parts prove these, too. */
  uint32_t lemmas;
  const char **checks;    /* stb_ds: their ids */
  az_proof_group *groups; /* stb_ds */
  const char **left_out;  /* stb_ds: why rows could not be written */
} az_proof_part;

/* Frees an stb_ds array of parts, but not their texts. */
void az_proof_free(az_proof_part *parts);

/* If the configuration asks for certificates, records the proof of all open checks, or of those in
 * `which` (by check), in the result. */
void az_proof_record(kiki_run *r, const kiki_formula *f, const bool *which);
