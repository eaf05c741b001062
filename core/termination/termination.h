/* Proofs that all executions end, and of what does not: the interface of the room. */
#pragma once

#include "kiki/portfolio.h"
#include "kiki/run.h"

/* ---- termination.c --------------------------------------------------------------------------- */

/* Decides whether all executions end. `rankings` are stages of the proof that they do; `safety` are
 * stages of the proof that one of them does not, which is a proof of safety. Mode `termination` of
 * the first stage of `rankings` leaves the second part out, `nontermination` the first one; its
 * `half` has the same effect, and each stage keeps its mode. */
az_result *az_termination_run(const az_program *p, az_registry *registry, az_configuration rankings,
                              az_configuration safety, const az_engine_config *options,
                              az_error *err);

/* ---- step_program.c -------------------------------------------------------------------------- */

/* Returns the program of the step formula, whose checks are those of r->p; r->p itself if nothing
 * is to be changed. In the arena of r->p. */
const az_program *az_step_program(kiki_run *r);

/* ---- rankings.c ------------------------------------------------------------------------------ */

/* Notes the loops that have a ranking among these rows, which are inductive. */
void az_rankings_note(kiki_run *r, az_invariants *found, double deadline);
/* Decides the checks of termination that follow from the rankings so far, where no execution leaves
 * the formula. Returns true if no check stays open. */
bool az_rankings_prove(kiki_run *r, uint32_t k);
/* Returns, by check, whether it is one of termination and all its loops have a ranking. */
bool *az_rankings_checks(const kiki_run *r);
