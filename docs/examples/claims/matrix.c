/* A matrix whose size is an input, filled in row by row. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (n < 1 || n > 100 || m < 1 || m > 100) return 0;
  char a[n][m];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) a[i][j] = 4;
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x >= 0 && x < n && y >= 0 && y < m && a[x][y] != 4) reach_error();
  return 0;
}
