/* Which copies of memory the program calls for. */
#ifndef ANSATZ_FRONTEND_WRITTEN_H
#define ANSATZ_FRONTEND_WRITTEN_H

#include "frontend/statements/function_state.h"

/* clang makes the same intrinsic of `a = b` and of memcpy(&a, &b, sizeof a). Is it a call in the C
 * text? Where that is not known, as of a macro's call, it is none. */
bool fx_is_written(fx *x, LLVMValueRef copy);
/* Does the instruction store a record that was passed or returned in registers? */
bool fx_stores_record(const fx *x, LLVMValueRef store);

#endif
