/* See termination.c. */
#ifndef AZ_TERMINATION_TERMINATION_H
#define AZ_TERMINATION_TERMINATION_H

#include "kiki/portfolio.h"

/* Decides whether all executions end. `rankings` are stages of the proof that they do; `safety` are
 * stages of the proof that one of them does not, which is a proof of safety. Mode `termination` of
 * the first stage of `rankings` leaves the second part out, `nontermination` the first one; its
 * `half` has the same effect, and each stage keeps its mode. */
az_result *az_termination_run(const az_program *p, az_registry *registry, az_configuration rankings,
                              az_configuration safety, const az_portfolio_options *options,
                              az_error *err);

#endif
