/* The inner loop is unwound in each round of the outer one, then the last loop: the greatest sum,
 * 3 * 2 + 10 * 2, needs all of them. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), s = 0;
  if (n < 0 || n > 3 || m < 0 || m > 2) return 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) s++;
  for (int i = 0; i < m; i++) s += 10;
  if (s > MOST) reach_error();
  return 0;
}
