/* Nothing is lost of two lists; which of them a pointer leads to depends on an input. */
#include <stdlib.h>
struct node { struct node *next; } *head[2];
extern int nondet(void);
static void push(void) {
  struct node *n = malloc(sizeof *n);
  int to = nondet() ? 1 : 0;
  n->next = head[to];
  head[to] = n;
  if (nondet() && n->next) {
    head[to] = n->next;
    n->next = head[to]->next;
    head[to]->next = n;
  }
}
int main(void) {
  push(), push(), push(), push(), push();
  return 0;
}
