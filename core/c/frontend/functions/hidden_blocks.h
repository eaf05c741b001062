/* Compound literals whose block the debug information does not show. */
#ifndef ANSATZ_FRONTEND_HIDDEN_BLOCKS_H
#define ANSATZ_FRONTEND_HIDDEN_BLOCKS_H

#include "frontend/statements/function_state.h"

/* May the function have one? Asks the compiler for the syntax trees, the first time. */
bool fe_hides_blocks(fe *f, LLVMValueRef function);

#endif
