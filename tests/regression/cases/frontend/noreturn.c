/* A function that is declared not to return and does is undefined (C17 6.7.4p9): compilers leave out what stands behind its call. Cases 1 and 2
 * may return, the others do not. */
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static _Noreturn void die(int code) {
#if CASE == 1
  (void)code;
#elif CASE == 2
  if (code) exit(code);
#else
  exit(code);
#endif
}

static _Noreturn void fatal(int code) { die(code); }

static _Noreturn void spin(void) {
  for (;;) {}
}

static _Noreturn void either(int c) {
  if (c) fatal(1);
  abort();
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 5) fatal(x & 1);
  if (x < 0) either(x);
  if (x == 3) spin();
#if CASE == 3
  if (x > 5 || x < 0 || x == 3) reach_error();
#else
  if (x > 4) reach_error();
#endif
}
