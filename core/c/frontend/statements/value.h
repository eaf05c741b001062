/* Values of registers. */
#ifndef ANSATZ_FRONTEND_VALUE_H
#define ANSATZ_FRONTEND_VALUE_H

#include "frontend/statements/function_state.h"

az_term fx_value_of(fx *x, LLVMValueRef v);
/* The register's value from here on, in this block and in others that read it. */
void fx_define(fx *x, LLVMValueRef instruction, az_term term);
/* What is known of the register; valid until the next call. */
fx_value *fx_slot(fx *x, LLVMValueRef v);

#endif
