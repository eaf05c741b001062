extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
int main(void) {
  unsigned x = 0, y = 0, z = 0;
  while (__VERIFIER_nondet_int()) {
    x += 3;
    y += x;
    z ^= y;
  }
  __VERIFIER_assert(z != 12345 || x != 99);
  return 0;
}
