// The only pointer to the object is kept as bytes: nothing is lost, but the formula does not follow it there.
#include <stdlib.h>
#include <string.h>
char bytes[16];
int main(void) {
  void *p = malloc(4);
  memcpy(bytes + 8, &p, sizeof p);
  p = 0;
  return 0;
}
