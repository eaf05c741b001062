/* Elements of aggregates in registers. */
#ifndef ANSATZ_FRONTEND_AGGREGATE_H
#define ANSATZ_FRONTEND_AGGREGATE_H

#include "frontend/state.h"

/* extractvalue, insertvalue, extractelement, insertelement, shufflevector. */
az_term fx_aggregate(fx *x, LLVMValueRef instruction);
/* Element of a vector that is held in a register. */
az_term fx_lane(fx *x, az_term vector, LLVMTypeRef type, unsigned index);

#endif
