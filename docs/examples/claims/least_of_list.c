/* No element of a list of any length is less than the least one. */
#include <stdlib.h>
#include <assert.h>
int input(void); /* a function without a body returns anything */
struct node {
  struct node *next;
  int value;
};

int main(void) {
  struct node *list = NULL;
  int least = 2147483647;
  while (input()) {
    struct node *p = malloc(sizeof *p);
    if (!p) break;
    p->value = input();
    p->next = list;
    list = p;
    if (p->value < least) least = p->value WRONG;
  }
  for (struct node *p = list; p; p = p->next) assert(p->value >= least);
  return 0;
}
