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
  A_UNSUPPORTED_TEXT, /* the first argument is the cause */
  A_BUFFER,           /* a stream keeps the second argument, unless it is null */
  A_MALLOC,
  A_CALLOC,
  A_REALLOC,
  A_ALIGNED,
  A_FREE,
  A_COPY,
  A_COPY_END,
  A_SET,
  A_ZERO,
  A_NOTHING, /* changes no memory of the program; any result */
  A_DONE,    /* changes nothing, returns 0 */
  A_TIME,    /* any number, stored through the argument too */
  A_NATURAL, /* an int that is not negative */
  A_FLOAT,   /* a float function that fx_float_function knows or not; no side effects */
  A_READ,    /* changes what its arguments point to; known, so no warning */
} fx_action;

/* What a call of the function does; A_NONE: it is not known. */
fx_action fx_library_action(const char *name);
/* Is it a function that is not to be reached? */
bool fx_is_error(const char *name);

#endif
