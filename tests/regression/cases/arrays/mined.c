/* Invariants of elements that follow from what the program checks and stores. P selects the
 * program; with BUG it is wrong. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
#define check(c) if (!(c)) reach_error()
#ifdef BUG
#define OFF 1
#define N 40
#else
#define OFF 0
#define N 100000
#endif
int a[N], b[N], c[N], d[N];
int main(void) {
  int n = __VERIFIER_nondet_int(), i, x;
  if (n < 1 || n > N) return 0;
#if P == 1 /* a product */
  for (i = 0; i < n; i++) a[i] = i * i;
  for (i = 0; i < n; i++) check(a[i] == i * i + OFF * (i == 7));
#elif P == 2 /* later loops change what earlier ones stored */
  for (i = 0; i < n; i++) a[i] = 0;
  for (i = 0; i < n; i++) a[i] = n % 2 ? a[i] + 1 : a[i] + 2;
  for (i = 0; i < n - OFF; i++) a[i] = a[i] + 2;
  for (i = 0; i < n; i++) check(a[i] % 2 == n % 2 && a[i] > 2);
#elif P == 3 /* three arrays */
  for (i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < n; i++) b[i] = __VERIFIER_nondet_int();
  for (i = OFF; i < n; i++) c[i] = a[i] - b[i];
  for (i = 0; i < n; i++) check(c[i] == a[i] - b[i]);
#elif P == 4 /* nothing is written: what a search found out */
  int same = 1;
  for (i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < n; i++) b[i] = __VERIFIER_nondet_int();
  for (i = OFF; i < n; i++)
    if (a[i] != b[i]) same = 0;
  for (x = 0; same && x < n; x++) check(a[x] == b[x]);
#elif P == 5 /* a disjunction, after a write beside the loop */
  for (i = 0; i < n; i++) {
    b[i] = __VERIFIER_nondet_int();
    a[i] = b[i] == 0 ? 10 : 20;
  }
  if (n > 3) a[3] = 30, b[3] = OFF ? 0 : 40;
  for (i = 0; i < n; i++) check(i == 3 - 4 * OFF || b[i] != 0 || a[i] == 10);
#elif P == 6 /* the flag is what a later loop makes of the elements */
  int good = 1;
  for (i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < n; i++) b[i] = a[i] >= OFF;
  for (i = 0; i < n; i++)
    if (a[i] >= 0 && !b[i]) good = 0;
  check(good);
#elif P == 7 /* a chain of copies */
  for (i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < n; i++) b[i] = a[i];
  for (i = 0; i < n - OFF; i++) c[i] = b[i];
  for (i = 0; i < n; i++) d[i] = c[i];
  for (i = 0; i < n; i++) check(a[i] == d[i]);
#elif P == 8 /* falling, two writes a round, the later one wins */
  for (i = n - 1; i >= 0; i--) {
    if (i > 0) a[i - 1] = i - 2;
    a[i] = i - OFF * (i == 5);
  }
  for (i = 0; i < n; i++) check(a[i] >= i);
#elif P == 9 /* a variable length */
  int v[n];
  for (i = 0; i < n; i++) v[i] = 3;
  v[n - 1] = 3 + OFF;
  for (i = 0; i < n; i++) check(v[i] == 3);
#elif P == 10 /* objects that cells lead to: they live */
  static struct item { int data; } *p[N];
  for (i = 0; i < n; i++) {
    p[i] = malloc(sizeof *p[i]);
    p[i]->data = 5 - OFF * (i == 3);
  }
  for (i = 0; i < n; i++) check(p[i]->data == 5);
#endif
  return 0;
}
