// The index of the greatest (or, with -DLEAST, the least) element of an allocated array, whose size
// in bytes is compared, too. -DDOWN: the search goes down. -DWRONG: it leaves out an element.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifndef T
#define T int
#endif
#ifdef LEAST
#define BEFORE(x, y) ((x) < (y))
#else
#define BEFORE(x, y) ((x) > (y))
#endif
#ifdef WRONG
#define FROM 2
#else
#define FROM 1
#endif

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000) return 0;
  T *a = malloc(n * sizeof(T));
  if (!a) return 0;
  for (int i = 0; i < n; i++) a[i] = (T)__VERIFIER_nondet_int();
#ifdef DOWN
  int found = n - 1;
  for (int i = n - FROM - 1; i >= 0; i--)
#else
  int found = 0;
  for (int i = FROM; i < n; i++)
#endif
    if (BEFORE(a[i], a[found])) found = i;
  for (int i = 0; i < n; i++)
    if (BEFORE(a[i], a[found])) reach_error();
  free(a);
  return 0;
}
