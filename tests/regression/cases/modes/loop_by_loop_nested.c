/* Neither loop has a bound. The inputs of a counterexample come from several copies of both. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = 0, m = 0;
  while (__VERIFIER_nondet_int()) {
    m++;
    while (__VERIFIER_nondet_int()) n++;
  }
  if (n == 5 && m BOUND) reach_error();
  return 0;
}
