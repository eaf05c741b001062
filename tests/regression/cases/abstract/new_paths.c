/* The second iteration is the first one that sets j. Widening there loses its bound for ever, as the
 * other path keeps j. */
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assert(int);

int main(void) {
  int i = 0, j = 0;
  while (__VERIFIER_nondet_int()) {
    if (i > 0 && __VERIFIER_nondet_int()) j = __VERIFIER_nondet_uchar();
    i = 1;
  }
  __VERIFIER_assert(j <= UPPER);
  return 0;
}
