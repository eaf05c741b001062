/* Writing one half of a union's word changes that half of it (little endian). */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
union word { unsigned whole; unsigned short half[2]; unsigned char byte[4]; };
int main(void) {
  union word u;
  unsigned before = __VERIFIER_nondet_uint();
  u.whole = before;
  u.half[1] = 0xbeef;
  assert(u.whole == (0xbeef0000u | (before & 0xffffu)));
  assert(u.byte[2] == 0xef && u.byte[0] == (before & 0xff));
  return 0;
}
