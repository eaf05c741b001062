extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

/* Two sums that decay: their difference has a bound that no constant of the program shows. */
int main(void) {
  long long v = 0, w = 0;
  while (__VERIFIER_nondet_int()) {
    int in = __VERIFIER_nondet_int();
    if (in < 0 || in > 90) in = 0;
    w = v;
    v = v - v / 8 + in;
  }
  __VERIFIER_assert(v <= 200 && v - w <= 90);
  return 0;
}
