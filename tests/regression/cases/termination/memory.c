/* Loops over memory: they end because no access goes beyond it, a lemma; with BUG they need not. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static char *text(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000000) n = 1;
  char *s = malloc((size_t)n);
#ifndef BUG
  s[n - 1] = 0;
#endif
  return s;
}

int main(void) {
  const char *s = text(), *p = s;
  while (*p) p++;
  return (int)(p - s);
}
