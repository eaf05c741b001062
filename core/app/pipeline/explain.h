/* See explain.c. */
#ifndef AZ_PIPELINE_EXPLAIN_H
#define AZ_PIPELINE_EXPLAIN_H

#include "kiki/run.h"

/* Adds to the result's hints why these rows, which are inductive, are too weak. */
void az_explain_rows(kiki_run *r, const az_invariants *found);
/* Adds to the result's hints why nothing was decided. */
void az_explain_unknown(kiki_run *r);

#endif
