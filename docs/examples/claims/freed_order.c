/* Two objects, one pointing to the other; -DEARLY frees the one that is read afterwards. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *a = malloc(sizeof *a), **b = malloc(sizeof *b);
  if (!a || !b) abort();
  *a = __VERIFIER_nondet_int();
  *b = a;
#ifdef EARLY
  free(b);
  free(*b);
#else
  free(*b);
  free(b);
#endif
  return 0;
}
