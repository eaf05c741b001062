/* A char is promoted to int before it is added to: no wrap here. */
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char c = __VERIFIER_nondet_char();
  int next = c + 1;
  assert(next > c);
  return 0;
}
