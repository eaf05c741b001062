/* fenv.h: the rounding direction (C17 7.6.3). The front end reads the variable for operations that
 * round in this direction (core/c/frontend/statements/rounded.c). */
#include "contract.h"

enum { DIRECTIONS = 0xc00 }; /* the bits that the System V ABI for x86 uses for rounding modes */

void REAL(fesetround)(int);

static int __ansatz_rounding;

int fesetround(int direction) {
  if (direction & ~DIRECTIONS) return 1;
  __ansatz_rounding = direction;
  REAL(fesetround)(direction);
  return 0;
}

int fegetround(void) {
  return __ansatz_rounding;
}
