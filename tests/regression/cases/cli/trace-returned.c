extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct point {
  int x;
  short y;
  unsigned char c;
};
struct pair {
  float u, v;
};
struct flags {
  int n;
  unsigned low : 3, high : 5;
};
struct wide {
  long a;
  int b;
};
static struct point point(int a) {
  struct point p = {a, -3, 255};
  return p;
}
static struct pair pair(float a) {
  struct pair p = {a, 3.5f};
  return p;
}
static struct flags flags(int n) {
  struct flags f = {n, 5, 17};
  return f;
}
static struct wide wide(long a) {
  struct wide w = {a, 8};
  return w;
}
static int sum(struct point p, struct flags f) {
  return p.x + p.y + (int)f.high;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  struct point p = point(n);
  struct pair q = pair(2.25f);
  struct flags f = flags(4);
  struct wide w = wide(-7);
  if (sum(p, f) == 60 && q.u < q.v && w.b == 8) reach_error();
  return 0;
}
