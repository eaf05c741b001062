/* Constants and initialisers. */
#ifndef ANSATZ_FRONTEND_CONSTANTS_H
#define ANSATZ_FRONTEND_CONSTANTS_H

#include "frontend/data/program_state.h"

/* Constant -> term of fe_sort(its type); 0: it has none that is the same everywhere (an address
 * made an integer, undef, poison). */
az_term fe_constant(fe *f, LLVMValueRef value);
az_term fe_block_address(fe *f, LLVMBasicBlockRef bb); /* &&label */
az_status fe_initialise(fe *f, LLVMValueRef global);   /* fills the object's initialiser */

#endif
