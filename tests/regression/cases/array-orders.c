/* Two indices of which neither is known to come first. Between them lies what only one of them has
 * written, which one depends on their order. Each program has a sibling that is wrong (BUG). */
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
static void check(int c) {
  if (!c) __assert_fail("c", "array-orders.c", 0, "check");
}
#ifdef BUG
#define OFF 1
#else
#define OFF 0
#endif

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000000) return 0;
  int *a = malloc(n * sizeof *a);
#if P == 1 /* two writers that race each other */
  for (int k = 0; k < n; k++) a[k] = 0;
  int i = 0, j = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      if (i < n) {
        a[i] = 1;
        i++;
      }
    } else if (j < n) {
      a[j] = 2;
      j++;
    }
  }
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k >= n) return 0;
  if (i <= k && k < j + OFF) check(a[k] == 2);
  if (j <= k && k < i) check(a[k] == 1);
#elif P == 2 /* a cell that the index meets some time, or not */
  for (int k = 0; k < n; k++) a[k] = 0;
  int i = 0, m = __VERIFIER_nondet_int();
  if (m < 0 || m >= n) return 0;
  while (i < n && __VERIFIER_nondet_int()) {
    a[i] = 1;
    a[m] = 2;
    i++;
  }
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k >= i || (!OFF && k == m)) return 0;
  check(a[k] == 1);
#elif P == 3 /* one that falls and one that rises, and neither stops where they meet */
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
  if (k < i && k <= j + OFF) check(a[k] == 1);
  if (k >= i && k > j) check(a[k] == 2);
  if (k >= i && k <= j) check(a[k] == 0);
#endif
  return 0;
}
