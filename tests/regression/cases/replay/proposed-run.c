extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x < 0 || x > 1000000 || y < 0 || y > 1000000) return 0;
  int a = x, b = y;
  while (a > 0) {
    a--;
    b += 2;
  }
  __VERIFIER_assert(b != 1234567 || x != 543210);
  return 0;
}
