/* Off by one: the cell before i is written. */
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void __assert_fail(const char *, const char *, unsigned, const char *);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000000) return 0;
  int *a = malloc(n * sizeof *a);
  for (int k = 0; k < n; k++) a[k] = 0;
  int i = 0, j = n - 1;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      if (i < n) {
        a[i] = 1;
        i++;
      }
    } else if (j >= 0) {
      a[j] = 2;
      j--;
    }
  }
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k >= n) return 0;
  if (k < i && k <= j && a[k] != 1) __assert_fail("a[k] == 1", "crossing_false.c", 0, "main");
  if (k >= i - 1 && k <= j && a[k] != 0) __assert_fail("a[k] == 0", "crossing_false.c", 0, "main");
  return 0;
}
