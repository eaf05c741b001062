/* Kleene iteration of a domain's states over the equations of a program. */
#ifndef KLEENE_ITERATION_H
#define KLEENE_ITERATION_H

#include "ansatz/strategy.h"

/* Fills the solution, as `solve` of az_strategy_ops does; the options are kleene's. */
az_status kleene_solve(const az_equations *equations, const az_transfer *domain,
                       const az_desc *options, az_solution *solution, double deadline,
                       az_error *err);

#endif
