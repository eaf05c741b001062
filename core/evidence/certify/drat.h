/* A checker of DRAT proofs [wetzler2014]: does a list of clauses, each of which follows from the
 * formula and those before it by unit propagation (RUP) or can be added without making a
 * satisfiable formula unsatisfiable (RAT), end with the empty clause? Then the formula has no
 * model, whoever made the list. Both are text: DIMACS, and lines of literals that end with 0, "d"
 * in front where a clause is deleted. */
#ifndef AZ_CERTIFY_DRAT_H
#define AZ_CERTIFY_DRAT_H

#include "ansatz/status.h"

typedef enum az_drat_result {
  AZ_DRAT_PROVED,
  AZ_DRAT_REFUSED, /* a step is wrong, or the end is missing: reason says which */
  AZ_DRAT_TIME
} az_drat_result;

typedef struct az_drat_report {
  az_drat_result result;
  char reason[256];
  uint64_t clauses, steps; /* of the formula; of the proof, deletions included */
} az_drat_report;

/* `cpu_end`: az_cpu() at which to stop; 0: never. err: a file cannot be read, or the formula is no
 * DIMACS; the result is then AZ_DRAT_REFUSED. */
az_drat_report az_drat_check(const char *formula_file, const char *proof_file, double cpu_end,
                             az_error *err);

#endif
