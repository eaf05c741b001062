/* Side effects on one object that only a run shows to be unsequenced, and some that look alike. */
extern void reach_error(void);
struct node {
  int v;
};
static int sum(int a, int b) {
  return a + b;
}
static int next(int *p) {
  return (*p)++;
}
int main(void) {
  int x = 1, y = 2, a[2] = {0, 1}, *p = &x, *q = &x, r = 1;
  struct node n = {1}, *m = &n;
#if CASE == 1
  *p = (*q)++;
#elif CASE == 2
  r = (*p)++ + x;
#elif CASE == 3
  r = sum(*p, --*q);
#elif CASE == 4
  r = n.v++ + m->v;
#elif CASE == 5
  a[x - 1] = (*p)++;
#elif CASE == 6 /* other objects */
  q = &y;
  *p = (*q)++;
  *q++ += *p;
#elif CASE == 7 /* sequenced */
  *p = next(q);
  *p = ((*q)++, *q);
  r = (*p)++ && x > 1 ? x : 0;
  *p = y = r;
#elif CASE == 8
  struct {
    unsigned a : 4, b : 4;
  } s = {1, 2};
  s.a = s.b++;
  r = (int)(s.a = s.b = (unsigned)x);
#endif
  if (r != 77) reach_error();
  return a[0] + x + y;
}
