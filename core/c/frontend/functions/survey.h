/* What a function holds, before its blocks are translated. */
#ifndef ANSATZ_FRONTEND_SURVEY_H
#define ANSATZ_FRONTEND_SURVEY_H

#include "frontend/statements/function_state.h"

/* Fills x->sites, x->declares and x->allocas, and marks the registers that cross blocks. */
void fx_survey(fx *x);
/* Is it the parameter that says where the result, a record, goes? */
bool fx_takes_result(const fx *x, LLVMValueRef v);
/* One object an argument, typed as the debug information types the alloca that it is copied to. */
void fx_add_params(fx *x);

#endif
