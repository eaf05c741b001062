/* Whether a row, which was proved at the back edges of loops, also holds on entry to them, and rows
 * that are weakened so that they do: `i >= 1` and `i = 0` become `i >= 0`. */
#pragma once

#include "kiki/run.h"
#include "synth/invariants.h"

/* A row, or a condition, to be evaluated in states of a view. */
typedef struct row_reading {
  const az_domain *domain; /* NULL: a condition, with the given claim */
  uint32_t row, view;
  const void *value;
  az_term claim;
} row_reading;

/* Queries about states at the loop heads of the run's step formula. */
typedef struct head_queries {
  kiki_run *run;
  double end;          /* az_clock() */
  bool entry_only;     /* only states on entry, else also those at back edges */
  uint64_t *questions; /* the number so far, limited by shown_questions; NULL: no limit */
} head_queries;

/* Returns whether another query may be asked, and counts it. */
bool heads_may_ask(const head_queries *q);
/* Returns the claim about the state with these values. */
az_term row_in(const head_queries *q, const row_reading *of, const az_term *values);
/* Asks whether a loop head is visited in a state that violates the claim. */
az_answer heads_violate(const head_queries *q, const row_reading *of);
/* Asks the same, and joins `value`, which the row of `of` has, with entry states that violate it
 * until there is none (AZ_UNSAT) or that takes too long. Sets *weakened to whether it was joined.
 */
az_answer heads_weaken(const head_queries *q, const row_reading *of, void *value, bool *weakened);
