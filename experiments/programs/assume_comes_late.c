/* An assumption behind the failure does not undo it. */
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern short __VERIFIER_nondet_short(void);
int main(void) {
  short s = __VERIFIER_nondet_short();
  if (s < 3) reach_error();
  __VERIFIER_assume(s >= 3);
  return 0;
}
