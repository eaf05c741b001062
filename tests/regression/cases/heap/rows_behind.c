/* Records in a list, each with an array of its own that is filled through the record. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct row { long *cells; struct row *next; int key; };

int main(void) {
  struct row *all = 0;
  while (__VERIFIER_nondet_int()) {
    struct row *r = malloc(sizeof *r);
    if (!r) return 0;
    r->cells = malloc(50 * sizeof(long));
    if (!r->cells) return 0;
    r->key = __VERIFIER_nondet_int();
    for (int i = 0; i < FILLED; i++) r->cells[i] = 6;
    r->next = all;
    all = r;
  }
  unsigned x = __VERIFIER_nondet_int();
  for (struct row *r = all; r; r = r->next)
    if (x < 50 && r->cells[x] != 6) reach_error();
  return 0;
}
