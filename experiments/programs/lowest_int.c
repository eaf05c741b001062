/* An interval that starts at the least int: bounds and their middle must not wrap. */
#include <assert.h>
#include <limits.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = INT_MIN, y = INT_MAX;
  while (__VERIFIER_nondet_int()) {
    if (x < -5) x++;
    if (y > 5) y--;
  }
  assert(x <= -5 && y >= 5);
  return 0;
}
