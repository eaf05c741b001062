/* Loops over arrays. P selects the program; with BUG it is wrong by one. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#define check(c) if (!(c)) reach_error()
#ifdef BUG
#define OFF 1
#define N 100
#else
#define OFF 0
#define N 100000
#endif
int a[N], b[N];
int main(void) {
  int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int(), i;
  if (n < 0 || n > N || k < 0 || k >= n) return 0;
#if P == 1 /* what was written; wrong: up to its end */
  for (i = 0; i < n - OFF; i++) a[i] = 7;
  check(a[k] == 7);
#elif P == 2 /* from another start; wrong: one before it */
  int from = __VERIFIER_nondet_int();
  if (from < 0 || from > k) return 0;
  for (i = from + OFF; i < n; i++) a[i] = 7;
  check(a[k] == 7);
#elif P == 3 /* falling */
  for (i = n - 1; i >= OFF; i--) a[i] = 7;
  check(a[k] == 7);
#elif P == 4 /* a copy */
  for (i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < n - OFF; i++) b[i] = a[i];
  check(a[k] == b[k]);
#elif P == 5 /* the greatest element */
  for (i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  int most = a[0];
  for (i = 1; i < n - OFF; i++) if (a[i] > most) most = a[i];
  check(a[k] <= most);
#elif P == 6 /* two phases: what the second one leaves alone stays */
  int m = __VERIFIER_nondet_int();
  if (m < 0 || m > n) return 0;
  for (i = 0; i < N; i++) a[i] = 1;
  for (i = 0; i < m + OFF; i++) a[i] = 2;
  check(a[k] == (k < m ? 2 : 1));
#elif P == 7 /* elements and their index */
  for (i = 0; i < n; i++) a[i] = i + OFF * (i == 5);
  check(a[k] == k);
#elif P == 8 /* two reads of one segment are two values */
  for (i = 0; i < n; i++) a[i] = __VERIFIER_nondet_uchar();
  check(a[k] >= 0 && a[k] <= 255);
#ifdef BUG
  check(a[k] == a[0]);
#endif
#elif P == 9 /* the border leaves the array, and wraps */
  unsigned char c = 0;
  do { a[c] = 3; c++; } while (c != OFF);
  check(a[k % 256] == 3);
#elif P == 10 /* through pointers that may be the same */
  int *p = a, *q = k % 2 ? a : b;
  for (i = 0; i < N; i++) p[i] = 4;
  for (i = 0; i < N; i++) q[i] = 4 + OFF;
  check(a[k] == 4);
#elif P == 11 /* a length that is not known, also none */
  int v[n];
  for (i = 0; i < n; i++) v[i] = 9;
  for (i = 0; i < n - 1 + OFF; i++) check(v[i + 1 - OFF] == 9 - OFF * (i == n - 1));
#elif P == 12 /* rows of an array of rows */
  static int m[50][40];
  int r = n % 50, s = k % 40;
  for (i = 0; i < 50; i++)
    for (int j = OFF; j < 40; j++) m[i][j] = 6;
  check(m[r][s] == 6);
#elif P == 13 /* fields */
  static struct { int x; short y; } f[N];
  for (i = 0; i < n; i++) f[i].x = 5, f[i].y = (short)(f[i].x - 2 + OFF);
  check(f[k].x == 5 && f[k].y == 3);
#elif P == 14 /* an empty segment is no excuse */
  for (i = 0; i < 0; i++) a[i] = 1;
  check(a[k] == OFF);
#endif
  return 0;
}
