/* Functions with a format of printf or scanf (C17 7.21.6, POSIX syslog, BSD err.h), by name. */
#include "frontend/names/names.h"
#include <stddef.h>
#include <string.h>

static const fx_format formats[] = {{.name = "printf", .at = 0},
                                    {.name = "fprintf", .at = 1},
                                    {.name = "sprintf", .at = 1},
                                    {.name = "snprintf", .at = 2},
                                    {.name = "syslog", .at = 1},
                                    {.name = "warn", .at = 0},
                                    {.name = "warnx", .at = 0},
                                    {.name = "err", .at = 1},
                                    {.name = "errx", .at = 1},
                                    {.name = "vprintf", .at = 0, .list = true},
                                    {.name = "vfprintf", .at = 1, .list = true},
                                    {.name = "vsprintf", .at = 1, .list = true},
                                    {.name = "vsnprintf", .at = 2, .list = true},
                                    {.name = "vsyslog", .at = 1, .list = true},
                                    {.name = "vwarn", .at = 0, .list = true},
                                    {.name = "vwarnx", .at = 0, .list = true},
                                    {.name = "verr", .at = 1, .list = true},
                                    {.name = "verrx", .at = 1, .list = true},
                                    {.name = "scanf", .at = 0, .reads = true},
                                    {.name = "fscanf", .at = 1, .reads = true},
                                    {.name = "sscanf", .at = 1, .reads = true},
                                    {.name = "wprintf", .at = 0, .wide = true},
                                    {.name = "fwprintf", .at = 1, .wide = true}};

const char *fx_plain_name(const char *name) {
  static const char *const prefixes[] = {"__isoc99_", "__isoc23_"};
  for (size_t i = 0; i < 2; i++)
    if (!strncmp(name, prefixes[i], strlen(prefixes[i]))) return name + strlen(prefixes[i]);
  return name;
}

const fx_format *fx_format_of(const char *name) {
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
    if (!strcmp(formats[i].name, fx_plain_name(name))) return &formats[i];
  return NULL;
}

bool fx_next_conversion(const char **at, bool reads, fx_conversion *c) {
  const char *f = *at;
  while ((f = strchr(f, '%')) && f[1] == '%') f += 2;
  if (!f) return false;
  *c = (fx_conversion){.takes = true};
  bool by_number = false;
  f++;
  if (reads && *f == '*') c->takes = false;
  f += reads ? !c->takes : strspn(f, "-+ #0'I");
  for (; *f && strchr("0123456789.*$", *f); f++) {
    if (*f == '*') c->stars++;
    if (*f == '$') by_number = true;
    if (*f >= '0' && *f <= '9' && c->width < 1000000)
      c->width = c->width * 10 + (uint64_t)(*f - '0');
  }
  c->length = f;
  f += strspn(f, reads ? "hljztLqm" : "hljztLq");
  const char *known = reads ? "diouxXeEfFgGaAcs[pn" : "diouxXeEfFgGaAcCsSpnm";
  c->letter = *f && strchr(known, *f) && !by_number ? *f : 0;
  if (!reads && c->letter == 'm') c->takes = false;
  if (c->letter == '[') { /* a bracket in first position belongs to the set */
    f += f[1] == '^' ? 2 : 1;
    const char *end = *f ? strchr(f + 1, ']') : NULL;
    if (!end) c->letter = 0;
    if (end) f = end;
  }
  *at = f + (*f != 0);
  return true;
}
