/* Formats of printf, scanf and their like. */
#ifndef ANSATZ_FRONTEND_FORMAT_H
#define ANSATZ_FRONTEND_FORMAT_H

#include "frontend/argument.h"

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
/* The string that the value is and always will be; NULL: not known. */
const char *fe_literal(LLVMValueRef v);
/* The string that argument i is and always will be; NULL: not known. */
const char *fx_literal(const fx_call *c, uint32_t i);
/* What the conversions of the format store through the arguments behind it may have changed. */
void fx_format_effects(fx *x, const fx_call *c);

#endif
