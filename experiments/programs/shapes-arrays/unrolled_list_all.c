/* Unrolled nodes that are filled to the end, with as many cells as the caller likes. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
enum { CELLS = 100 };
struct node {
  struct node *next;
  int data[CELLS];
};
int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    for (int i = 0; i < CELLS; i++) n->data[i] = i;
    n->next = list;
    list = n;
  }
  unsigned at = __VERIFIER_nondet_uint();
  __VERIFIER_assume(at < CELLS);
  for (struct node *n = list; n; n = n->next) assert(n->data[at] >= 0 && n->data[at] < CELLS);
  return 0;
}
