/* Content of memory that realloc has moved or that has ended with a call is arbitrary. */
#include <alloca.h>
#include <assert.h>
#include <stdlib.h>
extern int nondet(void);
static int *variable(int n, int v) {
  int a[n], *p = a;
  a[0] = v;
  return p;
}
static int *on_stack(int n, int v) {
  int *a = alloca(n * sizeof *a);
  a[0] = v;
  return a;
}
int main(void) {
  int *p = malloc(sizeof *p), *q = p;
  *p = 5;
#if BUG == 1
  p = realloc(p, 400);
  *p = 6;
  assert(*q == 5);
#elif BUG == 2
  q = variable(3, 5);
  assert(*variable(3, 7) != 0 && *q == 5);
#elif BUG == 3
  q = on_stack(3, 5);
  assert(*on_stack(3, 7) != 0 && *q == 5);
#elif BUG == 4 /* the old one may be freed, and null be what is left */
  p = realloc(p, nondet() ? 8 : 0);
  assert(p);
#elif BUG == 5
  for (int n = 1; nondet(); n = n < 9 ? n + 1 : 1) {
    q = p;
    p = realloc(p, n * sizeof *p);
    *p = n;
    assert(n < 7 || *q == n - 1);
  }
#else
  p = realloc(p, nondet() ? 80 : 8);
  assert(p && *p == 5);
#endif
  return 0;
}
