#include <math.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
#if BUG == 0 /* what the product lost when it was rounded */
  if (x == 0x1.000002p0f && fmaf(x, x, -(x * x)) != 0x1p-46f) reach_error();
  if (x >= 1 && x <= 2 && isnan(fmaf(x, 2, 1))) reach_error();
#elif BUG == 1
  if (x > 1 && x < 1.25f && fmaf(x, x, -(x * x)) > 0) reach_error();
#endif
  return 0;
}
