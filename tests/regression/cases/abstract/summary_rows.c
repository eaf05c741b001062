/* Functions with loops that are called from several places, in loops, and by themselves. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
extern void *malloc(unsigned long);
struct node {
  int v;
  struct node *next;
};

static int steps(int n) {
  int i = 0, s = 0;
  while (i < n) {
    i++;
    s = s + 2;
    if (s > 50) s = 50;
  }
  __VERIFIER_assert(i >= 0 && i <= 100 && s <= 51);
  return s;
}

static int down(int n) {
  int t = 0;
  while (t < 10) {
    t++;
    if (n > 0 && __VERIFIER_nondet_int()) {
      int below = down(n - 1);
      __VERIFIER_assert(below == 10 && t <= 10);
    }
  }
  return t;
}

static struct node *make(int v, struct node *next) {
  struct node *p = malloc(sizeof *p);
  p->v = v;
  p->next = next;
  return p;
}

int main(void) {
  int x = 0, y = 0;
  while (x < 5) {
    x++;
    y = steps(x);
  }
  int z = steps(100);
  struct node *list = 0;
  for (int i = 0; i < 10; i++) list = make(i < 3 ? 1 : 2, list);
  __VERIFIER_assert(x == 5 && y <= 50 && z <= 50);
  __VERIFIER_assert(down(1) <= 10);
  return 0;
}
