/* Proofs that all executions end, or that one does not: the interface of the room. */
#pragma once

#include "kiki/portfolio.h"
#include "kiki/run.h"

/* ---- termination.c --------------------------------------------------------------------------- */

/* Decides whether all executions end. `rankings` are stages of the proof that they do; `safety` are
 * stages of the proof that some execution does not end, which is a proof of safety. If the mode of
 * the first stage of `rankings` is `termination`, the second proof is left out; if it is
 * `nontermination`, the first one is. The stage's `half` has this effect without changing modes. */
az_result *az_termination_run(const az_program *p, az_registry *registry, az_configuration rankings,
                              az_configuration safety, const az_engine_config *options,
                              az_error *err);

/* ---- step_program.c -------------------------------------------------------------------------- */

/* Returns the program of the step formula, in the arena of r->p. It has the checks of r->p, and is
 * r->p itself if nothing is to be changed. */
const az_program *az_step_program(kiki_run *r);

/* ---- rankings.c ------------------------------------------------------------------------------ */

/* Notes the loops that have a ranking among these rows, which are inductive. */
void az_rankings_note(kiki_run *r, az_invariants *found, double deadline);
/* Decides the checks of termination that follow from the rankings so far, if no execution leaves
 * the formula. Returns true if no check stays open. */
bool az_rankings_prove(kiki_run *r, uint32_t k);
/* Returns, by check, whether it is a check of termination all of whose loops have a ranking. */
bool *az_rankings_checks(const kiki_run *r);
