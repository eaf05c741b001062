/* See rankings.c. */
#ifndef AZ_TERMINATION_RANKINGS_H
#define AZ_TERMINATION_RANKINGS_H

#include "kiki/run.h"

/* Notes the loops that have a ranking among these rows, which are inductive. */
void az_rankings_note(kiki_run *r, az_invariants *found, double deadline);
/* Decides the checks of termination that follow from the rankings so far, where no execution leaves
 * the formula. Returns true if no check stays open. */
bool az_rankings_prove(kiki_run *r, uint32_t k);
/* Returns, by check, whether it is one of termination and all its loops have a ranking. */
bool *az_rankings_checks(const kiki_run *r);

#endif
