/* A table of nodes that know their slot: the slot of what the table holds is where it is held. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
enum { SLOTS = 6 };
struct item {
  unsigned slot;
};
struct item *table[SLOTS];
int main(void) {
  while (__VERIFIER_nondet_int()) {
    unsigned s = __VERIFIER_nondet_uint() % SLOTS;
    if (table[s]) {
      assert(table[s]->slot == s);
      free(table[s]);
      table[s] = NULL;
    } else {
      struct item *n = malloc(sizeof *n);
      n->slot = s;
      table[s] = n;
    }
  }
  return 0;
}
