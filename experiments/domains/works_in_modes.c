/* A machine with three modes, in each of which it may rest for any time: k-induction finds no bound on its length. What x can be in
 * one mode depends on the mode before, so that one interval for all modes grows without end, and the numbers 7 and 12 that a proof
 * needs are in no condition of the program. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int mode = 0, x = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) continue;
    if (mode == 0) {
      x = __VERIFIER_nondet_int() & 7;
      mode = 1;
    } else if (mode == 1) {
      x = x + 5;
      mode = 2;
    } else {
      x = 2 * x;
      if (x > 24) reach_error();
      mode = 0;
    }
  }
  return 0;
}
