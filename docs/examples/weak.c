extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
int main(void) {
  int x = 0, y = 0;
  while (__VERIFIER_nondet_int()) { x = x + 1; y = y + 3; if (x == 1000) break; }
  __VERIFIER_assert(y == 3 * x);
}
