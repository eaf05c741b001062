/* Nodes point into an array: what they point to is one of its cells. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
enum { SIZE = 16 };
struct mark {
  struct mark *next;
  int *at;
};
int main(void) {
  int a[SIZE];
  for (int i = 0; i < SIZE; i++) a[i] = 3;
  struct mark *marks = NULL;
  while (__VERIFIER_nondet_int()) {
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= SIZE) continue;
    struct mark *m = malloc(sizeof *m);
    m->at = &a[i];
    m->next = marks;
    marks = m;
  }
  for (struct mark *m = marks; m; m = m->next) {
    assert(m->at >= a && m->at < a + SIZE);
    assert(*m->at == 3);
  }
  return 0;
}
