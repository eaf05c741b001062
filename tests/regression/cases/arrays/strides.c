/* Loops that visit every second or third element. With BUG each program is wrong. */
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
static void check(int c) {
  if (!c) __assert_fail("c", "array-strides.c", 0, "check");
}

#ifdef BUG
#define OFF 1
#else
#define OFF 0
#endif

int main(void) {
  int n = __VERIFIER_nondet_int(), i, k = __VERIFIER_nondet_int();
  if (n < 2 || n > 100000 || k < 0 || k >= n) return 0;
  int *a = malloc(n * sizeof *a);
#if P == 1 /* even cells, then odd ones */
  for (i = 0; i < n; i += 2) a[i] = 1;
  for (i = 1; i < n; i += 2) a[i] = 2;
  check(a[k] == (k % 2 ? 2 : 1 + OFF * (k == 6)));
#elif P == 2 /* downwards, the others stay */
  for (i = 0; i < n; i++) a[i] = 5;
  for (i = 2 * ((n - 1) / 2) - OFF; i >= 0; i -= 2) a[i] = 7;
  check(k % 2 || a[k] == 7);
  check(k % 2 == 0 || a[k] == 5);
#elif P == 3 /* every third */
  for (i = 0; i < n; i++) a[i] = 3;
  for (i = 1; i < n; i += 3) a[i] = 4;
  check(a[k] == (k % 3 == 1 + OFF ? 4 : 3));
#elif P == 4 /* from where, is not known: the distance counts */
  int from = __VERIFIER_nondet_int();
  if (from < 0 || from >= n) return 0;
  for (i = 0; i < n; i++) a[i] = 3;
  for (i = from; i < n; i += 2) a[i] = 4;
  check(k < from || (k - from) % 2 == 0 || a[k] == 3 + OFF * (k == from + 3));
#elif P == 5 /* by 2, and now and then by 1: no stride */
  for (i = 0; i < n; i++) a[i] = 3;
  for (i = 0; i < n; i += 2) {
    a[i] = 4;
    if (OFF && i > 20) i--;
  }
  check(k % 2 == 0 || a[k] == 3);
#elif P == 6 /* three cells a round: none is left in between */
  for (i = 0; i + 2 < n; i += 3) {
    a[i] = 6;
    a[i + 1] = 6 + OFF * (i == 9);
    a[i + 2] = 6;
  }
  check(k >= 3 * (n / 3) || a[k] == 6);
#endif
  return 0;
}
