#include <fenv.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int before = fegetround();
#if CASE == 1 /* what keeps the direction */
  if (fesetround(FE_TONEAREST) || fesetround(before) || fegetround() != FE_TONEAREST) reach_error();
#elif CASE == 2 /* no direction at all */
  if (!fesetround(1) || fegetround() != before) reach_error();
#elif CASE == 3
  fesetround(FE_UPWARD);
  if (fegetround() == FE_UPWARD) reach_error();
#elif CASE == 4 /* the error is reached only after another direction */
  fesetround(__VERIFIER_nondet_int());
  if (fegetround() != before) reach_error();
#elif CASE == 5
  if (fesetround(before) == 0) reach_error();
#elif CASE == 6 /* a call that is never reached */
  if (before != FE_TONEAREST) fesetround(FE_DOWNWARD);
  volatile float third = 1.0f;
  if (third / 3 * 3 != 1) reach_error();
#endif
  return 0;
}
