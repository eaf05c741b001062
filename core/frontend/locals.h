/* When locals live, and what they hold when they begin to. */
#ifndef ANSATZ_FRONTEND_LOCALS_H
#define ANSATZ_FRONTEND_LOCALS_H

#include "frontend/state.h"

/* Is there a way from the entry to a load that meets no store? Asked of scalars whose address goes
 * nowhere; true for others. */
bool fx_read_before_written(fx *x, LLVMValueRef alloca);
/* Does clang say when it begins to live? */
bool fx_has_lifetime(LLVMValueRef alloca);
/* Is it one of a block inside the function, given away, of which clang does not say when it lives?
 * A compound literal, or a variable whose declaration is jumped over. */
bool fx_ends_unknown(fx *x, LLVMValueRef alloca, const char *name);

#endif
