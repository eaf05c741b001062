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
