/* Which NaN an operation gives is not known; that its bits are those of a NaN is. */
#include <stdint.h>
#include <string.h>
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
union word {
  double d;
  uint64_t u;
  struct {
    uint32_t low, high;
  } half;
};
struct two {
  float a, b;
};
static uint32_t first(struct two t) {
  uint32_t bits;
  memcpy(&bits, &t, sizeof bits);
  return bits;
}
int main(void) {
  union word x;
  volatile double zero = 0;
#if CASE == 0 /* on x86 it is negative */
  x.d = zero / zero;
  if (x.u != 0x7ff8000000000000u) reach_error();
#elif CASE == 1 /* a signalling one becomes quiet */
  x.d = __VERIFIER_nondet_double();
  uint64_t before = x.u;
  x.d = x.d * 1.0;
  if (x.u != before) reach_error();
#elif CASE == 2 /* the structure is passed in a vector register */
  struct two t = {(float)(zero / zero), 1};
  if (first(t) != 0x7fc00000u) reach_error();
#elif CASE == 3 /* of the operands' NaNs the first one is taken */
  double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double();
  union word y;
  x.d = a + b;
  y.d = b + a;
  if (x.u != y.u) reach_error();
#elif CASE == 4
  double a = __VERIFIER_nondet_double();
  x.d = a + a;
  int is_nan = (x.half.high & 0x7fffffffu) + (x.half.low != 0) > 0x7ff00000u;
  if (is_nan != (a != a) && a == a) reach_error(); /* a + a may become infinite */
  if (a != a && !is_nan) reach_error();
#elif CASE == 5
  double a = __VERIFIER_nondet_double();
  if (a != a) return 0;
  x.d = a;
  memcpy(&a, &x.u, sizeof a);
  if (a != x.d) reach_error();
#endif
  return 0;
}
