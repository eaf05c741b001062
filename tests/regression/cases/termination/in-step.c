/* Two strings that are compared, and two numbers of which an inner loop moves one into the other. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#ifndef STEP
#define STEP 1
#endif
#ifndef LOST
#define LOST 1
#endif

static char *string(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1) n = 1;
  char *s = malloc(n);
  if (!s) abort();
  s[n - 1] = 0;
#if STEP == 0
  if (n > 1) s[0] = 'a';
#endif
  return s;
}

#ifdef STRINGS
int main(void) {
  const char *a = string(), *b = string();
  while (*a && *a == *b) a += STEP, b += STEP;
  return *a - *b;
}
#else
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y;
  while (x > 0) {
    y = x;
    x = 0;
    while (y > 0) y--, x++;
    x -= LOST;
  }
  return 0;
}
#endif
