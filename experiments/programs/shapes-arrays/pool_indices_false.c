/* As pool_indices, but a node may be linked in a second time: it leads to itself. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
enum { NODES = 1000 };
int next[NODES];
int main(void) {
  int used = 0, head = -1;
  while (used < NODES && __VERIFIER_nondet_int()) {
    next[used] = head;
    head = used;
    if (__VERIFIER_nondet_int() != 3) used++;
  }
  for (int i = head, steps = 0; i >= 0 && steps < NODES; i = next[i], steps++) assert(next[i] < i);
  return 0;
}
