/* The core's side of strategy.h: rows of a domain over the sites of a step formula. */
#ifndef AZ_ENGINE_SYNTHESIS_H
#define AZ_ENGINE_SYNTHESIS_H

#include "ansatz/strategy.h"
#include "ssa/ssa.h"

/* `solver` has the formula's facts; the domain was opened on the formula's sites and variables. */
az_synthesis *az_synthesis_new(const az_ssa *ssa, az_solver *solver, const az_domain *domain);
/* `keep`: the value last assumed is inductive and stays a fact of the solver (rows proved at k hold
 * at k+1); otherwise its facts are retired. */
void az_synthesis_free(az_synthesis *s, bool keep);
/* Runs the strategy to an inductive value (AZ_STEP_INDUCTIVE) or to its end. */
az_step az_synthesis_run(az_synthesis *s, const az_strategy_ops *ops, const az_desc *options,
                         void *value, double deadline, uint64_t *steps, az_error *err);

#endif
