/* The causes that are found late. */
#ifndef ANSATZ_FRONTEND_ORDERS_H
#define ANSATZ_FRONTEND_ORDERS_H

#include "frontend/bitcode/build.h"

/* Of the program that was loaded and will be translated to `p`; NULL: all of it is bitcode. */
az_late_causes *fe_orders(fe_build *build, const az_program *p);

#endif
