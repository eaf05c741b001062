/* Loops over floats: CASE is a program, BOUND what is asserted of it. */
extern int __VERIFIER_nondet_int(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assert(int);

#if CASE == 1 /* a filter: the bound that is inductive stands nowhere */
int main(void) {
  float y = 0;
  while (__VERIFIER_nondet_int()) {
    float u = __VERIFIER_nondet_float();
    if (u >= -1 && u <= 1) y = y / 2 + u / 4;
  }
  __VERIFIER_assert(y <= BOUND);
  return 0;
}
#elif CASE == 2 /* x stops behind its limit */
int main(void) {
  double x = 0;
  while (__VERIFIER_nondet_int())
    if (x < 100) x = x + 2.5;
  __VERIFIER_assert(x <= BOUND);
  return 0;
}
#elif CASE == 3 /* an accumulation: 0.1f is no tenth, and the sum stays where it becomes too large for it */
int main(void) {
  float x = 0;
  while (__VERIFIER_nondet_int()) x += 0.1f;
  __VERIFIER_assert(x <= BOUND);
  return 0;
}
#elif CASE == 4 /* NaN: 0 * infinity */
int main(void) {
  float x = 1, y = 1;
  while (__VERIFIER_nondet_int()) {
    x = x * 2;
    y = x * BOUND;
  }
  __VERIFIER_assert(y == y);
  return 0;
}
#elif CASE == 5 /* a float beside a counter, and back to an integer */
int main(void) {
  float x = 0;
  int n = 0;
  while (n < 1000 && __VERIFIER_nondet_int()) {
    n++;
    x = (float)n;
  }
  __VERIFIER_assert((int)x <= BOUND);
  return 0;
}
#elif CASE == 6 /* a square root by Newton's method */
int main(void) {
  float a = __VERIFIER_nondet_float();
  if (!(a >= 1 && a <= 4)) return 0;
  float x = 2;
  for (int i = 0; i < 4; i++) x = (x + a / x) / 2;
  __VERIFIER_assert(x <= BOUND);
  return 0;
}
#endif
