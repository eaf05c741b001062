extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

/* The counter moves by threes up to 90, then by sevens. */
int main(void) {
  int x = 0;
  while (x < 700 && __VERIFIER_nondet_int()) {
    if (x < 90) x += 3;
    else x += 7;
  }
  __VERIFIER_assert(x >= 0 && x <= 706);
  return 0;
}
