/* The rows that a run found, as they are shown. */
#ifndef AZ_WITNESS_HEAD_INVARIANTS_H
#define AZ_WITNESS_HEAD_INVARIANTS_H

#include "kiki/run.h"

/* Puts them in place of the result's invariants, if the configuration asks for that and the step
 * formula is there. */
void az_head_invariants_show(kiki_run *r);

#endif
