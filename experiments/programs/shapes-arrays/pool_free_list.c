/* A pool with a list of what is free: what is handed out is an index of the pool. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
enum { NODES = 32 };
struct cell {
  int next;
  int used;
};
struct cell pool[NODES];
int main(void) {
  int first = 0;
  for (int i = 0; i < NODES; i++) {
    pool[i].next = i + 1 < NODES ? i + 1 : -1;
    pool[i].used = 0;
  }
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      if (first < 0) continue;
      assert(first < NODES);
      int got = first;
      first = pool[got].next;
      pool[got].used = 1;
    } else {
      int back = __VERIFIER_nondet_int();
      if (back < 0 || back >= NODES || !pool[back].used) continue;
      pool[back].used = 0;
      pool[back].next = first;
      first = back;
    }
  }
  return 0;
}
