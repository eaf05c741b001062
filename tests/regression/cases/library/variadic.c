/* Variable arguments as both ABIs lay them out. */
#include <stdarg.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define CHECK(c) if (!(c)) reach_error()
struct pair { int i; double d; };
struct big { long a[3]; };
struct aligned { _Alignas(16) int a; };

static int sum(int n, ...) {
  va_list ap;
  int s = 0;
  va_start(ap, n);
  for (int i = 0; i < n; i++) s += va_arg(ap, int);
  va_end(ap);
  return s;
}

static void take(double named, int i, ...) {
  va_list ap, again;
  va_start(ap, i);
  CHECK(va_arg(ap, int) == 1 && va_arg(ap, double) == 2.5);
  va_copy(again, ap);
  CHECK(va_arg(ap, long double) == 3.25L);
  struct pair p = va_arg(ap, struct pair);
  CHECK(p.i == 4 && p.d == 5.5);
  struct big b = va_arg(ap, struct big);
  CHECK(b.a[0] == 6 && b.a[2] == 8);
  char *text = va_arg(ap, char *);
  CHECK(text[0] == 'x');
  CHECK(va_arg(ap, long long) == 1ll << 40);
  CHECK(va_arg(again, long double) == 3.25L);
  va_end(again);
  va_end(ap);
}

static int later(va_list *ap) {
  return va_arg(*ap, int);
}

static int through(va_list ap) {
  int ten = va_arg(ap, int) * 10;
  return ten + va_arg(ap, int);
}

static int pass(char c, ...) {
  va_list ap;
  va_start(ap, c);
  int first = later(&ap), rest = through(ap);
  va_end(ap);
  return first * 100 + rest;
}

static int other(const char *f, ...) {
  return f != 0;
}

int main(void) {
  struct pair p = {4, 5.5};
  struct big b = {{6, 7, 8}};
#if CASE == 0
  CHECK(sum(0) == 0 && sum(3, 1, 2, 3) == 6 && sum(8, 1, 2, 3, 4, 5, 6, 7, 8) == 36);
  take(1.5, 0, 1, 2.5, 3.25L, p, b, "x", 1ll << 40);
  CHECK(pass('a', 1, 2, 3) == 123 && pass('a', sum(1, 4), 5, sum(2, 3, 3)) == 456);
  CHECK(other("x", 1));
#elif CASE == 1 /* through a pointer */
  int x = __VERIFIER_nondet_int();
  int (*f)(int, ...) = sum;
  if (f(2, x, 1) != (int)(x + 1u)) reach_error();
  if (x == 41 && f(2, x, 1) == 42) reach_error();
#elif CASE == 2
  int x = __VERIFIER_nondet_int();
  if (sum(9, 0, 0, 0, 0, 0, 0, 0, 0, x) == 7) reach_error();
#elif CASE == 3 /* more than there is: nothing is known of it */
  if (sum(2, 1) == 1) reach_error();
#endif
  return 0;
}
