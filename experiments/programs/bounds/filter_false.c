extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

/* A filter: the bound of y is a fixed point that no constant shows. */
int main(void) {
  long long y = 0;
  while (__VERIFIER_nondet_int()) {
    int u = __VERIFIER_nondet_int();
    if (u < -1000 || u > 1000) u = 0;
    y = (3 * y + u) / 4;
  }
  __VERIFIER_assert(y >= -200 && y <= 200);
  return 0;
}
