/* A loop writes at its index and at a fixed index, which the first one may or may not reach. */
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void __assert_fail(const char *, const char *, unsigned, const char *);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000000) return 0;
  int *a = malloc(n * sizeof *a);
  for (int k = 0; k < n; k++) a[k] = 0;
  int i = 0, m = __VERIFIER_nondet_int();
  if (m < 0 || m >= n) return 0;
  while (i < n && __VERIFIER_nondet_int()) {
    a[i] = 1;
    a[m] = 2;
    i++;
  }
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k >= i) return 0;
#ifndef BUG
  if (k == m) return 0;
#endif
  if (a[k] != 1) __assert_fail("a[k] == 1", "array-orders.c", 0, "main");
  return 0;
}
