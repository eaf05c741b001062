/* Nothing that the check reads is changed by the loop: that the loop ends tells what n was. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  while (i != n) {
    if (i > 1000) return 0;
    i++;
  }
  if (n LEAST) reach_error();
  return 0;
}
