/* x stays a multiple of 4 plus 1, however often the loop runs: no bound says so, its remainder
 * does. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned x = 1;
  while (__VERIFIER_nondet_int()) x += __VERIFIER_nondet_int() ? 4 : 12;
  if (x % 4 != 1) reach_error();
  return 0;
}
