/* An input has exactly the range of its type. */
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern short __VERIFIER_nondet_short(void);
extern long __VERIFIER_nondet_long(void);
int main(void) {
  _Bool b = __VERIFIER_nondet_bool();
  int u = __VERIFIER_nondet_ushort(), s = __VERIFIER_nondet_short();
  long l = __VERIFIER_nondet_long();
  assert(b == 0 || b == 1);
  assert(u >= 0 && u <= 65535 && s >= -32768 && s <= 32767);
  assert(l <= 0 || l - 1 < l);
  return 0;
}
