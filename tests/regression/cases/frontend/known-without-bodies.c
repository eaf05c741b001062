/* Error functions, abort, exit and inputs without a declaration do what they are known for,
 * whatever is asked; a function without a check. */
#if CASE == 1
#include <ctype.h>
extern int fork(void);
int f(unsigned char c) {
  return isspace(c) + 0 * isdigit(c);
}
int h(int c) {
  fork();
  return c;
}
int k(int c) {
  return c & 3;
}
#elif CASE == 2
int main(void) {
  int x = __VERIFIER_nondet_int();
  while (x > 1) x -= 2;
  if (x == 1) reach_error();
  return 0;
}
#elif CASE == 3
int main(void) {
  void *p = malloc(4);
  int x = __VERIFIER_nondet_int();
  if (!p) exit(2);
  if (x > 3) abort();
  if (x > 2) {
    __VERIFIER_error();
    x = x + 2147483647;
    while (1);
  }
  free(p);
  return 0;
}
#elif CASE == 4
int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x < 5);
  if (x == 4) __assert_fail("x != 4", "e4.c", 5, "main");
  if (x == 4) {
    x += 2147483647;
    for (;;);
  }
  return 0;
}
#endif
