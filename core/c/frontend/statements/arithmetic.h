/* Integer and float operations. */
#ifndef ANSATZ_FRONTEND_ARITHMETIC_H
#define ANSATZ_FRONTEND_ARITHMETIC_H

#include "frontend/statements/function_state.h"

az_term fx_binary(fx *x, LLVMValueRef instruction);

#endif
