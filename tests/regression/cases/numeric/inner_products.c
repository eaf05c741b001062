/* An inner loop counts, the outer one multiplies: k is i * m. With LEAST = 36 the last check is wrong. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), k = 0;
  if (n < 5 || n > 100 || m < 7 || m > 100) return 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) k++;
  __VERIFIER_assert(k >= LEAST);
  return 0;
}
