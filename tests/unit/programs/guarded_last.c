/* A loop up to and including n, which does not end where n is the last number of its type. Of those
 * that end, less than n steps were good. WRONG 1: a step counts twice; 2: n itself is good, too. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), good = 0, i;
  if (n <= 0) return 0;
  for (i = 1; i <= n; i++) {
    if (__VERIFIER_nondet_int() && i != n) good++;
    if (WRONG == 1 && i == 1) good++;
    if (WRONG == 2 && i == n && __VERIFIER_nondet_int() == 77) good++;
  }
  if (good > n - (WRONG > 0)) reach_error();
  return 0;
}
