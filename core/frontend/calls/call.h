/* Call instructions. */
#ifndef ANSATZ_FRONTEND_CALL_H
#define ANSATZ_FRONTEND_CALL_H

#include "frontend/state.h"

az_term fx_translate_call(fx *x, LLVMValueRef instruction); /* 0 for void */

#endif
