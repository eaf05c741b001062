/* Private to core/evidence/replay: kinds of undefined behaviour (undefined.def). */
#ifndef ANSATZ_REPLAY_UNDEFINED_H
#define ANSATZ_REPLAY_UNDEFINED_H

#include "ansatz/trace.h"

enum {
#define UNDEFINED(name, number, settled, checks, text) NATIVE_##name = number,
#include "replay/undefined.def"
  NATIVE_FLOAT = 5 /* a trap of clang's that stands for NATIVE_CONVERSION */
};

const char *undefined_text(uint32_t kind);
/* Classes of checks that speak of the same, as bits. */
uint32_t undefined_classes(uint32_t kind);
/* Does the run go on behind it? No class that is asked for speaks of it, and it is settled. */
bool undefined_is_passed(uint32_t kind, uint32_t classes, bool strict);

#endif
