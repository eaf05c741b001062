/* See contexts.c. */
#ifndef AZ_ENGINE_CONTEXTS_H
#define AZ_ENGINE_CONTEXTS_H

#include "engine/run.h"
#include "program/modular_program.h"

/* The modules of the run's program, with the conditions under which they were proved to end;
 * stb_ds. */
az_callee *contexts_find(run *r, double seconds);

#endif
