/* Techniques that can be switched off for ablations: one table (switches.def), and one struct for
 * each stage. Every function accepts NULL for the defaults. */
#ifndef ANSATZ_SWITCHES_H
#define ANSATZ_SWITCHES_H

#include "ansatz/linkage.h"
#include "ansatz/status.h"

AZ_BEGIN_C

typedef struct az_switches {
#define AZ_SWITCH(name, initial, text) unsigned char name;
#include "ansatz/switches.def"
} az_switches;

/* The values of the switch `calls`, in the order of its words. */
typedef enum az_calls {
  AZ_CALLS_AUTO,
  AZ_CALLS_EXPAND,
  AZ_CALLS_SUMMARIES,
  AZ_CALLS_COUNT
} az_calls;

az_switches az_switches_default(void);
/* Returns `switches`, or the defaults for NULL. */
const az_switches *az_switches_or_default(const az_switches *switches);
/* Sets a switch to "on" or "off", or to one of its words. Errors name the nearest entry of the
 * table. */
az_status az_switches_set(az_switches *switches, const char *name, const char *value,
                          az_error *err);
/* Sets a switch from "NAME=VALUE". */
az_status az_switches_parse(az_switches *switches, const char *text, az_error *err);

/* The table, for printing. */
typedef struct az_switch_entry {
  const char *name, *text;
  const char *words; /* its values, the default first, separated by spaces */
} az_switch_entry;
const az_switch_entry *az_switches_table(size_t *count);

AZ_END_C
#endif
