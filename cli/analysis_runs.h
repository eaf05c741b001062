/* Evaluates claims of abstract interpretation at loop heads in runs of the interpreter. */
#ifndef ANSATZ_CLI_ANALYSIS_RUNS_H
#define ANSATZ_CLI_ANALYSIS_RUNS_H

#include "abstract/abstract.h"

typedef struct az_analysis_runs {
  uint32_t runs;
  uint64_t states, claims; /* arrivals at loop heads, claims evaluated there */
  char violated[1024];     /* "", or a claim that is false in a run, and where */
} az_analysis_runs;

/* Runs the program on random inputs until a claim is false. `classes`: the checks that end an
 * execution. */
void az_analysis_run(const az_abstract *a, const az_transfer *transfer, const az_solution *solution,
                     uint32_t classes, uint32_t runs, az_analysis_runs *report);

#endif
