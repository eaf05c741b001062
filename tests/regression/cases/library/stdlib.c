/* stdlib.h: sorting, floats in strings, alignment. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define CHECK(c) if (!(c)) reach_error()
static int order(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}
int main(void) {
#if CASE == 0
  char text[] = " -1.5e1x", *end;
  CHECK(strtod(text, &end) == -15 && *end == 'x' && strtof("0.1", NULL) == 0.1f);
  CHECK(strtod("0x1.8p3", NULL) == 12 && atof("2.5") == 2.5 && isinf(strtod("inf", NULL)));
  CHECK(isnan(atof("nan(1)")) && strtold("10", NULL) == 10);
  errno = 0;
  double large = strtod("1e999", &end);
  CHECK(!*end && (large != INFINITY || errno == ERANGE));
#elif CASE == 1
  int a[] = {3, 1, 2, 5, 4};
  qsort(a, 5, sizeof *a, order);
  for (int i = 0; i < 5; i++) CHECK(a[i] == i + 1);
#elif CASE == 2
  int a[] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
  qsort(a, 2, sizeof *a, order);
  CHECK(a[0] <= a[1]);
#elif CASE == 3
  int a[] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
  qsort(a, 2, sizeof *a, order);
  CHECK(a[0] < a[1]);
#elif CASE == 4
  void *p = NULL;
  CHECK(posix_memalign(&p, 3, 8) == EINVAL && !p && posix_memalign(&p, 4096, 8) == 0 && p);
  free(p);
#elif CASE == 5 /* glibc's versions differ */
  CHECK(aligned_alloc(3, 8));
#elif CASE == 6
  if (strtod("123456789012345678e-30", NULL) > 1) reach_error();
#elif CASE == 7
  CHECK(fma(0.1, 10, -1) == 0x1p-54);
#endif
  return 0;
}
