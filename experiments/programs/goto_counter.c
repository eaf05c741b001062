/* A loop made of goto. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = 50;
again:
  if (n > 0) {
    n--;
    if (__VERIFIER_nondet_int()) goto again;
    n++;
    if (__VERIFIER_nondet_int()) goto out;
    n--;
    goto again;
  }
out:
  assert(n >= 0 && n <= 50);
  return 0;
}
