/* As odd.c, but one of the steps is odd: x becomes even, which no proof may deny. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned x = 1;
  while (__VERIFIER_nondet_int()) x += __VERIFIER_nondet_int() ? 4 : 9;
  if (x % 2 != 1) reach_error();
  return 0;
}
