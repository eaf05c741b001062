/* An unsigned bit-field of three bits counts modulo eight and leaves its neighbours alone. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct packet { unsigned kind : 2; unsigned count : 3; unsigned rest : 11; };
int main(void) {
  struct packet p = {3, 6, 1000};
  p.count++;
  p.count++;
  assert(p.count == 0);
  p.count = (unsigned)__VERIFIER_nondet_int();
  assert(p.count < 8 && p.kind == 3 && p.rest == 1000);
  return 0;
}
