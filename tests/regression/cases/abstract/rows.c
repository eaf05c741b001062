/* Two dimensions, row by row: bounds are linear sums 16*i+j. With BUG what P asserts is false. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define check(c)                                                                                   \
  if (!(c)) reach_error()
#ifdef BUG
#define OFF 1
#else
#define OFF 0
#endif
int a[300][16], b[300][16];

int main(void) {
  int n = __VERIFIER_nondet_int(), i, j;
  if (n < 1 || n > 300) return 0;
#if P == 1 /* wrong: not the first column */
  for (i = 0; i < n; i++)
    for (j = OFF; j < 16; j++) a[i][j] = 7;
  for (i = 0; i < n; i++)
    for (j = 0; j < 16; j++) check(a[i][j] == 7);
#elif P == 2 /* a copy; wrong: not the first column */
  for (i = 0; i < 300; i++)
    for (j = 0; j < 16; j++) a[i][j] = __VERIFIER_nondet_int();
  for (i = 0; i < n; i++)
    for (j = OFF; j < 16; j++) b[i][j] = a[i][j];
  for (i = 0; i < n; i++)
    for (j = 0; j < 16; j++) check(b[i][j] == a[i][j]);
#endif
  return 0;
}
