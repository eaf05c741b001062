/* Instructions. */
#ifndef ANSATZ_FRONTEND_INSTRUCTION_H
#define ANSATZ_FRONTEND_INSTRUCTION_H

#include "frontend/statements/function_state.h"

void fx_instruction(fx *x, LLVMValueRef instruction);

#endif
