/* A first answer to whether the order of operands matters, without a syntax tree. */
#ifndef ANSATZ_FRONTEND_ORDERED_CALLS_H
#define ANSATZ_FRONTEND_ORDERED_CALLS_H

#include "frontend/bitcode/build.h"

/* Is it certain that no order of operands matters (evaluation_order.c), by the bitcode of the
 * program's files, before models are linked to it, and the text of these files? */
bool fe_calls_are_ordered(fe_build *build);

#endif
