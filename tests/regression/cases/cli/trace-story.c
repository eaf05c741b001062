#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
struct node {
  int v;
  struct node *next;
};
static struct node *make(int v) {
  struct node *n = malloc(sizeof *n);
  if (n == NULL) exit(0);
  n->v = v;
  n->next = 0;
  return n;
}
static int more(int a) {
  return a + 1;
}
#define UNLESS(c) if (!(c)) exit(1)
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0, *p = &y;
  if (!x) *p = 1;
  if (!(x < 3) && !y) *p = 2;
  if (x == !y || (y != 2))
    exit(0);
  if (more(x) > 5) y = 3;
  do
    y--;
  while (y > 1);
  UNLESS(x > y);
  switch (x) {
  case 7: p = NULL; break;
  default: exit(0);
  }
  int end = x;
  while (x > 0 ? end : 0) end = 0;
  struct node *list = make(1);
  list->next = make(x);
  list->next->next = list;
  __VERIFIER_assert(list->next->v != 7);
  return 0;
}
