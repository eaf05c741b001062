/* Operations on bit-fields that are wider than int. */
#ifndef ANSATZ_FRONTEND_WIDE_BIT_FIELDS_H
#define ANSATZ_FRONTEND_WIDE_BIT_FIELDS_H

#include "frontend/statements/function_state.h"

/* Where the result of the operation (a term of its type, or of a comparison: no term) depends on
 * the type of such a bit-field, which compilers choose, nothing is known. */
void fx_note_bit_field(fx *x, LLVMValueRef instruction, az_term result);

#endif
