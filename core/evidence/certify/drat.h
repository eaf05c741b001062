/* A checker of DRAT proofs [wetzler2014]: lists of clauses that end with the empty clause. Each
 * clause follows from the formula and the clauses before it by unit propagation (RUP), or can be
 * added without making a satisfiable formula unsatisfiable (RAT). So the formula has no model, and
 * the proof's author need not be trusted. Both files are text: DIMACS, and lines of literals that
 * end with 0; "d" in front of a line deletes a clause. */
#pragma once

#include "ansatz/status.h"

typedef enum az_drat_result {
  AZ_DRAT_PROVED,
  AZ_DRAT_REFUSED, /* a step is wrong, or the empty clause is missing: see reason */
  AZ_DRAT_TIME
} az_drat_result;

typedef struct az_drat_report {
  az_drat_result result;
  char reason[256];
  uint64_t clauses, steps; /* of the formula; of the proof, deletions included */
} az_drat_report;

/* Checks a proof until az_clock() is `cpu_end` (0: no limit). Sets err if a file cannot be read or
 * if the formula is no DIMACS; the result is then AZ_DRAT_REFUSED. */
az_drat_report az_drat_check(const char *formula_file, const char *proof_file, double cpu_end,
                             az_error *err);
