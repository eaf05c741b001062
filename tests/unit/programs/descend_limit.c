/* A counter below a limit that is x < n in disguise, and its value one iteration ago. Intervals
 * along the control flow do not see the limit. WRONG 1: a step too far, 2: in a rare case only. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int before = 0, x = 0, n = __VERIFIER_nondet_int();
  if (n < 10 || n > 20) return 0;
  while (__VERIFIER_nondet_int()) {
    before = x;
    if (x + n < 3 * n - x) x++;
    if (WRONG == 1 && x == n) x++;
    if (WRONG == 2 && __VERIFIER_nondet_int() == 77) x = 70;
  }
  if (before > 20) reach_error();
  return 0;
}
