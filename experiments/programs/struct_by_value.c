/* A struct is copied when it is assigned and passed: what the callee writes stays there. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct point { int x, y; char name[4]; };
static struct point moved(struct point p) {
  p.x = 7;
  p.name[1] = 'z';
  return p;
}
int main(void) {
  struct point a = {1, 2, "abc"}, b, c;
  a.y = __VERIFIER_nondet_int();
  b = a;
  b.y = 5;
  c = moved(a);
  assert(a.x == 1 && a.name[1] == 'b');
  assert(b.x == 1 && b.y == 5);
  assert(c.x == 7 && c.y == a.y && c.name[1] == 'z' && c.name[2] == 'c');
  return 0;
}
