/* Products whose overflow is guarded against by a quotient. */
#include <assert.h>
#include <limits.h>
#ifndef MOST
#define MOST(b) (INT_MAX / (b))
#endif
int product(int a, int b) {
  if (a < 0 || b <= 0) return 0;
  if (a > MOST(b)) return 0;
  return a * b;
}
unsigned long wide(unsigned long n, unsigned long size) {
  unsigned narrow_n = (unsigned)n, narrow = (unsigned)size;
  if (!narrow || narrow_n > UINT_MAX / narrow) return 0;
  unsigned long area = (unsigned long)narrow_n * narrow;
  assert(area == narrow_n * narrow);
  return area;
}
