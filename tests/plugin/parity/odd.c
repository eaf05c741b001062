/* x stays odd, however often the loop runs: no bound says so, its parity does. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned x = 1;
  while (__VERIFIER_nondet_int()) x += __VERIFIER_nondet_int() ? 4 : 10;
  if (x % 2 != 1) reach_error();
  return 0;
}
