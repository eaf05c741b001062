/* Shifts to the left of signed values. */
#ifndef ANSATZ_FRONTEND_SIGNED_SHIFTS_H
#define ANSATZ_FRONTEND_SIGNED_SHIFTS_H

#include "frontend/statements/function_state.h"

/* May the function have one? The bitcode does not tell them from those of unsigned values. */
bool fe_shifts_signed(fe *f, LLVMValueRef function);

#endif
