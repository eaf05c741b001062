/* Comparisons. */
#ifndef ANSATZ_FRONTEND_COMPARE_H
#define ANSATZ_FRONTEND_COMPARE_H

#include "frontend/state.h"

az_term fx_compare(fx *x, LLVMValueRef instruction); /* icmp */
az_term fx_compare_floats(fx *x, LLVMRealPredicate p, az_term a, az_term b);

#endif
