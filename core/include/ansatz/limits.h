/* Limits of techniques and shares of time: one table (limits.def), and one struct for each run.
 * Limits trade precision for time, and never affect whether an answer is right. Every function
 * accepts NULL for the defaults, so that hand-made objects (in tests and tools) need no limits. */
#ifndef ANSATZ_LIMITS_H
#define ANSATZ_LIMITS_H

#include "ansatz/event.h"
#include "ansatz/linkage.h"

AZ_BEGIN_C

typedef enum az_limit {
#define AZ_LIMIT(name, initial, least, greatest, text, source) AZ_LIMIT_##name,
#include "ansatz/limits.def"
  AZ_LIMITS
} az_limit;

typedef struct az_limits {
#define AZ_LIMIT(name, initial, least, greatest, text, source) uint64_t name;
#define AZ_SHARE(name, initial, least, greatest, text, source) double name;
#include "ansatz/limits.def"
  uint64_t hits[AZ_LIMITS]; /* by az_limit: number of times that the limit was reached */
  const az_log *log;        /* receives the first hit of each limit; or NULL */
} az_limits;

az_limits az_limits_default(void);
/* Returns `limits`, or the defaults for NULL. */
const az_limits *az_limits_or_default(const az_limits *limits);
/* Sets a limit or a share of time. Errors name the nearest entry of the table, or the range. */
az_status az_limits_set(az_limits *limits, const char *name, double value, az_error *err);
/* Sets a limit from "NAME=VALUE". */
az_status az_limits_parse(az_limits *limits, const char *text, az_error *err);

/* Counts that the limit was reached. */
void az_limits_hit(az_limits *limits, az_limit which);
/* Returns whether the limit allows one more item after `count`; if not, counts a hit. To be called
 * only if there is such an item. */
bool az_limits_room(az_limits *limits, az_limit which, uint64_t count);
uint64_t az_limits_value(const az_limits *limits, az_limit which);
/* Adds the hits of `from`. */
void az_limits_add_hits(az_limits *limits, const az_limits *from);
/* Prints the limits that were reached, "instances (96), samples (600)". Returns false if there are
 * none. */
bool az_limits_met(const az_limits *limits, char *text, size_t size);

/* An entry of the table, for printing: first limits (entry i is az_limit i), then shares. */
typedef struct az_limit_entry {
  const char *name, *text, *source;
  double initial, least, greatest;
  bool is_share;
} az_limit_entry;
const az_limit_entry *az_limits_table(size_t *count);

AZ_END_C
#endif
