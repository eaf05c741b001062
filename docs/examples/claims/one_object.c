/* No loop around the allocation: nothing is leaked unless -DKEEP. */
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
#ifndef KEEP
  free(p);
#endif
  return 0;
}
