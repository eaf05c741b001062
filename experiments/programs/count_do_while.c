/* The body of a do loop runs before the first test. */
#include <assert.h>
int main(void) {
  long n = 0;
  do n += 5;
  while (n < 400);
  assert(n >= 400 && n <= 404);
  return 0;
}
