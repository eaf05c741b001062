/* x has a bound that is found in 40 steps; z has none, and each of its values takes a step. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
int main(void) {
  int x = 0;
  unsigned z = 0;
  while (__VERIFIER_nondet_int()) {
    if (x < 40) x++;
    z++;
  }
  __VERIFIER_assert(x <= 40);
  __VERIFIER_assert(z < 3000000000u);
}
