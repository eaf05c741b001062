/* Comparisons. */
#ifndef ANSATZ_FRONTEND_COMPARE_H
#define ANSATZ_FRONTEND_COMPARE_H

#include "frontend/statements/function_state.h"

az_term fx_compare(fx *x, LLVMValueRef instruction);        /* icmp */
az_term fx_compare_floats(fx *x, LLVMValueRef instruction); /* fcmp */

#endif
