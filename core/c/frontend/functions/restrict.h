/* Pointers that are declared restrict. */
#ifndef ANSATZ_FRONTEND_RESTRICT_H
#define ANSATZ_FRONTEND_RESTRICT_H

#include "frontend/statements/function_state.h"

/* At the beginning of a function: nothing is known where one of its restrict parameters leads to
 * the object of another pointer that the function has. */
void fx_note_restrict(fx *x);

#endif
