/* Guess and refute for numeric rows: bounds are guessed for all rows together, from samples of test
 * runs, and a model that violates a guess raises or drops it (the ICE of learned invariants with
 * templates: Garg et al., ICE: A robust framework for learning invariants, 2014; where nothing is
 * raised it is the Houdini of Flanagan and Leino, 2001). */
#ifndef ANSATZ_GUESS_AND_REFUTE_H
#define ANSATZ_GUESS_AND_REFUTE_H

#include "threshold_set.h"

typedef struct guess {
  uint32_t row;
  az_wide low;      /* what samples or models gave the row: no bound is lower */
  az_wide high;     /* what is known of it without the guess */
  uint32_t refuted; /* how often */
  bool single;      /* about one variable */
} guess;

typedef struct guess_and_refute {
  numeric_rows *rows;
  const threshold_set
      *thresholds;      /* that a refuted guess is raised to; NULL: what the model gives */
  uint32_t refutations; /* of a row until it is dropped */
  const void *safe;     /* an inductive value: bounds of single variables */
  guess *guesses;       /* room for all rows */
  uint32_t count;
  bool *among; /* scratch, one a row: it has a guess that was not dropped */
} guess_and_refute;

/* Rows of several variables, and those of one variable that are top in `safe`, which another row
 * may bound: AZ_STEP_INDUCTIVE with the guesses that hold, in `guesses`, and `value` with their
 * bounds; other rows are top, or as in `safe`. AZ_STEP_STOPPED: out of time, the value is not
 * inductive. */
az_step guess_and_refute_run(guess_and_refute *g, void *value, double deadline);

#endif
