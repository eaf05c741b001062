/* Sorting by going over the array until nothing was exchanged. With FROM = 2 the first element may be out of order. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
enum { N = 100 };
int a[N];
int main(void) {
  int exchanged = 1;
  for (int k = 0; k < N; k++) a[k] = __VERIFIER_nondet_int();
  while (exchanged) {
    exchanged = 0;
    for (int i = FROM; i < N; i++)
      if (a[i - 1] > a[i]) {
        int x = a[i];
        a[i] = a[i - 1];
        a[i - 1] = x;
        exchanged = 1;
      }
  }
  int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int();
  if (0 <= p && p < q && q < N) __VERIFIER_assert(a[p] <= a[q]);
  return 0;
}
