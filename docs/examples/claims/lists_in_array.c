/* An array of lists whose elements are all 4. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
  struct node *next;
  int value;
};
struct node *lists[16];

int main(void) {
  for (int i = 0; i < 16; i++)
    while (__VERIFIER_nondet_int()) {
      struct node *p = malloc(sizeof *p);
      if (!p) abort();
      p->value = 4;
      p->next = lists[i];
      lists[i] = p;
    }
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x >= 16) return 0;
  for (struct node *p = lists[x]; p; p = p->next)
    if (p->value != 4) reach_error();
  return 0;
}
