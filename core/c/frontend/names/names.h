/* What is known of C's functions by their names: each part is the file of its name. */
#ifndef ANSATZ_FRONTEND_NAMES_H
#define ANSATZ_FRONTEND_NAMES_H

#include <stdbool.h>
#include <stdint.h>

/* ---- formats.c ---- */
typedef struct fx_format {
  const char *name; /* of the function, without glibc's prefix */
  uint32_t at;      /* which argument the format is */
  bool reads;       /* converts what it reads and stores it, else prints */
  bool list;        /* the arguments are a va_list */
  bool wide;        /* the format is a wide string */
} fx_format;

/* The function's name without a prefix that glibc gives it: "__isoc99_sscanf" is "sscanf". */
const char *fx_plain_name(const char *name);
/* NULL: the function has no format. */
const fx_format *fx_format_of(const char *name);

/* A conversion of a format (C17 7.21.6.1, 7.21.6.2). */
typedef struct fx_conversion {
  char letter;        /* 0: it is not understood, as one that takes its argument by number */
  const char *length; /* points to the length modifier, if there is one */
  unsigned stars;     /* arguments before its own: width and precision of output */
  uint64_t width;     /* of input; 0: none is given */
  bool takes;         /* does it have an argument? */
} fx_conversion;

/* The first conversion from *at on, which is moved behind it; false: there is none. */
bool fx_next_conversion(const char **at, bool reads, fx_conversion *c);

/* ---- library_names.c ---- */
typedef enum fx_action {
  A_NONE,
  A_ASSERT_FAIL,
  A_ASSERT,
  A_ASSERT_TEXT,
  A_ERROR,
  A_ASSUME,
  A_STOP,
  A_UNSUPPORTED,
  A_SETJMP, /* these two in programs that functions/jumps.c does not understand */
  A_LONGJMP,
  A_THREAD,
  A_JOIN,
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
/* Does it end the program with all that runs after main? */
bool fx_runs_destructors(const char *name);
/* Is it a function that is not to be reached? */
bool fx_is_error(const char *name);

/* Does the C library of this machine have it? What that answers is not the environment's choice, so
 * that no counterexample may choose it. */
bool fx_in_c_library(const char *name);
/* Are both names, in the C library of this machine, of one function? */
bool fx_is_one_function(const char *name, const char *other);

/* Names of inputs: __VERIFIER_nondet, nondet and those with more behind an underscore. */
bool fx_is_nondet(const char *name);
typedef enum fx_nondet_kind {
  FX_NONDET_DECLARED, /* any value of the declared type */
  FX_NONDET_UNSIGNED, /* the same, written without a sign */
  FX_NONDET_BOOL,     /* 0 or 1, whatever the declared type */
} fx_nondet_kind;
/* What the name of an input says of its values. */
fx_nondet_kind fx_nondet_kind_of(const char *name);

/* ---- math_names.c ---- */
bool fx_float_name(const char *name); /* Is it a function of math.h? */
/* The name without suffix and prefix ("floor" of "__builtin_floorf") of one that has an exact term;
 * NULL: it has none. */
const char *fe_exact_float_name(const char *name);
/* May the function set errno? */
bool fx_float_sets_errno(const char *name);

#endif
