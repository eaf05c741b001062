/* Techniques that can be switched off for ablations: one table (switches.def), one struct for a
 * stage. Every function accepts NULL for the defaults. */
#ifndef ANSATZ_SWITCHES_H
#define ANSATZ_SWITCHES_H

#include "ansatz/linkage.h"
#include "ansatz/status.h"

AZ_BEGIN_C

typedef struct az_switches {
#define AZ_SWITCH(name, initial, text) bool name;
#include "ansatz/switches.def"
} az_switches;

az_switches az_switches_default(void);
/* Returns `switches`, or the defaults for NULL. */
const az_switches *az_switches_or_default(const az_switches *switches);
/* Sets a switch. Errors name the nearest entry of the table. */
az_status az_switches_set(az_switches *switches, const char *name, bool on, az_error *err);
/* Sets a switch from "NAME=on" or "NAME=off". */
az_status az_switches_parse(az_switches *switches, const char *text, az_error *err);

/* The table, for printing. */
typedef struct az_switch_entry {
  const char *name, *text;
  bool initial;
} az_switch_entry;
const az_switch_entry *az_switches_table(size_t *count);

AZ_END_C
#endif
