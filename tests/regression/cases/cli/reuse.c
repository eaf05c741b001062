/* The proof needs an equation over three variables. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
  unsigned x = 0, y = 0, z = 7;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      x += 2;
      z += 2;
    } else {
      y += 4;
      z += 8;
    }
  }
  __VERIFIER_assert(z == x + 2 * y + 7);
  return 0;
}
