extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
  int x = 0, y = 0;
  while (x < 400) {
    x++;
    if (__VERIFIER_nondet_int()) y = x;
  }
  __VERIFIER_assert(x == 400 && y <= 400);
  return 0;
}
