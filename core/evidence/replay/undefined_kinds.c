/* The table of undefined behaviour. */
#include "replay/undefined.h"

enum { OPEN, SETTLED };

typedef struct entry {
  uint32_t kind, checks;
  int settled;
  const char *text;
} entry;

static const entry kinds[] = {
#define UNDEFINED(name, number, settled, checks, text) {number, checks, settled, text},
#include "replay/undefined.def"
};

static const entry *entry_of(uint32_t kind) {
  static const entry other = {0, 0, OPEN, "undefined behaviour"};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (kinds[i].kind == kind) return &kinds[i];
  return &other;
}

const char *undefined_text(uint32_t kind) {
  return entry_of(kind)->text;
}

uint32_t undefined_classes(uint32_t kind) {
  return entry_of(kind)->checks;
}

bool undefined_is_passed(uint32_t kind, uint32_t classes, bool strict) {
  const entry *e = entry_of(kind);
  return e->settled == SETTLED && !strict && !(e->checks & classes);
}
