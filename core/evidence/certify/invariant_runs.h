/* Tests invariants in runs. The interpreter executes the program on random inputs and evaluates, at
 * every loop-back state, all rows of the proof for that loop, for each choice of the objects and
 * indices that they mention. No solver is involved; the formula only gives meaning to names. */
#pragma once

#include "cutpoint/cutpoint.h"
#include "certify/proof.h"

typedef struct az_invariant_options {
  uint32_t runs;
  uint32_t classes; /* checks that end an execution in the formula */
  double cpu_end;   /* az_clock() at which to stop; 0: never */
} az_invariant_options;

typedef struct az_left_open { /* rows or claims that were not evaluated */
  const char *why;
  uint64_t times;
} az_left_open;

typedef struct az_invariant_report {
  uint32_t runs, rows;
  uint32_t evaluated;  /* number of rows that were evaluated at least once */
  uint64_t states;     /* number of different states at a loop */
  uint64_t claims;     /* number of evaluations of a row in a state for a choice */
  az_left_open *open;  /* stb_ds */
  char violated[1024]; /* "", or a row that is false in a run, and where */
} az_invariant_report;

/* Adds the findings to the report. `part` belongs to a step formula, whose cut points define what
 * its rows mean. Texts are allocated in the arena. */
void az_invariants_run(const az_cuts *cuts, const az_proof_part *part,
                       const az_invariant_options *options, az_arena *arena,
                       az_invariant_report *report);
