/* Inline assembly. */
#ifndef ANSATZ_FRONTEND_ASSEMBLY_H
#define ANSATZ_FRONTEND_ASSEMBLY_H

#include "frontend/calls/argument.h"

/* Does the assembly (as LLVM writes it) consist of instructions that change nothing but its
 * operands and the flags? */
bool fx_assembly_is_plain(const char *text);
/* And of those that have no effect at all? */
bool fx_assembly_is_idle(const char *text);
/* The result of assembly that computes it from its operands in registers; 0: it is not known. */
az_term fx_assembly_result(fx *x, const fx_call *call, const char *text);

#endif
