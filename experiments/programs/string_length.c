/* Scanning a string literal for its end. */
#include <assert.h>
int main(void) {
  const char *name = "template";
  int n = 0;
  while (name[n]) n++;
  assert(n == 8);
  return 0;
}
