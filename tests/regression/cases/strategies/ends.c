extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), m = 3;
  while (n > 0) {
    if (m > 0) {
      m--;
    } else {
      n--;
      m = 3;
    }
  }
  return 0;
}
