/* Ten bits rotate; no two neighbours are set: 10-induction. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned x = 0x155;
  while (__VERIFIER_nondet_int()) {
    assert((x & 3u) != 3u);
    x = (x >> 1) | ((x & 1u) << 9);
  }
  return 0;
}
