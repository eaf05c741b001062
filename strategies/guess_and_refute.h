/* Guess and refute for numeric rows: bounds are guessed for all rows together, from samples of test
 * runs, and a model that violates a guess raises or drops it (similar to ICE learning with
 * templates: Garg et al., ICE: A robust framework for learning invariants, 2014; if guesses are
 * only dropped, it is Houdini: Flanagan and Leino, 2001). */
#ifndef ANSATZ_GUESS_AND_REFUTE_H
#define ANSATZ_GUESS_AND_REFUTE_H

#include "threshold_set.h"

typedef struct guess {
  uint32_t row;
  az_wide low;      /* the least bound that samples and models permit */
  az_wide high;     /* the bound that is known without guessing */
  uint32_t refuted; /* number of models that refuted a guess */
  bool single;      /* the row has one variable */
} guess;

typedef struct guess_and_refute {
  numeric_rows *rows;
  const threshold_set
      *thresholds;      /* bounds to which refuted guesses are raised; NULL: to the model's value */
  uint32_t refutations; /* number of refutations after which a row is dropped */
  const void *safe;     /* an inductive value, with bounds of single variables */
  guess *guesses;       /* room for all rows */
  uint32_t count;
  bool *among; /* scratch, by row: it has a guess that is not dropped */
} guess_and_refute;

/* Finds bounds of rows of several variables, and of rows of one variable that are top in `safe` but
 * that another row may bound. Returns AZ_STEP_INDUCTIVE with the inductive guesses in `guesses` and
 * their bounds in `value`; the other rows are top, or as in `safe`. Returns AZ_STEP_STOPPED if out
 * of time; `value` is then not inductive. */
az_step guess_and_refute_run(guess_and_refute *g, void *value, double deadline);

#endif
