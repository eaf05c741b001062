/* f0 ends only for some arguments and globals, and 2^5 calls lead to it: each function is looked at
 * once, and each call is to satisfy what it needs. P 1: they do. P 2, 3: one does not. P 4: by a
 * global. P 5, 6: that is zero, always or for one input; `other`, which f0 does not name, has
 * nothing to do with it. */
int __VERIFIER_nondet_int(void);
unsigned char by = 1;
int other;

int f0(int n) {
  int sum = 0;
#if P >= 4
  while (n > 0 && n < 1000) {
    n -= by;
#else
  while (n != 10) {
    n++;
#endif
    sum ^= n;
  }
  return sum;
}

int f1(int n) {
#if P == 2
  return n < 7 ? f0(n + 1) : f0(11);
#elif P == 3
  return f0(n);
#elif P == 5
  other = -1;
  by = 0;
  return f0(n);
#elif P >= 4
  by = n < 0 ? 1 : 2;
#if P == 6
  if (n == 77) by = 0;
#endif
  return f0(n);
#else
  return n < 7 ? f0(n + 1) : f0(n - 100000);
#endif
}
#define TWICE(F, G)                                                                                \
  int F(int n) {                                                                                   \
    int a = G(n), b = G(n / 2);                                                                    \
    return a ^ b;                                                                                  \
  }

int f2(int n) {
  if (n < 0 || n > 1000) return 0;
  int a = f1(n), b = f1(n / 2);
  return a ^ b;
}
TWICE(f3, f2)
TWICE(f4, f3)
TWICE(f5, f4)
TWICE(f6, f5)

int main(void) { return f6(__VERIFIER_nondet_int()) & 1; }
