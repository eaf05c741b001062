/* Loops that end by a float alone. With BUG, the same from values where the step is too small to change it, or
 * from infinity. */
extern float __VERIFIER_nondet_float(void);
#ifdef BUG
#define WHERE(good, bug) bug
#else
#define WHERE(good, bug) good
#endif

int main(void) {
  float f = __VERIFIER_nondet_float();
#if P == 1
  while (f > 1.0f && f WHERE(<, <=) WHERE(1e30f, __builtin_inff())) f = f / 2;
#elif P == 2
  while (f > 0.0f && f < WHERE(1e6f, 1e9f)) f -= 1.0f;
#elif P == 3 /* upwards, through zero */
  while (f < 100.0f && f > -100.0f) f += WHERE(0.5f, 1e-7f);
#endif
  return 0;
}
