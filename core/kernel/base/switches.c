/* The table of techniques that can be switched off. */
#include "ansatz/switches.h"
#include <stddef.h>
#include <string.h>

static const az_switches defaults = {
#define AZ_SWITCH(name, initial, text) .name = (initial),
#include "ansatz/switches.def"
};

static const az_switch_entry table[] = {
#define AZ_SWITCH(name, initial, text) {#name, text, (initial) ? "on off" : "off on"},
#define AZ_CHOICE(name, words, text) {#name, text, words},
#include "ansatz/switches.def"
};
enum { ENTRIES = sizeof table / sizeof *table };

/* The offset in the struct of each entry of the table. */
static const size_t place[ENTRIES] = {
#define AZ_SWITCH(name, initial, text) offsetof(az_switches, name),
#include "ansatz/switches.def"
};

az_switches az_switches_default(void) {
  return defaults;
}

const az_switches *az_switches_or_default(const az_switches *switches) {
  return switches ? switches : &defaults;
}

const az_switch_entry *az_switches_table(size_t *count) {
  *count = ENTRIES;
  return table;
}

/* Returns the number of the value among the words, or -1. "on" always has number 1. */
static int number_of(const char *words, const char *value) {
  const size_t n = strlen(value);
  if (!strcmp(words, "on off")) words = "off on";
  for (int i = 0; *words; i++) {
    const size_t length = strcspn(words, " ");
    if (n && length == n && !strncmp(words, value, n)) return i;
    words += length + (words[length] == ' ');
  }
  return -1;
}

az_status az_switches_set(az_switches *switches, const char *name, const char *value,
                          az_error *err) {
  const char *names[ENTRIES + 1] = {NULL};
  /* Accepts the old name of the switch `calls`, for published experiments; it was on or off. */
  if (!strcmp(name, "call_summaries") && number_of("off on", value) >= 0) {
    name = "calls";
    value = number_of("off on", value) ? "summaries" : "auto";
  }
  for (size_t i = 0; i < ENTRIES; i++) {
    names[i] = table[i].name;
    if (strcmp(table[i].name, name)) continue;
    const int number = number_of(table[i].words, value);
    if (number < 0)
      return az_fail(err, AZ_ERR_INPUT, "the switch '%s' is one of '%s', got '%s'", name,
                     table[i].words, value);
    ((unsigned char *)switches)[place[i]] = (unsigned char)number;
    return AZ_OK;
  }
  const char *near = az_suggest(name, names);
  return near ? az_fail(err, AZ_ERR_INPUT, "no switch '%s': did you mean '%s'?", name, near)
              : az_fail(err, AZ_ERR_INPUT, "no switch '%s' ('ansatz limits' lists them)", name);
}

az_status az_switches_parse(az_switches *switches, const char *text, az_error *err) {
  const char *equals = strchr(text, '=');
  char name[64];
  size_t n = equals ? (size_t)(equals - text) : 0;
  if (!n || n >= sizeof name)
    return az_fail(err, AZ_ERR_INPUT, "a switch is set by NAME=VALUE, got '%s'", text);
  memcpy(name, text, n);
  name[n] = 0;
  return az_switches_set(switches, name, equals + 1, err);
}
