/* A write through a pointer that may lead to two variables changes either. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
  int a = 1, b = 1, *p = __VERIFIER_nondet_int() ? &a : &b;
  for (int i = 0; i < 5; i++) {
    *p = 7;
    int old = a;
    a = 3;
    __VERIFIER_assert(old >= 1 && old <= 7);
    if (FALSE) __VERIFIER_assert(b == 1);
    a = old;
  }
  __VERIFIER_assert(a >= 1 && a <= 7 && b >= 1 && b <= 7);
  return 0;
}
