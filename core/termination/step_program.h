/* See step_program.c. */
#ifndef AZ_TERMINATION_STEP_PROGRAM_H
#define AZ_TERMINATION_STEP_PROGRAM_H

#include "kiki/run.h"

/* Returns the program of the step formula, whose checks are those of r->p; r->p itself if nothing
 * is to be changed. In the arena of r->p. */
const az_program *az_step_program(kiki_run *r);

#endif
