/* As pool_free_list, but the links end at the pool's size, and the end is not looked for. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
enum { NODES = 4 };
int next[NODES];
int main(void) {
  int first = 0;
  for (int i = 0; i < NODES; i++) next[i] = i + 1;
  while (__VERIFIER_nondet_int()) {
    assert(first >= 0 && first < NODES);
    first = next[first];
  }
  return 0;
}
