/* fenv.h: the rounding direction (C17 7.6.3.2). Floats are always rounded to nearest here, so that
 * only what keeps that direction is followed; fegetround answers it. */
#include "contract.h"

enum {
  TO_NEAREST = 0,
  DIRECTIONS = 0xc00
}; /* the bits that the System V ABI for x86 gives to modes */

int fesetround(int direction) {
  if (direction & ~DIRECTIONS) return 1;
  if (direction != TO_NEAREST)
    __ansatz_unsupported("fesetround: a direction other than to nearest");
  return 0;
}
