/* An input in every round. */
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned odd = 0;
  while (__VERIFIER_nondet_uchar() != 0) odd = 1 - odd;
  return (int)odd;
}
