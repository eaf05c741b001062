/* The functions with a format of printf or scanf (C17 7.21.6, POSIX syslog, BSD err.h), by name. */
#include "frontend/names/formats.h"
#include <stddef.h>
#include <string.h>

static const fx_format formats[] = {
    {"printf", 0, false, false},   {"fprintf", 1, false, false}, {"sprintf", 1, false, false},
    {"snprintf", 2, false, false}, {"syslog", 1, false, false},  {"warn", 0, false, false},
    {"warnx", 0, false, false},    {"err", 1, false, false},     {"errx", 1, false, false},
    {"vprintf", 0, false, true},   {"vfprintf", 1, false, true}, {"vsprintf", 1, false, true},
    {"vsnprintf", 2, false, true}, {"vsyslog", 1, false, true},  {"vwarn", 0, false, true},
    {"vwarnx", 0, false, true},    {"verr", 1, false, true},     {"verrx", 1, false, true},
    {"scanf", 0, true, false},     {"fscanf", 1, true, false},   {"sscanf", 1, true, false}};

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
  if (c->letter == '[') { /* a bracket that comes first belongs to the set */
    f += f[1] == '^' ? 2 : 1;
    const char *end = *f ? strchr(f + 1, ']') : NULL;
    if (!end) c->letter = 0;
    if (end) f = end;
  }
  *at = f + (*f != 0);
  return true;
}
