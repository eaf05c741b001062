extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uchar();
  while (x > 3) {
    if (x == 77)
      x = 77;
    else
      x--;
  }
  return 0;
}
