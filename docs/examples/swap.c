extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
  unsigned a = 3, b = 8;
  while (__VERIFIER_nondet_int()) {
    unsigned t = a;
    a = b;
    b = t;
  }
  __VERIFIER_assert(a * b == 24);
  return 0;
}
