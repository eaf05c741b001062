/* Which functions have a format, and where. */
#ifndef ANSATZ_FRONTEND_FORMATS_H
#define ANSATZ_FRONTEND_FORMATS_H

#include <stdbool.h>
#include <stdint.h>

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

#endif
