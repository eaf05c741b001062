/* Halved before they are added; unsigned arithmetic never overflows. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  int average = a / 2 + b / 2 + (a % 2 + b % 2) / 2;
  unsigned sum = (unsigned)a + (unsigned)b;
  return average == 3 && sum == 6;
}
