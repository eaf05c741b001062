/* Loops whose rows mention variables that are hidden, declared further in, or out of scope. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned total = 3;
static unsigned count(unsigned n, unsigned step) {
  unsigned r = 0;
  for (unsigned i = 0; i < n; i += step) r += step;
  return r;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 5000, r = 0;
  {
    unsigned total = 7;
    for (unsigned i = 0; i < n; i++)
      if (__VERIFIER_nondet_uint()) total = 7 + i;
    r = total;
  }
  for (unsigned i = 0; i < 3000; i++) {
    unsigned n = i * 2;
    if (n > 10 && total < 9) total++;
  }
  assert(total <= 9 && r <= 5006);
  assert(count(n, 1) <= 5000 && count(n / 2, 2) <= 2600);
  return 0;
}
