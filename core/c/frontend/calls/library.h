/* Calls of functions without a body. */
#ifndef ANSATZ_FRONTEND_LIBRARY_H
#define ANSATZ_FRONTEND_LIBRARY_H

#include "frontend/calls/argument.h"

/* What is known of the function, else any result; value of the call, 0 for void. */
az_term fx_library(fx *x, const fx_call *call);

#endif
