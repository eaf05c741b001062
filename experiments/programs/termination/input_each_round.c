/* An input in every round. */
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned sum = 0;
  while (__VERIFIER_nondet_uchar() != 0) sum++;
  return (int)sum;
}
