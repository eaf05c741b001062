extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  for (int i = 0; i < n; i++) {
    sum ^= i;
#if WRONG == 1
    i--;
#elif WRONG == 2
    if (i == 7) i = 5;
#endif
  }
  return sum;
}
