/* The table of techniques that can be switched off. */
#include "ansatz/switches.h"
#include <stddef.h>
#include <string.h>

static const az_switches defaults = {
#define AZ_SWITCH(name, initial, text) .name = (initial),
#include "ansatz/switches.def"
};

static const az_switch_entry table[] = {
#define AZ_SWITCH(name, initial, text) {#name, text, initial},
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

az_status az_switches_set(az_switches *switches, const char *name, bool on, az_error *err) {
  const char *names[ENTRIES + 1] = {NULL};
  for (size_t i = 0; i < ENTRIES; i++) {
    names[i] = table[i].name;
    if (strcmp(table[i].name, name)) continue;
    memcpy((char *)switches + place[i], &on, sizeof on);
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
    return az_fail(err, AZ_ERR_INPUT, "a switch is set by NAME=on or NAME=off, got '%s'", text);
  memcpy(name, text, n);
  name[n] = 0;
  bool on = !strcmp(equals + 1, "on");
  az_switches known = defaults;
  az_status status = az_switches_set(&known, name, on, err);
  if (status != AZ_OK) return status;
  if (!on && strcmp(equals + 1, "off"))
    return az_fail(err, AZ_ERR_INPUT, "the switch '%s' is on or off, got '%s'", name, equals + 1);
  return az_switches_set(switches, name, on, err);
}
