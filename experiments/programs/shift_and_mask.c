/* Shifts of unsigned words drop bits; a negative int shifted right keeps its sign. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  int y = __VERIFIER_nondet_int();
  assert(((x << 4) >> 4) == (x & 0x0fffffffu));
  if (y < 0) assert((y >> 3) < 0);
  return 0;
}
