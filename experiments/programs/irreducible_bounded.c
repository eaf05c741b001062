/* A loop with two entries that cannot leave its range. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned x = 0;
  if (__VERIFIER_nondet_int()) goto second;
first:
  if (x < 40) x += 2;
second:
  if (x < 40) x += 1;
  assert(x <= 41);
  if (__VERIFIER_nondet_int()) goto first;
  assert(x <= 41);
  return 0;
}
