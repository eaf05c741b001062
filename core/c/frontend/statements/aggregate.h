/* Elements of aggregates in registers. */
#ifndef ANSATZ_FRONTEND_AGGREGATE_H
#define ANSATZ_FRONTEND_AGGREGATE_H

#include "frontend/statements/function_state.h"

/* extractvalue, insertvalue, extractelement, insertelement, shufflevector. */
az_term fx_aggregate(fx *x, LLVMValueRef instruction);
/* What an instruction computes of scalars. `type`: of its result. */
typedef az_term fx_scalar(fx *x, LLVMValueRef i, LLVMTypeRef type, const az_term *operands);
/* The same on scalars and, lane by lane, on vectors; the instruction has three operands at most. */
az_term fx_by_lanes(fx *x, LLVMValueRef i, fx_scalar *of);

#endif
