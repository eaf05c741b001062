/* A list in a pool: links are indices into an array and always lead back, so that every walk ends. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
enum { NODES = 1000 };
int next[NODES], values[NODES];
int main(void) {
  int used = 0, head = -1;
  while (used < NODES && __VERIFIER_nondet_int()) {
    next[used] = head;
    values[used] = used;
    head = used++;
  }
  for (int i = head, steps = 0; i >= 0; i = next[i], steps++) {
    assert(i < used && steps < NODES);
    assert(next[i] < i);
  }
  return 0;
}
