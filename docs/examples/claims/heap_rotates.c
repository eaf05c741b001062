/* Three objects whose values rotate: inductive over three iterations only. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int *a = malloc(sizeof *a), *b = malloc(sizeof *b), *c = malloc(sizeof *c);
  if (!a || !b || !c) abort();
  *a = 1, *b = 5, *c = 9;
  while (__VERIFIER_nondet_int()) {
    int t = *a;
    *a = *b;
    *b = *c;
    *c = t;
    if (*a == 3) reach_error();
  }
  return 0;
}
