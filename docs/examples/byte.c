extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assert(int);

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  __VERIFIER_assert(x == 0 || (x ^ (x >> 1)) != 0); /* x is its Gray code only for 0 */
  return 0;
}
