/* The rows that a run found, as they are shown. */
#ifndef AZ_ENGINE_ARRIVALS_H
#define AZ_ENGINE_ARRIVALS_H

#include "kiki/run.h"

/* Puts them in place of the result's invariants, if the configuration asks for that and the step
 * formula is there. */
void show_arrivals(run *r);

#endif
