extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

/* A bound that holds, and bounds above it that do not. */
int main(void) {
  int hand = 0;
  while (__VERIFIER_nondet_int()) hand = hand == 59 ? 0 : hand + 1;
  __VERIFIER_assert(hand >= 0 && hand <= 59);
  return 0;
}
