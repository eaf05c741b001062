/* Models of single headers. Each CASE is a program. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <inttypes.h>
#include <libgen.h>
#include <locale.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
#if CASE == 1 /* the environment may ask for another locale */
  if (setlocale(LC_ALL, 0)[0] != 'C' || strcmp(setlocale(LC_ALL, "C"), "C") != 0) reach_error();
#elif CASE == 2
  setlocale(LC_ALL, "");
#elif CASE == 3
  setlocale(LC_ALL, "");
  if (__VERIFIER_nondet_int() == 5) reach_error();
#elif CASE == 4 /* numbers of 48 bits */
  srand48(__VERIFIER_nondet_int());
  long n = lrand48();
  if (n < 0 || n > 2147483647) reach_error();
  unsigned short seed[3] = {1, 2, 3};
  if (nrand48(seed) == 0) reach_error();
#elif CASE == 5
  char path[] = "/a/b/";
  if (strcmp(basename(path), "b") != 0 || strcmp(dirname(path), "/a") != 0) reach_error();
#elif CASE == 6
  unsigned x = (unsigned)__VERIFIER_nondet_int();
  if (ntohl(htonl(x)) != x || htons(0x1234) != 0x3412) reach_error();
  struct e {
    struct e *next, *previous;
  } a, b;
  insque(&a, 0);
  insque(&b, &a);
  if (a.next != &b || b.previous != &a || b.next || a.previous) reach_error();
  remque(&b);
  if (a.next) reach_error();
  if (imaxdiv(-7, 2).rem != -1 || imaxabs(-3) != 3) reach_error();
#elif CASE == 7 /* the product overflows */
  int *p = reallocarray(0, (size_t)-1, 4);
  if (p) reach_error();
  p = reallocarray(0, 3, sizeof *p);
  p[3] = 1;
#elif CASE == 8
  intmax_t x = imaxabs(INTMAX_MIN);
  (void)x;
#endif
  return 0;
}
