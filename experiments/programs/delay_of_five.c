/* A delay line of five cells: 77 never enters, so it never leaves; 6-induction. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int d1 = 0, d2 = 0, d3 = 0, d4 = 0, d5 = 0, in;
  for (;;) {
    in = __VERIFIER_nondet_int();
    if (in == 77) in = 78;
    assert(d5 != 77);
    d5 = d4;
    d4 = d3;
    d3 = d2;
    d2 = d1;
    d1 = in;
  }
}
