/* Copies between objects that overlap, and some that do not. */
#include <string.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char b[16] = "abcdef";
  unsigned n = __VERIFIER_nondet_uint() % 4;
#if CASE == 1
  strncpy(b + 1, b, 4);
#elif CASE == 2
  strcpy(b, b + 1);
#elif CASE == 3
  strcat(b, b + 2);
#elif CASE == 4
  memcpy(b + 1, b, n);
#elif CASE == 5
  strcpy(b + 7, b);
  strncat(b + 8, b, 2);
  memcpy(b + 3, b, n);
  memmove(b + 1, b, n);
  strcpy(b, "abcdef");
#endif
#ifdef BUG
  reach_error();
#endif
  return b[0] == 'a' && b[1] == 'b' ? 0 : 1;
}
