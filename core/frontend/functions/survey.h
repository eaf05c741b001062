/* What a function holds, before its blocks are translated. */
#ifndef ANSATZ_FRONTEND_SURVEY_H
#define ANSATZ_FRONTEND_SURVEY_H

#include "frontend/state.h"

/* Fills x->sites, x->declares and x->allocas, and marks the registers that cross blocks. */
void fx_survey(fx *x);
/* One object an argument, typed as the debug information types the alloca that it is copied to. */
void fx_add_params(fx *x);

#endif
