/* Relations of cells to their index, to variables, and to cells of other arrays. P selects the
 * program; with BUG what it asserts is false. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define check(c)                                                                                   \
  if (!(c)) reach_error()
#ifdef BUG
#define OFF 1
#else
#define OFF 0
#endif
enum { N = 1000 };
int a[N], b[N], c[N];

int main(void) {
  int n = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int(), i;
  if (n < 1 || n > N || d < 0 || d > 100) return 0;
#if P == 1 /* a sum of index and variable; wrong: the variable changes */
  for (i = 0; i < n; i++) a[i] = i + d;
  d += OFF;
  for (i = 0; i < n; i++) check(a[i] == i + d);
#elif P == 2 /* at most the index; wrong: one more */
  for (i = 0; i < n; i++) {
    a[i] = __VERIFIER_nondet_int();
    if (a[i] > i) a[i] = i + OFF;
  }
  for (i = 0; i < n; i++) check(a[i] <= i);
#elif P == 3 /* the greatest element; wrong: the last one is not looked at */
  for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  int most = a[0];
  for (i = 1; i < n - OFF; i++)
    if (a[i] > most) most = a[i];
  for (i = 0; i < n; i++) check(a[i] <= most);
#elif P == 4 /* a copy; wrong: one cell changes behind it */
  for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < n; i++) b[i] = a[i];
  if (OFF) a[n - 1]++;
  for (i = 0; i < n; i++) check(a[i] == b[i]);
#elif P == 5 /* the greater one of two; wrong: the smaller one */
  for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) b[i] = __VERIFIER_nondet_int();
  for (i = 0; i < n; i++)
    if (OFF ? a[i] < b[i] : a[i] > b[i])
      c[i] = a[i];
    else
      c[i] = b[i];
  for (i = 0; i < n; i++) check(a[i] <= c[i] && b[i] <= c[i]);
#endif
  return 0;
}
