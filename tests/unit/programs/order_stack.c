/* A stack that grows and shrinks before the rest of it is freed; links lead to older nodes.
 * WRONG 1: a popped node may not be freed. 2: a node may lose its link. 3: not all of the rest is
 * freed. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item {
  struct item *below;
};
int main(void) {
  struct item *top = NULL, *i;
  while (__VERIFIER_nondet_int()) {
    if (top && __VERIFIER_nondet_int()) {
      i = top;
      top = top->below;
#if WRONG == 1
      if (__VERIFIER_nondet_int())
#endif
        free(i);
    } else {
      i = malloc(sizeof *i);
      i->below = top;
      top = i;
#if WRONG == 2
      if (__VERIFIER_nondet_int()) top->below = NULL;
#endif
    }
  }
  while (top) {
    i = top->below;
    free(top);
    top = i;
#if WRONG == 3
    if (top && __VERIFIER_nondet_int()) break;
#endif
  }
  return 0;
}
