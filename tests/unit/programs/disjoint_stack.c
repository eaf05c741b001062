/* A stack whose nodes are freed as they are popped: no two links lead to one node.
 * WRONG 1: a node may lead to itself. 2: the freed node stays on the stack. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item {
  struct item *below;
  int value;
};
int main(void) {
  struct item *stack = NULL, *top;
  for (;;) {
    if (__VERIFIER_nondet_int()) {
      top = malloc(sizeof *top);
      top->value = 7;
      top->below = stack;
      stack = top;
#if WRONG == 1
      if (__VERIFIER_nondet_int()) top->below = top;
#endif
    } else if (stack) {
      top = stack;
      assert(top->value == 7);
#if WRONG != 2
      stack = top->below;
#endif
      free(top);
    }
  }
}
