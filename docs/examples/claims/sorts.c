/* Bubble sort, or with -DSELECT selection sort, of n elements. -DLESS=1: the inner loop ends too
 * early. */
#ifndef LESS
#define LESS 0
#endif
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
int a[100];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100) return 0;
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
#ifdef SELECT
  for (int i = 0; i < n; i++) {
    int least = i;
    for (int j = i + 1; j < n - LESS; j++)
      if (a[j] < a[least]) least = j;
    int t = a[i];
    a[i] = a[least];
    a[least] = t;
  }
#else
  for (int i = 0; i < n - 1; i++)
    for (int j = 0; j < n - 1 - i - LESS; j++)
      if (a[j] > a[j + 1]) {
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
#endif
  for (int i = 0; i + 1 < n; i++) __VERIFIER_assert(a[i] <= a[i + 1]);
  return 0;
}
