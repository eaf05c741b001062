/* The last byte of an int holds its sign. */
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
union word { int whole; unsigned char byte[4]; };
int main(void) {
  union word u;
  u.whole = 0;
  u.byte[3] = __VERIFIER_nondet_uchar();
  assert(u.whole >= 0);
  return 0;
}
