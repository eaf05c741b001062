/* restrict parameters (C17 6.7.3.1): gcc and clang differ where BAD is defined, as compilers rely
 * on what is promised. */
extern void reach_error(void);
extern int nondet(void);
static int k;
static void add(int *restrict a, const int *restrict b, int n) {
  for (int i = 0; i < n; i++) a[i] += b[i];
  k++;
}
static int sum(const int *restrict a, const int *restrict b) {
  return *a + *b;
}
static void own(int *restrict p) {
  *p = 1;
  k = 2;
  if (*p == 2) reach_error();
}
int main(void) {
  int x[2] = {1, 2}, y[2] = {3, 4};
  add(x, y, 2);
  if (x[1] != 6) reach_error();
  if (sum(x, x) != 8) reach_error();
  own(x);
#ifdef BAD
  own(&k);
#endif
}
