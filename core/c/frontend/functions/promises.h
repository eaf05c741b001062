/* What attributes of GNU C promise of a function (pure, const, nonnull, returns_nonnull). */
#ifndef ANSATZ_FRONTEND_PROMISES_H
#define ANSATZ_FRONTEND_PROMISES_H

#include "frontend/statements/function_state.h"

/* At the function's entry: nothing is known behind where it breaks what was promised of its
 * arguments and of what it does to memory. */
void fx_note_promises(fx *x);
/* The same where it returns the value, at its end. */
void fx_note_promised_result(fx *x, LLVMValueRef value);

#endif
