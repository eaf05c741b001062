/* An unrolled linked list of any length whose cells are all cleared: the kind of [malik2024]'s running
 * example. The shape of the list and the contents of its arrays are needed at once. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int data[1000];
  int size;
  struct node *next;
};
int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    for (int i = 0; i < 1000; i++) n->data[i] = 0;
    n->size = 0;
    n->next = list;
    list = n;
  }
  int x = __VERIFIER_nondet_int();
  if (x >= 0 && x < 1000) assert(!list || list->data[x] == 0);
  return 0;
}
