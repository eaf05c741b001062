/* Sums that grow by a constant in each round of a loop without a counter. */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  unsigned s = 0;
  while (s < 3000 && __VERIFIER_nondet_int()) s += 3;
  if (s % 3) reach_error();
}
