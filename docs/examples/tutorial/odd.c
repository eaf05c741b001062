extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
  int x = 1;
  while (__VERIFIER_nondet_int())
    if (x < 1000) x += 2;
  __VERIFIER_assert(x != 500);
  return 0;
}
