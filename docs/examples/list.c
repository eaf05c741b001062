#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
struct node {
  int value;
  struct node *next;
};
int main(void) {
  struct node *list = NULL;
  int sum = 0;
  while (__VERIFIER_nondet_int() && sum < 100) {
    struct node *p = malloc(sizeof *p);
    if (!p) break;
    p->value = 7;
    p->next = list;
    list = p;
    sum += p->value;
  }
  __VERIFIER_assert(sum <= 106);
  return 0;
}
