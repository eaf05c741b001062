/* Operations for strategies of composites: the query over all rows at once, the join of its model,
 * and the strategies of the components, each on the subproblem of its own rows. */
#ifndef ANSATZ_COMPONENTS_H
#define ANSATZ_COMPONENTS_H

#include "ansatz/arena.h"
#include "ansatz/strategy.h"

typedef struct composite {
  az_synthesis *synthesis;
  const az_domain *domain;
  const az_domain_ops *ops;
  uint32_t rows;
  az_term *violations; /* by row: in the last query */
  bool *raised;        /* by row: the last joined model raised it */
} composite;

composite composite_open(az_arena *arena, az_synthesis *synthesis);
/* Decides whether any row can be violated under the claims of `value`, which become the facts. */
az_answer composite_check(const composite *c, const void *value, double deadline);
/* The effect of a model on a row that it violates. */
typedef enum on_violation {
  JOIN_MODEL,   /* the row is joined with the state that violates it */
  SET_TOP,      /* for a frozen component */
  ASK_STRATEGY, /* the row stays as it is, and its strategy decides what follows from the model */
} on_violation;
/* Changes each row that the model violates by its entry of `how` (NULL: JOIN_MODEL for all).
 * Transition rows have ASK_STRATEGY unless they have SET_TOP, since no other row depends on them.
 * Sets *lifted to whether one of the rows was bottom. Returns false if no row has changed and none
 * is left to its strategy. */
bool composite_join(const composite *c, const on_violation *how, void *value, bool *lifted);
void composite_set_top(const composite *c, uint32_t first_row, uint32_t rows, void *value);

/* Returns whether the component has only transition rows. These are never assumed (soundness.md,
 * Termination), so it is best to find them last, under the final claims of the others. */
bool component_is_transition(const az_domain *component);

/* Returns whether the strategy works along the control flow (solves equations). Such a strategy
 * does not search: it runs once, before all others and before any model is joined into its rows,
 * which are then facts for the others. Later, it only decides which of its rows a model refutes. */
bool component_is_interpreted(const az_desc *strategy);

/* The strategy of one component, or of several whose strategies are equal. */
typedef struct component_strategy {
  const az_desc *desc;
  const az_strategy_ops *ops;
  az_domain *tuple; /* of several components, else NULL */
  az_synthesis *subproblem;
  void *self; /* NULL if the strategy is not open */
} component_strategy;

/* Returns the strategy of a component. Returns NULL and sets err if it has none. */
const az_desc *component_strategy_of(const composite *c, const az_domain *component, az_error *err);
bool component_strategy_open(component_strategy *s, const composite *c, const az_component *parts,
                             size_t count, const az_desc *desc, az_error *err);
/* Resets the strategy. Returns false if the reset fails; the strategy is then unchanged. */
bool component_strategy_restart(component_strategy *s);
/* Ends the strategy; its subproblem stays. */
void component_strategy_end(component_strategy *s);
void component_strategy_close(component_strategy *s);
/* Runs until the component's rows, whose values are `value`, are inductive under the claims of the
 * other rows that were assumed last. Returns AZ_STEP_IMPROVED if out of time. */
az_step component_strategy_run(const component_strategy *s, void *value, double deadline);

/* Returns whether the time is past `when` (az_clock(); 0: never). */
static inline bool is_past(const az_synthesis *s, double when) {
  return when > 0 && az_synthesis_clock(s) >= when;
}

#endif
