/* An array of arrays. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 100000

int main(void) {
  int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int(), i;
  if (n < 0 || n > N || k < 0 || k >= n) return 0;
  static int m[50][40];
  int r = n % 50, s = k % 40;
  for (i = 0; i < 50; i++)
    for (int j = 0; j < 40; j++) m[i][j] = 6;
  assert(m[r][s] == 6);
  return 0;
}
