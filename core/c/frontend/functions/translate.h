/* Translation of one function. */
#ifndef ANSATZ_FRONTEND_TRANSLATE_H
#define ANSATZ_FRONTEND_TRANSLATE_H

#include "frontend/statements/function_state.h"

az_status fe_translate(fe *f, uint32_t function);
/* Moves the statements to the block. */
void fx_close_block(fx *x, az_block *b);
void fx_close(fx *x);

#endif
