/* As block_stack, but a block that has become empty is only left at the next pop: its top is below it then. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
enum { CELLS = 4 };
struct block {
  struct block *below;
  int data[CELLS];
};
int main(void) {
  struct block *top = NULL;
  int used = CELLS;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      if (used == CELLS) {
        struct block *b = malloc(sizeof *b);
        b->below = top;
        top = b;
        used = 0;
      }
      top->data[used++] = __VERIFIER_nondet_int();
    } else if (top) {
      assert(used >= 1);
      used--;
    }
  }
  return 0;
}
