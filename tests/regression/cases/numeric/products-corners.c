/* Products whose overflow is excluded by constants, by quotients of every sign, and from one
 * iteration to the next. */
#include <assert.h>
#include <limits.h>
extern int input(void);
#ifndef MOST
#define MOST 46340
#endif
int square(int x) {
  if (x < -MOST || x > MOST) return 0;
  return x * x;
}
#ifndef LATE
#define LATE 0
#endif
int signs(int a, int b) {
  if (a > 0 && b > 0 && a > INT_MAX / b) return 0;
  if (a > 0 && b <= 0 && b < INT_MIN / a) return 0;
  if (a <= 0 && b > 0 && a + LATE < INT_MIN / b) return 0;
  if (a < 0 && b <= 0 && b < INT_MAX / a) return 0;
  return a * b;
}
int all(void) {
  int product = 1;
  while (input()) {
    int x = input();
    if (x < 1) continue;
    if (product > INT_MAX / x) break;
    product *= x;
  }
  return product;
}
unsigned area(unsigned width, int height) {
  if (width > 300 || height < -20 || height > 40) return 0;
  int product = (int)width * height;
  assert(product >= -6000 && product <= 12000);
  return product;
}
