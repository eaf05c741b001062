/* Elements that are related to elements at another index. With BUG each program is wrong. */
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
static void check(int c) {
  if (!c) __assert_fail("c", "array-elsewhere.c", 0, "check");
}

#ifdef BUG
#define OFF 1
#else
#define OFF 0
#endif

int main(void) {
  int n = __VERIFIER_nondet_int(), i, j, k;
  if (n < 2 || n > 100000) return 0;
  int *a = malloc((3 * n + 3) * sizeof *a);
  int *b = malloc((3 * n + 3) * sizeof *b);
#if P == 1 /* a copy from behind */
  for (i = 0; i < n; i++) b[i] = a[n - 1 - i];
  for (k = 0; k < n - OFF; k++) check(b[k] == a[n - 1 - OFF - k]);
#elif P == 2 /* one half is the other's mirror */
  for (i = 0; i < n / 2; i++) a[i] = a[n - 1 - i];
  if (OFF) a[n - 1] = a[n - 1] + 1;
  for (k = 0; k < n / 2; k++) check(a[k] == a[n - 1 - k]);
#elif P == 3 /* every third element */
  for (i = 1, j = 0; j < n; i += 3, j++) b[j] = a[i];
  for (k = 0; k < n; k++) check(b[k] == a[3 * k + 1 + OFF]);
#elif P == 4 /* what was copied is written later */
  for (i = 0; i < n; i++) {
    b[i] = a[2 * i];
    if (OFF && i) a[i] = 0;
  }
  for (k = 0; k < n; k++) check(b[k] == a[2 * k]);
#elif P == 5 /* a neighbour, that an earlier round has written */
  a[0] = 1;
  for (i = 1; i < n; i++) a[i] = a[i - 1] + OFF * (i == 7);
  for (k = 1; k < n; k++) check(a[k] == a[k - 1]);
#endif
  return 0;
}
