/* The table of limits and shares of time: defaults, settings, hits. */
#include "ansatz/limits.h"
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const az_limits defaults = {
#define AZ_LIMIT(name, initial, least, greatest, text, source) .name = (initial),
#define AZ_SHARE(name, initial, least, greatest, text, source) .name = (initial),
#include "ansatz/limits.def"
};

static const az_limit_entry table[] = {
#define AZ_LIMIT(name, initial, least, greatest, text, source)                                     \
  {#name, text, source, initial, least, greatest, false},
#include "ansatz/limits.def"
#define AZ_SHARE(name, initial, least, greatest, text, source)                                     \
  {#name, text, source, initial, least, greatest, true},
#include "ansatz/limits.def"
};
enum { ENTRIES = sizeof table / sizeof *table };

/* The offset in the struct of each entry of the table. */
static const size_t place[ENTRIES] = {
#define AZ_LIMIT(name, initial, least, greatest, text, source) offsetof(az_limits, name),
#include "ansatz/limits.def"
#define AZ_SHARE(name, initial, least, greatest, text, source) offsetof(az_limits, name),
#include "ansatz/limits.def"
};

az_limits az_limits_default(void) {
  return defaults;
}

const az_limits *az_limits_or_default(const az_limits *limits) {
  return limits ? limits : &defaults;
}

const az_limit_entry *az_limits_table(size_t *count) {
  *count = ENTRIES;
  return table;
}

static az_status unknown(const char *name, az_error *err) {
  const char *names[ENTRIES + 1] = {NULL};
  for (size_t i = 0; i < ENTRIES; i++) names[i] = table[i].name;
  const char *near = az_suggest(name, names);
  return near ? az_fail(err, AZ_ERR_INPUT, "no limit '%s': did you mean '%s'?", name, near)
              : az_fail(err, AZ_ERR_INPUT, "no limit '%s' ('ansatz limits' lists them)", name);
}

az_status az_limits_set(az_limits *limits, const char *name, double value, az_error *err) {
  size_t i = 0;
  while (i < ENTRIES && strcmp(table[i].name, name)) i++;
  if (i == ENTRIES) return unknown(name, err);
  const az_limit_entry *e = &table[i];
  bool in_range = value >= e->least && value <= e->greatest; /* false for NaN */
  bool whole = in_range && (e->is_share || value == (double)(uint64_t)value);
  if (!whole)
    return az_fail(err, AZ_ERR_INPUT, "the limit '%s' takes a %s from %.10g to %.10g, got %.10g",
                   name, e->is_share ? "number" : "whole number", e->least, e->greatest, value);
  char *field = (char *)limits + place[i];
  if (e->is_share) {
    memcpy(field, &value, sizeof value);
  } else {
    uint64_t number = (uint64_t)value;
    memcpy(field, &number, sizeof number);
  }
  return AZ_OK;
}

az_status az_limits_parse(az_limits *limits, const char *text, az_error *err) {
  const char *equals = strchr(text, '=');
  char name[64], *end;
  size_t n = equals ? (size_t)(equals - text) : 0;
  if (!n || n >= sizeof name)
    return az_fail(err, AZ_ERR_INPUT, "a limit is set by NAME=VALUE, got '%s'", text);
  memcpy(name, text, n);
  name[n] = 0;
  double value = strtod(equals + 1, &end);
  if (end == equals + 1 || *end)
    return az_fail(err, AZ_ERR_INPUT, "the limit '%s' takes a number, got '%s'", name, equals + 1);
  return az_limits_set(limits, name, value, err);
}

uint64_t az_limits_value(const az_limits *limits, az_limit which) {
  uint64_t value;
  memcpy(&value, (const char *)az_limits_or_default(limits) + place[which], sizeof value);
  return value;
}

void az_limits_hit(az_limits *limits, az_limit which) {
  if (!limits || limits->hits[which]++) return;
  AZ_LOG(limits->log, limits, "reached", NULL, AZ_TEXT("limit", table[which].name),
         AZ_COUNT("value", az_limits_value(limits, which)));
}

bool az_limits_room(az_limits *limits, az_limit which, uint64_t count) {
  if (count < az_limits_value(limits, which)) return true;
  az_limits_hit(limits, which);
  return false;
}

void az_limits_add_hits(az_limits *limits, const az_limits *from) {
  for (size_t i = 0; i < AZ_LIMITS; i++) limits->hits[i] += from->hits[i];
}

bool az_limits_met(const az_limits *limits, char *text, size_t size) {
  size_t used = 0;
  *text = 0;
  for (size_t i = 0; i < AZ_LIMITS && used < size; i++)
    if (limits->hits[i])
      used +=
          (size_t)snprintf(text + used, size - used, "%s%s (%llu)", used ? ", " : "", table[i].name,
                           (unsigned long long)az_limits_value(limits, (az_limit)i));
  return used > 0;
}
