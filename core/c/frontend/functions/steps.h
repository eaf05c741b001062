/* Pointer arithmetic that replay looks at. */
#ifndef ANSATZ_FRONTEND_STEPS_H
#define ANSATZ_FRONTEND_STEPS_H

#include "frontend/statements/function_state.h"

/* The steps that lead to the operands of the instruction (and to itself) become those of the
 * statements from `first` on, which were made of it. */
void fx_note_steps(fx *x, LLVMValueRef instruction, size_t first);
/* The same for the end of the block. */
void fx_note_end_steps(fx *x, LLVMValueRef terminator, az_block *block);

#endif
