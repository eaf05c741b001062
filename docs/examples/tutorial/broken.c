extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
  int x = 0, peak = 0;
  while (x < 4) {
    x++;
    if (__VERIFIER_nondet_int()) peak = x;
  }
  __VERIFIER_assert(peak < 3);
  return 0;
}
