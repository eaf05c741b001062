extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
int main(void) {
  int x = 0, y = 0;
  while (x < 40) {
    x++;
    if (__VERIFIER_nondet_int()) y = x;
  }
  __VERIFIER_assert(y <= 40);
  return 0;
}
