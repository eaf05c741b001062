/* A ring buffer of nodes: what is taken out was put in. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
enum { SLOTS = 8 };
struct job {
  int cost;
};
struct job *ring[SLOTS];
int main(void) {
  unsigned head = 0, count = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int() && count < SLOTS) {
      struct job *j = malloc(sizeof *j);
      j->cost = 7;
      ring[(head + count) % SLOTS] = j;
      count++;
    } else if (count > 0) {
      struct job *j = ring[head];
      assert(j != NULL && j->cost == 7);
      ring[head] = NULL;
      head = (head + 1) % SLOTS;
      count--;
      free(j);
    }
  }
  return 0;
}
