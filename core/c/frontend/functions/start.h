/* The function that a program starts with. */
#ifndef ANSATZ_FRONTEND_START_H
#define ANSATZ_FRONTEND_START_H

#include "frontend/statements/function_state.h"

/* Makes __ansatz_start, sets p->entry, and translates all that is reached from there. */
az_status fe_translate_start(fe *f, LLVMValueRef entry);

#endif
