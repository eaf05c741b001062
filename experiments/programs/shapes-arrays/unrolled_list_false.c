/* As unrolled_list, but the cell behind the last one filled is read, too: it was never written. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
enum { CELLS = 6 };
struct node {
  struct node *next;
  int count;
  int data[CELLS];
};
int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->count = 0;
    for (int i = 0; i < CELLS; i++) n->data[i] = __VERIFIER_nondet_int();
    while (n->count < CELLS - 1 && __VERIFIER_nondet_int()) n->data[n->count++] = 9;
    n->next = list;
    list = n;
  }
  for (struct node *n = list; n; n = n->next)
    for (int i = 0; i <= n->count; i++) assert(n->data[i] == 9);
  return 0;
}
