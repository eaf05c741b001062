/* A loop that only undefined behaviour leaves, beside accesses that are all valid: that these are
 * says nothing of the loop. */
#include <stdlib.h>

int main(void) {
  int i = 0;
  while (1) {
    i++;
    char *p = malloc(8);
    if (p) *p = 1;
  }
}
