#include <assert.h>
#include <stdlib.h>
struct node {
  int value;
  struct node *next;
};
int main(void) {
  struct node *old = malloc(sizeof *old), *other = malloc(sizeof *other);
  old->value = 1;
  old->next = old;
  other->value = 0;
  other->next = NULL;
  free(old);
  free(old->next); /* of any value: also of other */
  assert(other->value <= 1);
  return 0;
}
