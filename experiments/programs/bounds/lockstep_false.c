extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

/* Two counters of different widths in lockstep: a difference. */
int main(void) {
  int i = 0;
  long long j = 10;
  while (__VERIFIER_nondet_int() && i < 1000000) {
    i++;
    if (j < i + 10) j = j + (__VERIFIER_nondet_int() ? 1 : 0);
  }
  __VERIFIER_assert(j - i <= 9);
  return 0;
}
