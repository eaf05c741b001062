/* Pointers to rows of variable length: an index counts rows, for which clang multiplies it with the
 * row's length and counts numbers. In the array of the caller, these are rows of their own. */
extern void abort(void);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int third(int n, int (*a)[n], int i) {
  int *row = a[i];
  return row[3];
}
long corner(long n, long m, int b[][n][m]) {
  return b[1][n - 1][m - 1] + *(*(b[1] + 1) + 2);
}

int main(void) {
  int c[4][5] = {{0}}, r = 6, i = __VERIFIER_nondet_int();
  int d[r][r], e[2][2][3] = {{{0}}};
  if (i < 0 || i > 3) abort();
  for (int j = 0; j < r; j++)
    for (int k = 0; k < r; k++) d[j][k] = j;
  c[2][3] = 7;
  e[1][1][2] = 5;
#if CASE == 1 /* the array of the caller */
  if (third(5, c, i) == 7) reach_error();
#elif CASE == 2 /* one of variable length */
  if (third(r, d, i) == 2) reach_error();
#elif CASE == 3
  if (corner(2, 3, e) == 10) reach_error();
#elif CASE == 4 /* a row of the array is left by an index that counts numbers */
  if (c[1][i + 5] == 7) reach_error();
#else
  if (third(5, c, i) == 8) reach_error();
#endif
  return 0;
}
