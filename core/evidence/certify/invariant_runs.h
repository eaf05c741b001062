/* Invariants are run: the interpreter executes the program on random inputs, and at every loop-back
 * state that it comes to, all rows that a proof says are invariants of that loop are evaluated, for
 * each choice of the objects and indices that they speak of. No solver has a part in this, and no
 * formula but for the meaning of names. */
#ifndef AZ_CERTIFY_INVARIANT_RUNS_H
#define AZ_CERTIFY_INVARIANT_RUNS_H

#include "cutpoint/cutpoint.h"
#include "certify/proof.h"

typedef struct az_invariant_options {
  uint32_t runs;
  uint32_t classes; /* checks that end an execution in the kiki_formula */
  double cpu_end;   /* az_cpu() at which to stop; 0: never */
} az_invariant_options;

typedef struct az_left_open { /* what was not evaluated */
  const char *why;
  uint64_t times;
} az_left_open;

typedef struct az_invariant_report {
  uint32_t runs, rows;
  uint32_t evaluated;  /* of the rows, at least once */
  uint64_t states;     /* different ones at a loop */
  uint64_t claims;     /* evaluated: rows in a state under a choice */
  az_left_open *open;  /* stb_ds */
  char violated[1024]; /* "", or a row that is false in a run, and where */
} az_invariant_report;

/* Adds what is found to the report. `part`: of a step formula, whose cut points show what its rows
 * speak of. Texts live in the arena. */
void az_invariants_run(const az_cuts *cuts, const az_proof_part *part,
                       const az_invariant_options *options, az_arena *arena,
                       az_invariant_report *report);

#endif
