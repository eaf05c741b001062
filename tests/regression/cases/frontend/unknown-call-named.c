#include <assert.h>
extern void fill(int *p);
extern void never(int *p);
int main(void) {
  int x = 1, y = 1;
  if (y > 1) never(&x);
  fill(&x);
  assert(x == 1);
  return 0;
}
