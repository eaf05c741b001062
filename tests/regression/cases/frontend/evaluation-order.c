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
static __typeof__("it's"[0]) quoted;
static int get(void) {
  return quoted + n;
}
#define SPELLED(name) __builtin_##name
#define MAX(a, b)               \
  ({                            \
    __typeof__(a) a_ = (a);     \
    __typeof__(b) b_ = (b);     \
    a_ > b_ ? a_ : b_;          \
  })
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
#elif CASE == 6
  if ((quoted = 1) + get() != 2) reach_error();
#elif CASE == 7
  int x = 3, y = set(), z = MAX(x, MAX(y, x)) + set();
  if (z != 3) reach_error();
#elif CASE == 8
  int x = set() + 1;
  if (SPELLED(constant_p)(x)) reach_error();
#elif CASE == 9
  if (__builtin_add_overflow(1, 2, &n) + get() != 3) reach_error();
#endif
  return 0;
}
