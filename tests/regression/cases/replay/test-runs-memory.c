/* The block is used many rounds after it was freed. */
#include <stdlib.h>
int nondet(void);
int main(void) {
  int *block = malloc(4 * sizeof *block), sum = 0, i;
  for (i = 0; i < 100000 && nondet() != 1234567; i++) {
    block[i & 3] = i;
    sum += block[3 - (i & 3)] & 1;
    if (i == 99990) free(block);
  }
  if (i <= 99990) free(block);
  return sum & 1;
}
