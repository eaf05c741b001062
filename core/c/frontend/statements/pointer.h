/* Pointer arithmetic and types of what pointers lead to. */
#ifndef ANSATZ_FRONTEND_POINTER_H
#define ANSATZ_FRONTEND_POINTER_H

#include "frontend/statements/function_state.h"

az_term fx_gep(fx *x, LLVMValueRef instruction);
/* The C type of what a pointer that is stored at `pointer` leads to, where the debug information
 * says so; 0 otherwise. */
az_type fx_pointee(fx *x, LLVMValueRef pointer);

#endif
