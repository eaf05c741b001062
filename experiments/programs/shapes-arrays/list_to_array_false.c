/* As list_to_array, but the list's last node has the value 0. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
enum { SIZE = 20 };
struct node {
  struct node *next;
  int value;
};
int main(void) {
  struct node *list = NULL;
  int a[SIZE], n = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *e = malloc(sizeof *e);
    e->value = list != NULL;
    e->next = list;
    list = e;
  }
  for (struct node *e = list; e && n < SIZE; e = e->next) a[n++] = e->value;
  for (int i = 0; i < n; i++) assert(a[i] > 0);
  return 0;
}
