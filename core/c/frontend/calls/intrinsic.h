/* Intrinsics. */
#ifndef ANSATZ_FRONTEND_INTRINSIC_H
#define ANSATZ_FRONTEND_INTRINSIC_H

#include "frontend/calls/argument.h"

/* The check that a trap of a sanitizer stands for. */
void fx_trap(fx *x, LLVMValueRef trap, az_term holds);
/* Those that need no arguments; true: done. */
bool fx_quiet_intrinsic(fx *x, const char *name, LLVMValueRef instruction);
az_term fx_call_intrinsic(fx *x, const fx_call *call); /* the others */
/* What an intrinsic of integers gives for the arguments; 0: it is no such one. */
az_term fx_integer_operation(fx *x, const char *name, const az_term *args, uint32_t count);

#endif
