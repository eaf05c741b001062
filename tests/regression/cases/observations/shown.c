void *malloc(unsigned long);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}
struct n {
  int v;
  struct n *next;
};
struct m {
  struct m *l, *r;
  int v;
};
int main(void) {
  int i = 0;
  struct n *l = 0;
  struct m *h = 0;
  while (__VERIFIER_nondet_int()) {
    struct n *t = malloc(sizeof *t);
    t->v = i;
    t->next = l;
    l = t;
  }
  while (l) {
    struct m *g = malloc(sizeof *g);
    g->l = h;
    g->r = 0;
    if (h)
      h->r = g;
    h = g;
    l = l->next;
  }
  if (i < 0)
    reach_error();
}
