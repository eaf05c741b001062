/* Operands that C lets a compiler evaluate in any order; clang's order never reaches the error. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
extern void reach_error(void);
int n;
static int set(void) {
  n = 1;
  return 0;
}
static int two(int x, int y) {
  return 10 * x + y;
}

int main(void) {
#if CASE == 1
  if (two(n, set()) != 0) reach_error();
#elif CASE == 2 /* both orders are allowed: here clang's own reaches it */
  if (two(set(), n) != 0) reach_error();
#elif CASE == 3
  errno = 0;
  if (errno + (int)(strtol("99999999999999999999", NULL, 10) & 0) != 0) reach_error();
#elif CASE == 4 /* assignment, &&, || and the comma operator have an order */
  n = set();
  if (n != 0 || (set(), n) != 1 || !(n && set() == 0)) reach_error();
  printf("%d %d", n, two(n, n));
#elif CASE == 5
  int sum = 0;
  for (int i = 0; i < 3; i++) sum = sum + set();
  if (sum != 0) reach_error();
#endif
  return 0;
}
