/* What sorting keeps: claims about any two elements. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
extern void abort(void);
enum { N = 100 };
int a[N];
int main(void) {
  for (int k = 0; k < N; k++) a[k] = __VERIFIER_nondet_int();
#ifdef GIVEN
  for (int i = 0; i + 1 < N; i++)
    if (a[i] > a[i + 1]) abort();
  __VERIFIER_assert(a[LESS] <= a[70]);
#else
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N - 1 - i - LESS; j++)
      if (a[j] > a[j + 1]) {
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
  for (int x = 0; x + 1 < N; x++) __VERIFIER_assert(a[x] <= a[x + 1]);
#endif
  return 0;
}
