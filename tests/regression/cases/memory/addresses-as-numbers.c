/* A number that a loop keeps is an address, although its type does not say so. */
#include <assert.h>
extern int nondet(void);
int g, h;
int main(void) {
  long at = 0, cells[2] = {0, 0};
  int i = 0;
  while (nondet()) {
    at = nondet() ? (char *)&h - (char *)0 : (char *)&g - (char *)0;
    cells[i] = at;
    i = !i;
  }
#if BUG == 1
  if (at) *(int *)at = 1;
#elif BUG == 2
  if (cells[1]) *(int *)cells[1] = 1;
#else
  if (at) h = 1;
#endif
  assert(g == 0);
  return 0;
}
