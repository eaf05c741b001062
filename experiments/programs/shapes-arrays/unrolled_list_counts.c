/* The counts of unrolled nodes stay in range while values are appended and blocks are added. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
enum { CELLS = 4 };
struct block {
  struct block *next;
  int count;
  int data[CELLS];
};
int main(void) {
  struct block *first = NULL;
  while (__VERIFIER_nondet_int()) {
    if (!first || first->count == CELLS) {
      struct block *b = malloc(sizeof *b);
      b->next = first;
      b->count = 0;
      first = b;
    }
    first->data[first->count++] = __VERIFIER_nondet_int();
  }
  for (struct block *b = first; b; b = b->next) assert(b->count > 0 && b->count <= CELLS);
  return 0;
}
