/* *p may be a field of objects of which there is none when it is read first: no reason to take what is behind it for unreachable. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int x;
  struct node *next;
};

int main(void) {
  int w = 2, *p = &w, a[2] = {0, 1}, first = __VERIFIER_nondet_int();
  for (int i = 0; i < 2; i++) {
    if (1 >= *p) {
      first = a[0];
    } else {
      for (int k = 0; k < 2; k++) {
        struct node *n = calloc(1, sizeof *n);
        if (!n) abort();
        p = first >= 0 ? &n->x : &w;
      }
    }
  }
  return first;
}
