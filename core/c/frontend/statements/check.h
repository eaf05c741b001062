/* Checks. */
#ifndef ANSATZ_FRONTEND_CHECK_H
#define ANSATZ_FRONTEND_CHECK_H

#include "frontend/statements/function_state.h"

void fx_check(fx *x, az_class cls, az_term condition, const char *text);
/* Makes the check of the memory access that was emitted last, if its class is asked for. */
void fx_check_access(fx *x, az_class cls, const char *text);
/* Makes the checks of the heap that are asked for, where an execution may end or go on forever. */
void fx_check_leaks(fx *x);

/* Classes without any check, in a program with code that is not modelled: a check that holds, so
 * that somebody asks whether an execution gets to that code. */
void fx_check_escapes(fx *x);

#endif
