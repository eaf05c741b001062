/* One copy through a pointer with several targets, two of them in one object. */
#include <assert.h>
#include <string.h>
extern int nondet(void);
int main(void) {
  int a[60], b[60], d[60], c = nondet();
  for (int i = 0; i < 60; i++) a[i] = 1, b[i] = 7, d[i] = 1;
  int *p = a;
  if (c == 1)
    p = d;
  else if (c == 2)
    p = a + 20;
  memcpy(p, b, 30 * sizeof *b);
#if BUG == 1
  assert(!(c == 0 && a[5] == 7));
#elif BUG == 2
  assert(!(c == 2 && a[45] == 7));
#elif BUG == 3
  assert(!(c == 1 && d[5] == 7));
#else
  assert(a[5] == 1 || c != 1);
  assert(a[25] == 7 || c == 1);
  assert(d[29] == (c == 1 ? 7 : 1));
#endif
  return 0;
}
