extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

/* Two counters raise each other by turns. */
int main(void) {
  long long x = 0, y = 0;
  while (__VERIFIER_nondet_int()) {
    if (x <= y && x < 5000000000) x = x + 1;
    if (y < x) y = y + 1;
  }
  __VERIFIER_assert(x <= 5000000000 && y <= 5000000000);
  return 0;
}
