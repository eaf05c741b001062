/* Ends by a ranking alone, as n is not bounded; with BUG some executions go on for ever. */
int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  while (n > 0) {
#ifdef BUG
    if (n == 77) continue;
#endif
    n--;
  }
  return 0;
}
