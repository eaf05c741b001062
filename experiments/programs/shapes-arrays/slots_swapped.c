/* Two lists in an array are swapped at will; each node keeps the mark that all have. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
struct node {
  struct node *next;
  int mark;
};
int main(void) {
  struct node *lists[2] = {NULL, NULL};
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      struct node *n = malloc(sizeof *n);
      n->mark = 5;
      n->next = lists[0];
      lists[0] = n;
    } else {
      struct node *n = lists[0];
      lists[0] = lists[1];
      lists[1] = n;
    }
  }
  for (struct node *n = lists[1]; n; n = n->next) assert(n->mark == 5);
  return 0;
}
