/* The assertion fails in the second round. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct cell {
  struct cell *below;
};
int main(void) {
  struct cell *top = NULL;
  unsigned cells = 0;
  while (__VERIFIER_nondet_int()) {
    struct cell *c = malloc(sizeof *c);
    if (!c) exit(1);
    c->below = top;
    top = c;
    if (cells < 9) cells++;
  }
  assert(cells < 2);
  return 0;
}
