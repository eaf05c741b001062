/* A list of chunks, each filled up to a length that it keeps itself. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct chunk { unsigned length; struct chunk *older; short values[32]; };

int main(void) {
  struct chunk *top = 0;
  while (__VERIFIER_nondet_int()) {
    if (!top || top->length >= 32) {
      struct chunk *c = malloc(sizeof *c);
      if (!c) return 0;
      c->length = 0;
      c->older = top;
      top = c;
    }
    int v = __VERIFIER_nondet_int();
    top->values[top->length] = v % 100;
    top->length += 1;
  }
  for (struct chunk *c = top; c; c = c->older)
    for (unsigned i = 0; i < c->length; i++)
      if (c->values[i] > MOST) reach_error();
  return 0;
}
