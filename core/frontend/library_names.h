/* Functions whose meaning is known without their body. */
#ifndef ANSATZ_FRONTEND_LIBRARY_NAMES_H
#define ANSATZ_FRONTEND_LIBRARY_NAMES_H

#include "frontend/state.h"

typedef enum fx_action {
  A_NONE,
  A_ASSERT_FAIL,
  A_ASSERT,
  A_ASSERT_TEXT,
  A_ERROR,
  A_ASSUME,
  A_STOP,
  A_UNSUPPORTED,
  A_MALLOC,
  A_CALLOC,
  A_REALLOC,
  A_ALIGNED,
  A_FREE,
  A_COPY,
  A_COPY_END,
  A_SET,
  A_ZERO,
  A_DONE,    /* changes nothing, returns 0 */
  A_NATURAL, /* a number from 0 to 2147483647 */
  A_FLOAT,   /* a float function that fx_float_function knows or not; no side effects but errno */
  A_SETS_ERRNO, /* those behind this one may set errno */
  A_NOTHING,    /* changes no memory of the program; any result */
  A_TIME,       /* any number, stored through the argument too */
  A_KEEPS,      /* the library keeps the second argument, unless it leads nowhere */
  A_READ,       /* changes what its arguments point to; known, so no warning */
} fx_action;

/* What a call of the function does; A_NONE: it is not known. */
fx_action fx_library_action(const char *name);
/* Is it a function that is not to be reached? */
bool fx_is_error(const char *name);

#endif
