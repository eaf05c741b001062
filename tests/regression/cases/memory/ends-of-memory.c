#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
#if BUG == 5
static void say(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vprintf(format, list);
  va_end(list);
}
#endif
int main(void) {
#if BUG == 0
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n > 100) return 0;
  char *p = calloc(n, 2);
  if (!p || (n && p[n])) reach_error();
#elif BUG == 1 /* too much for calloc, whoever gives it */
  char *p = calloc(__VERIFIER_nondet_ulong(), 2);
  if (!p) reach_error();
#elif BUG == 2 /* the array ends with its block */
  int n = __VERIFIER_nondet_int(), *p = NULL;
  if (n < 1 || n > 4) return 0;
  for (int i = 0; i < 2; i++) {
    int a[n];
    a[0] = i;
    if (i == 0) p = a;
  }
  if (*p != 0) reach_error();
#elif BUG == 3
  errno = 0;
  strtol("99999999999999999999999", NULL, 10);
  if (errno == ERANGE) reach_error();
#elif BUG == 4 /* memory safety from here on */
  void *p = NULL;
  posix_memalign(&p, 16, 32);
  p = NULL;
#elif BUG == 5
  say("%s", (char *)8);
#elif BUG == 6
  void (*f)(void) = NULL;
  f();
#elif BUG == 7
  static int x;
  void (*f)(void) = (void (*)(void))(void *)&x;
  f();
#endif
  return 0;
}
