#include <assert.h>
extern void scribble(int *);
int main(void) {
  int x = 0;
  scribble(&x);
  assert(x == 0);
  return 0;
}
