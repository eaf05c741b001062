/* The orders in which operands of the program may be evaluated. */
#ifndef ANSATZ_FRONTEND_ORDERS_H
#define ANSATZ_FRONTEND_ORDERS_H

#include "frontend/bitcode/build.h"

/* Of the program that was loaded; NULL: all of it is bitcode, or its calls are known to have one
 * order only. */
az_late_causes *fe_orders(fe_build *build);

#endif
