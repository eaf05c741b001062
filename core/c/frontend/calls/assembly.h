/* Inline assembly. */
#ifndef ANSATZ_FRONTEND_ASSEMBLY_H
#define ANSATZ_FRONTEND_ASSEMBLY_H

#include <stdbool.h>

/* Does the assembly (as LLVM writes it) consist of instructions that change nothing but its
 * operands and the flags? */
bool fx_assembly_is_plain(const char *text);
/* And of those that have no effect at all? */
bool fx_assembly_is_idle(const char *text);

#endif
