/* As ring_of_pointers, but a full ring is not seen: the oldest node is overwritten, and the count runs ahead. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
enum { SLOTS = 2 };
struct job {
  int cost;
};
struct job *ring[SLOTS];
int main(void) {
  unsigned head = 0, count = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int() % 2) {
      struct job *j = malloc(sizeof *j);
      j->cost = 7;
      ring[(head + count) % SLOTS] = j;
      count++;
    } else if (count > 0) {
      assert(ring[head] != NULL);
      ring[head] = NULL;
      head = (head + 1) % SLOTS;
      count--;
    }
  }
  return 0;
}
