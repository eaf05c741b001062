/* Properties of C's functions by name; each part is in the file that is named after it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* ---- formats.c ---- */
typedef struct fx_format {
  const char *name; /* name of the function, without glibc's prefix */
  uint32_t at;      /* index of the format among the arguments */
  bool reads;       /* stores what it converts, like scanf; else prints */
  bool list;        /* the arguments are a va_list */
  bool wide;        /* the format is a wide string */
} fx_format;

/* Returns the function's name without a prefix of glibc: "sscanf" for "__isoc99_sscanf". */
const char *fx_plain_name(const char *name);
/* Returns NULL if the function has no format. */
const fx_format *fx_format_of(const char *name);

/* A conversion of a format (C17 7.21.6.1, 7.21.6.2). */
typedef struct fx_conversion {
  char letter;        /* 0: not understood, for example an argument given by number */
  const char *length; /* points to the length modifier, if there is one */
  unsigned stars;     /* number of arguments before the converted one: width, precision */
  uint64_t width;     /* of input; 0: not given */
  bool takes;         /* it has an argument */
} fx_conversion;

/* Reads the first conversion from *at on, and moves *at behind it; false if there is none. */
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
  A_SETJMP, /* setjmp and longjmp in programs that functions/jumps.c does not understand */
  A_LONGJMP,
  A_THREAD,
  A_MALLOC,
  A_CALLOC,
  A_REALLOC,
  A_ALIGNED,
  A_FREE,
  A_COPY,
  A_COPY_END,
  A_SET,
  A_ZERO,
  A_DONE,       /* changes nothing, returns 0 */
  A_NATURAL,    /* a number from 0 to 2147483647 */
  A_FLOAT,      /* a float function, known to fx_float_function or not; sets at most errno */
  A_SETS_ERRNO, /* this action and the following ones may set errno */
  A_NOTHING,    /* changes no memory of the program; arbitrary result */
  A_TIME,       /* an arbitrary number, which is also stored through the argument */
  A_KEEPS,      /* the library keeps the second argument if this points to an object */
  A_READ,       /* changes the targets of its arguments; known, so no warning */
} fx_action;

/* Returns the action of a call of the function; A_NONE if it is unknown. */
fx_action fx_library_action(const char *name);
/* Returns whether the function ends the program and runs everything that runs after main. */
bool fx_runs_destructors(const char *name);
/* Returns whether the function is an error function. */
bool fx_is_error(const char *name);

/* Returns whether this machine's C library has the function. The environment does not choose its
 * result, so counterexamples may not choose it. */
bool fx_in_c_library(const char *name);
/* Returns whether both names are one function in the C library of this machine. */
bool fx_is_one_function(const char *name, const char *other);

/* Returns whether the name is an input's: __VERIFIER_nondet or nondet, perhaps with a suffix. */
bool fx_is_nondet(const char *name);
typedef enum fx_nondet_kind {
  FX_NONDET_DECLARED, /* any value of the declared type */
  FX_NONDET_UNSIGNED, /* as declared, but unsigned */
  FX_NONDET_BOOL,     /* 0 or 1, whatever the declared type is */
} fx_nondet_kind;
/* Returns the kind of values that an input of this name has. */
fx_nondet_kind fx_nondet_kind_of(const char *name);

/* ---- math_names.c ---- */
bool fx_float_name(const char *name); /* of math.h */
/* Returns the name without suffix and prefix ("floor" for "__builtin_floorf") if it has an exact
 * term; else NULL. */
const char *fe_exact_float_name(const char *name);
/* Returns whether the function may set errno. */
bool fx_float_sets_errno(const char *name);

/* ---- c_text.c -------------------------------------------------------------------------------- */

/* Each returns the position behind the element at `at`, or NULL if there is none: a backslash that
 * continues a line (clang allows blanks after it), a comment (a line comment ends before its
 * newline), a string or a character (ends before the newline if it is not closed). */
const char *fe_behind_splice(const char *at);
const char *fe_behind_comment(const char *at);
const char *fe_behind_literal(const char *at);
bool fe_in_word(char c);
/* Returns the next position of the word in the text from `at` on, or NULL. */
const char *fe_find_word(const char *text, const char *at, const char *word);
