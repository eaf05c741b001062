#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
struct node { int value; struct node *next; };
static struct node *make(int value) {
  struct node *head = NULL;
  for (int n = 0; n < 10 && __VERIFIER_nondet_int(); n++) {
    struct node *one;
    one = malloc(sizeof *one);
    if (!one) exit(0);
    one->value = value, one->next = head, head = one;
  }
  return head;
}
int main(void) {
  struct node *ones = make(1), *twos = make(2);
  for (struct node *p = twos; p; p = p->next) __VERIFIER_assert(p->value == 2);
  return ones == twos && ones;
}
