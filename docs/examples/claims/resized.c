/* An array whose size changes at run time. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned long n = 4, used = 0;
  int *a = malloc(n * sizeof *a);
  if (!a) return 0;
  while (__VERIFIER_nondet_int() && used < 1000) {
    if (used == n) {
      int *more = realloc(a, (n + 4) * sizeof *a);
      if (!more) break;
      a = more;
      n += 4;
    }
    a[used LATE] = 1;
    used++;
  }
  free(a);
  return 0;
}
