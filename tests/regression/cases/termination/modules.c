// Each function calls the one before it twice: 2^10 calls of f0, which all end, and not where it is said that they do not.
int __VERIFIER_nondet_int(void);
int kept;

int f0(int n) {
  int sum = 0;
#if P == 1 /* from any state */
  while (n > 0) {
    n -= 1;
    sum ^= n;
  }
#elif P == 2 /* not for one argument */
  while (n > 0) {
    n -= n == 9 ? 0 : 1;
    sum ^= n;
  }
#elif P == 3 /* only if what calls write is known */
  kept = 1;
#endif
  return sum;
}

#define TWICE(F, G)                                                                                \
  int F(int n) {                                                                                   \
    int a = G(n), b = G(n / 2);                                                                    \
    return a ^ b;                                                                                  \
  }
TWICE(f1, f0)
TWICE(f2, f1)
TWICE(f3, f2)
TWICE(f4, f3)
TWICE(f5, f4)
TWICE(f6, f5)
TWICE(f7, f6)
TWICE(f8, f7)
TWICE(f9, f8)
TWICE(f10, f9)

int main(void) {
#if P == 3 /* the calls set it again */
  kept = 1;
  while (kept) {
    kept = 0;
    f10(1);
  }
#endif
  f10(__VERIFIER_nondet_int());
  return 0;
}
