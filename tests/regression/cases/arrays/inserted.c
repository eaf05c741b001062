/* One step of insertion sort: the last element of a sorted array is moved to where it belongs. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
extern void abort(void);
enum { N = 100 };
int a[N];
int main(void) {
  for (int k = 0; k < N; k++) a[k] = __VERIFIER_nondet_int();
  for (int i = 0; i + 2 < N; i++)
    if (a[i] > a[i + 1]) abort();
  int key = a[N - 1], j = N - 1;
  while (j > LEAST && a[j - 1] > key) {
    a[j] = a[j - 1];
    j--;
  }
  a[j] = key;
  int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int();
  if (0 <= p && p < q && q < N) __VERIFIER_assert(a[p] <= a[q]);
  return 0;
}
