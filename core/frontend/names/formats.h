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
} fx_format;

/* The function's name without a prefix that glibc gives it: "__isoc99_sscanf" is "sscanf". */
const char *fx_plain_name(const char *name);
/* NULL: the function has no format. */
const fx_format *fx_format_of(const char *name);

#endif
