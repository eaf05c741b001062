/* Private to core/evidence/replay: kinds of undefined behaviour (undefined.def). */
#pragma once

#include "ansatz/trace.h"

enum {
#define UNDEFINED(name, number, settled, checks, text) NATIVE_##name = number,
#include "replay/undefined.def"
  NATIVE_FLOAT = 5 /* clang's trap that means NATIVE_CONVERSION */
};

const char *undefined_text(uint32_t kind);
/* Returns, as bits, the classes of checks that check for this kind. */
uint32_t undefined_classes(uint32_t kind);
/* Returns whether runs continue after this kind: settled, and checked by no requested class. */
bool undefined_is_passed(uint32_t kind, uint32_t classes, bool strict);
