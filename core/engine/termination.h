/* See termination.c. */
#ifndef AZ_ENGINE_TERMINATION_H
#define AZ_ENGINE_TERMINATION_H

#include "engine/portfolio.h"

/* Decides whether all executions end. `stages`: of the proof that they do; `safety`: of the proof
 * that one of them does not, which is one of safety. Mode `termination` of the first stage leaves
 * the second part out, `nontermination` the first one; its `half` says the same, and leaves each
 * stage the mode that it has. */
az_result *az_termination_run(const az_program *p, az_registry *registry, const az_stage *stages,
                              size_t count, const az_stage *safety, size_t safety_count,
                              const az_portfolio_options *options, az_error *err);

#endif
