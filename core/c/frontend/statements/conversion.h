/* Conversions. */
#ifndef ANSATZ_FRONTEND_CONVERSION_H
#define ANSATZ_FRONTEND_CONVERSION_H

#include "frontend/statements/function_state.h"

az_term fx_convert(fx *x, LLVMValueRef instruction);

#endif
