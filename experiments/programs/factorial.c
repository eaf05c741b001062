/* 13! does not fit 32 bits. */
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int product = 1, n = __VERIFIER_nondet_uchar();
  for (int i = 2; i <= n; i++) product *= i;
  return product == 6;
}
