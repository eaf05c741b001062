/* The rows of a result as they are shown. */
#ifndef AZ_WITNESS_HEAD_INVARIANTS_H
#define AZ_WITNESS_HEAD_INVARIANTS_H

#include "kiki/run.h"

/* Replaces the result's invariants by them, if configured and if the step formula exists. */
void az_head_invariants_show(kiki_run *r);

#endif
