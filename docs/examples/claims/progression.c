/* x changes by 2 in each iteration and jumps over 0 if it is odd; no state returns soon. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  while (x != 0) x -= 2;
  return 0;
}
