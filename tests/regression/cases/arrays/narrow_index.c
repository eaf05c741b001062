extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

/* Products of a counter that is longer than the index of the array. */
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 1) return 0;
  long long i, a[n];
  for (i = 0; i < n; i++) a[i] = (i + 2) * (i + 2);
  for (i = 0; i < n; i++)
    __VERIFIER_assert(a[i] - i * i == 4 * i + FOUR);
  return 0;
}
