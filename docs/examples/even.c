extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int())
    if (x < 100) x = x + 2;
  __VERIFIER_assert(x <= 101);
  return 0;
}
