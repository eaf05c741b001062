/* A program about which a configuration asks for facts. */
#include <stdlib.h>
struct block {
  int cells[3];
  struct block *next;
};
int main(void) {
  struct block *b = malloc(sizeof *b);
  for (int i = 0; i < 3; i++) b->cells[i] = 0;
  free(b);
  return 0;
}
