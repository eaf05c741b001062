/* A pointer that was never initialised, and a number that was read, may be equal to an address; then
 * what is written through it changes the object. */
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int g, other[4];
int main(void) {
  int *p;
  g = 1;
#if P == 1 /* a local */
  if (p == &g) *p = 2;
#elif P == 2 /* a cell of the heap */
  int **cell = malloc(sizeof *cell);
  if (*cell == &g) **cell = 2;
#elif P == 3 /* as integers */
  if ((unsigned long)p == (unsigned long)&g) *p = 2;
#elif P == 4 /* by order */
  if (p >= &g && p <= &g) *p = 2;
#elif P == 5 /* a copy */
  int *q = p;
  if (p == &g) *q = 2;
#elif P == 6 /* one of two values */
  int *q = p, *r = p;
  if (__VERIFIER_nondet_int()) q = &g;
  if (q == &g) *r = 2;
#elif P == 7 /* a part of a record, at an offset */
  struct {
    int *where, count;
  } s;
  if (s.where - 1 == &other[1]) s.where[-1] = 2;
  g = other[1];
#elif P == 8 /* a cell of an array */
  int *a[3], i = __VERIFIER_nondet_int();
  if (i >= 0 && i < 3 && a[i] == &g) *a[i] = 2;
#elif P == 9 /* a number */
  p = (int *)__VERIFIER_nondet_ulong();
  if (p == &g) *p = 2;
#elif P == 10 /* an object of the stack, one of the heap */
  int x = 1, *h = malloc(sizeof *h);
  *h = 1;
  if (p == &x || p == h) *p = 2;
  if (x == 2 || *h == 2) g = 2;
#elif P == 11 /* an address in the midst */
  if (p == &other[2]) g = 2;
#elif P == 12 /* not compared: it leads nowhere */
  if (__VERIFIER_nondet_int()) p = &other[1];
  if (p == &other[1]) *p = 2;
#endif
  if (g == 2) reach_error();
  return 0;
}
