/* Variable arguments. */
#ifndef ANSATZ_FRONTEND_VARIADIC_H
#define ANSATZ_FRONTEND_VARIADIC_H

#include "frontend/calls/argument.h"

/* Lays out the arguments of the call that have no parameter; where they are, which a function that
 * looks at them gets as one more argument. */
az_term fx_variable_arguments(fx *x, const fx_call *c);
void fx_va_start(fx *x, az_term list);
void fx_va_copy(fx *x, az_term to, az_term from);

#endif
