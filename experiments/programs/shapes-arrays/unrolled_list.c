/* An unrolled linked list: every node holds up to six values, all of them at most 9. [malik2024]'s running
 * example is of this kind. */
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
    while (n->count < CELLS && __VERIFIER_nondet_int()) {
      int v = __VERIFIER_nondet_int();
      n->data[n->count++] = v > 9 ? 9 : v;
    }
    n->next = list;
    list = n;
  }
  for (struct node *n = list; n; n = n->next)
    for (int i = 0; i < n->count; i++) assert(n->data[i] <= 9);
  return 0;
}
