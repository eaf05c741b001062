/* A pointer that is freed and used again. */
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) return 0;
  free(p);
  *p = 1;
  return 0;
}
