/* Floats of the 32-bit data model: in their declared type, in the formula, in the macros and in the
 * replayed program. */
#include <float.h>
#include <math.h>
extern void reach_error(void);
int main(void) {
  volatile double large = 0x1p1023, third = 1.0 / 3;
#if CASE == 1
  if (FLT_EVAL_METHOD != 0 || sizeof(double_t) != 8 || sizeof(long double) != 12) reach_error();
  if (large * 2 / 2 == large) reach_error();
  if (third * 3 != 1.0) reach_error();
#elif CASE == 2
  if (large * 2 / 2 != large) reach_error();
#elif CASE == 3
  volatile long double one = 1.0L, little = 0x1p-63L; /* the x87's own type keeps its 64 bits */
  if (one + little == one) reach_error();
#elif CASE == 4
  union {
    long double number;
    unsigned long long word[2];
  } u = {.word = {1, 0x3fff}}; /* no number for the x87 */
  if (u.number != u.number) reach_error();
#endif
  return 0;
}
