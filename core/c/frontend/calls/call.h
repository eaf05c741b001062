/* Call instructions. */
#ifndef ANSATZ_FRONTEND_CALL_H
#define ANSATZ_FRONTEND_CALL_H

#include "frontend/statements/function_state.h"

az_term fx_translate_call(fx *x, LLVMValueRef instruction); /* 0 for void */

#endif
