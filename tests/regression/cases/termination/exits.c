/* Loops that have no condition, and end inside: by break, by what an inner loop does, by exit, by
 * abort, by goto, by a return of a function. With BUG each goes on for ever for some input. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#ifdef BUG
#define WHERE(good, bug) bug
#else
#define WHERE(good, bug) good
#endif

static int down(unsigned n) {
  for (;;) {
    if (n == 0) return 1;
    n -= WHERE(1, n % 2);
  }
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
#if P == 1
  while (1) {
    if (n == 0) break;
    n -= WHERE(1, n % 2);
  }
#elif P == 2 /* the inner loop, which may not be entered, takes from n; two of them are one step */
  while (n > 0) {
    for (unsigned i = 0; i < WHERE(1, m); i++) n -= n > 0;
    for (; m > 3; m--) {}
  }
#elif P == 3
  while (1) {
    if (n == 0) exit(1);
    n -= WHERE(1, n > 9);
  }
#elif P == 4
  while (1) {
    if (n == 0) abort();
    n -= WHERE(1, n != 7);
  }
#elif P == 5
again:
  if (n <= 5) return 0;
  n -= WHERE(1, n != 6);
  goto again;
#elif P == 6
  return down(n);
#endif
  return 0;
}
