/* What a verdict `true` rests on, as text that does not depend on this process: for certificates
 * (core/evidence/certify, docs/certificates.md). */
#ifndef AZ_CERTIFY_PROOF_H
#define AZ_CERTIFY_PROOF_H

#include "termination/chosen_inputs.h"
#include "kiki/run.h"

/* A row, at the loop-back states of a loop: where the guard holds, so does the claim. Both are
 * SMT-LIB expressions over the names of certify/state_names.h. */
typedef struct az_proof_row {
  const char *loop; /* its name, which has the call path */
  const char *guard, *claim;
} az_proof_row;

/* What is compared in a component of a ranking. */
typedef enum az_proof_order {
  AZ_PROOF_NUMBER,  /* a signed bit-vector */
  AZ_PROOF_EARLIER, /* a pointer goes on to what was allocated earlier (az_ranking_descends) */
  AZ_PROOF_LATER    /* to what was allocated later */
} az_proof_order;

/* As an SMT-LIB expression over the same names; of a pointer, its object part. */
typedef struct az_proof_component {
  az_proof_order order;
  const char *expression;
} az_proof_component;

/* A tuple over the state at the loop's head that decreases lexicographically in every round of the
 * loop; in any `step` consecutive ones; but for the first since the loop was entered. */
typedef struct az_proof_ranking {
  const char *loop;
  az_proof_component *components; /* stb_ds */
  uint32_t step;                  /* 1: every round */
  bool after_first;
  const char *text; /* for people: C expressions */
} az_proof_ranking;

/* Rows that are inductive together, once those of the groups before are known. */
typedef struct az_proof_group {
  const char **observations;  /* stb_ds: JSON descriptions */
  az_proof_row *rows;         /* stb_ds */
  az_proof_ranking *rankings; /* stb_ds: where all rows hold */
} az_proof_group;

/* Some checks, and how they were decided: by one formula, at one k. */
typedef struct az_proof_part {
  bool is_step; /* k-induction, with the rows; else: everything is unwound */
  uint32_t k;
  uint32_t built; /* base: the k at which the formula was built, and then extended: which rounds are
                     certain, and followed beyond k, depends on it */
  uint32_t recursion;     /* activations of one function on a call path, in the kiki_formula */
  bool recursion_loops;   /* nested calls are rounds of a loop, as the switch of that name says */
  const char *solver;     /* the back end that said so */
  const char *axioms;     /* NULL, or the observation whose axioms are believed */
  bool strict;            /* of the reading in which an overflow gives any value, though the task's
                             leaves overflows out */
  uint32_t lemmas;        /* classes of checks that end executions when they fail, too: they are in
                             some part as well */
  const char **checks;    /* stb_ds: their ids */
  az_proof_group *groups; /* stb_ds */
  const char **left_out;  /* stb_ds: rows that cannot be written, why */
} az_proof_part;

/* Frees an stb_ds array of parts, not their texts. */
void az_proof_free(az_proof_part *parts);

/* Notes in the result what all open checks (or those of them that `which` has, by check) are proved
 * by, if the configuration wants certificates. */
void az_proof_record(kiki_run *r, const kiki_formula *f, const bool *which);

#endif
