#include <fenv.h>
#include <math.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  int before = fegetround();
  volatile float third = 1.0f;
#if CASE == 1 /* what keeps the direction */
  if (fesetround(FE_TONEAREST) || fesetround(before) || fegetround() != FE_TONEAREST) reach_error();
#elif CASE == 2 /* no direction at all */
  if (!fesetround(1) || fegetround() != before) reach_error();
#elif CASE == 3 /* constants follow it, but for static ones */
  static const float nearest = 1.0f / 3;
  fesetround(FE_UPWARD);
  if (fegetround() != FE_UPWARD || __builtin_flt_rounds() != 2) reach_error();
  if (1.0f / 3 != third / 3 || !(1.0f / 3 > 0x1.555554p-2f) || rint(0.1) != 1) reach_error();
  fesetround(FE_DOWNWARD);
  if (!(1.0f / 3 < nearest) || rint(-0.1) != -1 || !signbit(third - third)) reach_error();
#elif CASE == 4 /* the error is reached in another direction only */
  fesetround(__VERIFIER_nondet_int());
  if (third / 3 < 0x1.555556p-2f) reach_error();
#elif CASE == 5
  if (fesetround(before) == 0) reach_error();
#elif CASE == 6 /* a call that is never reached */
  if (before != FE_TONEAREST) fesetround(FE_DOWNWARD);
  if (third / 3 * 3 != 1) reach_error();
#elif CASE == 7 /* the direction changes from round to round */
  int last = FE_TONEAREST;
  for (int i = __VERIFIER_nondet_int(); i > 0; i--) {
    last = last == FE_UPWARD ? FE_DOWNWARD : FE_UPWARD;
    fesetround(last);
  }
  if ((lrint(2.3) == 3) != (last == FE_UPWARD)) reach_error();
#elif CASE == 8 /* nothing is known of sines there */
  fesetround(FE_UPWARD);
  if (sin(__VERIFIER_nondet_double()) > 1) reach_error();
#elif CASE == 9 /* nor of fmod, but that the direction is to nearest where it is called */
  fesetround(FE_UPWARD);
  if (__VERIFIER_nondet_int()) fesetround(FE_TONEAREST);
  if (fegetround() == FE_TONEAREST && fmod(7.5, 2) != 1.5) reach_error();
#elif CASE == 10
  fesetround(FE_TOWARDZERO);
  if (fmod(7.5, 2) != 1.5) reach_error();
#endif
  return 0;
}
