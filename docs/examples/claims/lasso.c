/* Comes back to the same state in every third iteration. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned at = __VERIFIER_nondet_uint() % 3;
  while (at < 3) at = (at + 1) % 3;
  return 0;
}
