/* Functions without a body in LLVM. */
#ifndef ANSATZ_FRONTEND_MADE_H
#define ANSATZ_FRONTEND_MADE_H

#include "frontend/statements/function_state.h"

/* A function of one block: its statements are those emitted in between. */
void fx_open_made(fx *x, fe *f, uint32_t function);
void fx_close_made(fx *x, az_end_kind end, az_term value);
/* Of a library function whose address is taken: calls it. */
az_status fe_translate_wrapper(fe *f, uint32_t function);

#endif
