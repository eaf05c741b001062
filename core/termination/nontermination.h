/* See nontermination.c. */
#ifndef AZ_TERMINATION_NONTERMINATION_H
#define AZ_TERMINATION_NONTERMINATION_H

#include "kiki/portfolio.h"

typedef struct az_nontermination az_nontermination;

/* Returns the classes of checks whose failure ends an execution: under `wrap`, without signed
 * overflow. */
uint32_t az_nontermination_ends(az_signed_overflow overflow);

/* Returns a new search for an infinite execution of the program, in turns of growing length.
 * `safety`: for proofs of the closed programs; the modes of its stages are not read. The arguments
 * must outlive the search. */
az_nontermination *az_nontermination_new(const az_program *p, az_registry *registry,
                                         az_configuration safety,
                                         const az_portfolio_options *options);
void az_nontermination_free(az_nontermination *n);

typedef enum az_nontermination_answer {
  AZ_NT_OPEN,  /* the time of this turn is used up */
  AZ_NT_DONE,  /* there is nothing more to try */
  AZ_NT_FOUND, /* the result has the verdict false */
} az_nontermination_answer;
/* Looks briefly, until `cpu_end`, for an execution that returns to a state. Returns true if one is
 * found. */
bool az_nontermination_repeats(az_nontermination *n, double cpu_end, az_error *err);
/* Takes a turn, until `cpu_end` (0: until it is done). */
az_nontermination_answer az_nontermination_turn(az_nontermination *n, double cpu_end,
                                                az_error *err);
/* Returns the result, once; the caller frees it. If an execution was found: false, with the trace
 * of the inputs and the invariants of the proof; otherwise unknown, and why. */
az_result *az_nontermination_result(az_nontermination *n);

#endif
