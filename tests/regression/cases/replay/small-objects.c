/* The sizes of objects in counterexamples: N bytes are allocated for an input. */
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  char *p = malloc(n);
  if (!p) return 1;
#if P == 1
  unsigned long m = __VERIFIER_nondet_ulong();
  if (n > 1 && m > 1 && m < n * 3) p[m] = 1;
#elif P == 2
  if (n > 100000) p[n + 3] = 1;
#else
  if (n > 1ul << 50) p[n] = 1;
#endif
  free(p);
  return 0;
}
