/* A write that is over-approximated, since it may lie in several parts of an object. */
#include <assert.h>
extern int nondet(void);
static struct {
  int n;
  struct {
    int x, y;
  } points[3];
} all[4];
int main(void) {
  int i = nondet(), j = nondet();
  if (i < 0 || i > 3 || j < 0 || j > 2) return 0;
  int *first = &all[i].points[0].x;
  first[2 * j + 1] = 7;
  assert(all[i].points[j].y == 7);
  return 0;
}
