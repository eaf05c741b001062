/* The first rows of a matrix are filled, as many as n says. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
  short grid[30][24];
  int n = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (n < 1 || n > 30) return 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 24; j++) grid[i][j] = 5;
#ifdef BUG
  if (n > 3) grid[3][23] = 6;
#endif
  if (x >= 0 && x < n && y >= 0 && y < 24) __VERIFIER_assert(grid[x][y] == 5);
  return 0;
}
