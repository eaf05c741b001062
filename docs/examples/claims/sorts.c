/* Bubble sort, or with -DSELECT selection sort, of n elements. -DDOWN: bubble sort whose outer loop
 * moves down from n, -DLAST: from n - 1, which its inner loop reaches. -DFALLS: in descending order.
 * -DLESS=1: the inner loop ends too early. */
#ifndef LESS
#define LESS 0
#endif
#ifdef FALLS
#define BEFORE(x, y) ((x) > (y))
#else
#define BEFORE(x, y) ((x) < (y))
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
      if (BEFORE(a[j], a[least])) least = j;
    int t = a[i];
    a[i] = a[least];
    a[least] = t;
  }
#else
#if defined DOWN
  for (int e = n; e > 1; e--)
    for (int j = 0; j + 1 < e - LESS; j++)
#elif defined LAST
  for (int e = n - 1; e > 0; e--)
    for (int j = 0; j + 1 <= e - LESS; j++)
#else
  for (int i = 0; i < n - 1; i++)
    for (int j = 0; j < n - 1 - i - LESS; j++)
#endif
      if (BEFORE(a[j + 1], a[j])) {
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
#endif
  for (int i = 0; i + 1 < n; i++) __VERIFIER_assert(!BEFORE(a[i + 1], a[i]));
  return 0;
}
