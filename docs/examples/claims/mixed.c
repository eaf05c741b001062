/* Signed and unsigned variables of different widths: their difference does not fit either type. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  signed char low = -100;
  unsigned high = 4000000000u;
  while (__VERIFIER_nondet_int() && low < 100) {
    low++;
    high++;
  }
  if (high - 4000000100u != (unsigned)low) reach_error();
  return 0;
}
