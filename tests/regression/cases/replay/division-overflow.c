/* The one division that overflows: INT_MIN / -1, and its remainder (C17 6.5.5). */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (y > 3) x /= y;
  if (y < -3) x %= y;
  long long wide = x;
  if (y == -1) wide /= y;
#ifdef QUOTIENT
  if (y < 0) return x / y;
#endif
#ifdef REMAINDER
  if (y < 0) return x % y;
#endif
  return 0;
}
