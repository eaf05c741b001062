/* Objects of one allocation site are told apart, and what is written through a pointer is read
 * through it. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int *last = NULL, *current = NULL;
  while (__VERIFIER_nondet_int()) {
    last = current;
    current = malloc(sizeof *current);
    if (!current) abort();
    *current = 1;
    if (last == current) reach_error();
    if (last) {
      *last = 2;
      if (*current != 1 || *last != 2) reach_error();
    }
  }
  return 0;
}
