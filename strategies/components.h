/* What the strategies of composites share: the query over all rows at once, the joining of its
 * model, and the strategies of the components, each on the subproblem of its own rows. */
#ifndef ANSATZ_COMPONENTS_H
#define ANSATZ_COMPONENTS_H

#include "ansatz/arena.h"
#include "ansatz/strategy.h"

typedef struct composite {
  az_synthesis *synthesis;
  const az_domain *domain;
  const az_domain_ops *ops;
  uint32_t rows;
  az_term *violations; /* by row, of the last query */
  bool *raised;        /* by row: did the last model raise it? */
} composite;

composite composite_open(az_arena *arena, az_synthesis *synthesis);
/* Can any row be violated under the claims of `value`? They are the facts afterwards. */
az_answer composite_check(const composite *c, const void *value, double deadline);
/* What a model that violates a row does to it. */
typedef enum on_violation {
  JOIN_MODEL,   /* the row is joined with the state that violates it */
  SET_TOP,      /* of a frozen component */
  ASK_STRATEGY, /* the row stays as it is: its strategy judges what the model says of it */
} on_violation;
/* Changes the rows that the model violates, each as `how` (by row; NULL: all JOIN_MODEL) says.
 * *lifted: one of them was bottom. Rows of rounds are their strategy's to judge whatever `how`
 * says, unless it is SET_TOP: nothing else rests on them. Rows that their strategy judges count as
 * raised. False: nothing is left to change. */
bool composite_join(const composite *c, const on_violation *how, void *value, bool *lifted);
void composite_set_top(const composite *c, uint32_t first_row, uint32_t rows, void *value);

/* Are all rows of the component about rounds? They are assumed nowhere (docs/soundness.md,
 * Termination), so that they are best found last, under the final claims of the others. */
bool component_is_of_rounds(const az_domain *component);

/* A strategy along the control flow (one that solves equations) does not search: it runs once,
 * before all others, so that its rows are facts for them, and later judges which of its rows a
 * model refutes. Joining models into its rows before it has run would leave it none. */
bool component_is_interpreted(const az_desc *strategy);

/* The strategy of one component, or of several whose strategies are equal. */
typedef struct component_strategy {
  const az_desc *desc;
  const az_strategy_ops *ops;
  az_synthesis *subproblem;
  void *self; /* NULL: not open */
} component_strategy;

/* Which strategy a component has; NULL and err: none. */
const az_desc *component_strategy_of(const composite *c, const az_domain *component, az_error *err);
bool component_strategy_open(component_strategy *s, const composite *c, const az_component *parts,
                             size_t count, const az_desc *desc, az_error *err);
/* Forgets what the strategy has found out; false: it stays as it is. */
bool component_strategy_restart(component_strategy *s);
/* Ends the strategy; its subproblem stays. */
void component_strategy_end(component_strategy *s);
void component_strategy_close(component_strategy *s);
/* Goes on until the component's rows, whose values are `value`, are inductive under the claims of
 * the other rows as they were last assumed. AZ_STEP_IMPROVED: out of time. */
az_step component_strategy_run(const component_strategy *s, void *value, double deadline);

/* Is it later than `when` (az_clock(); 0: never)? */
static inline bool is_past(const az_synthesis *s, double when) {
  return when > 0 && az_synthesis_clock(s) >= when;
}

#endif
