/* A small array: full unwinding proves it. */
#include <assert.h>
int main(void) {
  unsigned short a[5];
  for (int i = 0; i < 5; i++) a[i] = (unsigned short)(i * i);
  for (int i = 0; i < 5; i++) assert(a[i] == i * i);
  return 0;
}
