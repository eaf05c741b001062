/* Every cell of an array goes to a node; the list has nothing that the array had not. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
struct node {
  struct node *next;
  int value;
};
int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n > 0 && n < 1000);
  int *a = malloc((unsigned)n * sizeof *a);
  for (int i = 0; i < n; i++) a[i] = i % 2;
  struct node *list = NULL;
  for (int i = 0; i < n; i++) {
    struct node *e = malloc(sizeof *e);
    e->value = a[i];
    e->next = list;
    list = e;
  }
  free(a);
  for (struct node *e = list; e; e = e->next) assert(e->value == 0 || e->value == 1);
  return 0;
}
