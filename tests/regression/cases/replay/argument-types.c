/* va_arg with another type than that of the argument. */
#include <stdarg.h>
extern void reach_error(void);
struct pair {
  int a;
  double b;
};
static double take(int kind, ...) {
  va_list list;
  double r = 0;
  va_start(list, kind);
  if (kind == 0) {
    r = va_arg(list, struct pair).b;
    r += va_arg(list, unsigned);
    r += *va_arg(list, int *);
    r += (double)va_arg(list, long double);
  } else if (kind == 1) {
    r = va_arg(list, int);
  } else {
    r = va_arg(list, double);
  }
  va_end(list);
  return r;
}
int main(void) {
  int x = 3;
  struct pair p = {1, 2};
  double r = CASE == 0   ? take(0, p, 1, &x, 4.0L)
             : CASE == 1 ? take(1, 5LL)
             : CASE == 2 ? take(1, 5.0)
                         : take(2, 7);
  if (CASE || r == 10) reach_error();
  return 0;
}
