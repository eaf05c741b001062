/* Two checks that are decided at once, beside one that is out of reach: an identity of products. */
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
#ifndef EASY
#define EASY x % 2 < 2
#endif
int main(void) {
  unsigned long x = __VERIFIER_nondet_ulong(), y = __VERIFIER_nondet_ulong();
  if (!(EASY)) reach_error();
  if ((x + y) * (x - y) * (x ^ y) != (x * x - y * y) * (x ^ y)) reach_error();
  if ((y & 7) > 8) reach_error();
  return 0;
}
