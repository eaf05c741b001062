/* Entry contracts that say where a pointer is; lengths that no run has room for; variables that
 * nothing can write keep their values. */
#if CASE == 1
extern void reach_error(void);
static unsigned char tab[2][4] = {{0, 1, 2, 3}, {3, 2, 1, 0}};
int look(unsigned i) {
  int a[4] = {5, 6, 7, 8};
  return a[tab[i & 1][i >> 3 & 3]];
}
static int set = 1, out = 1;
int other = 1;
static volatile int reg = 1;
void change(int n) {
  set = n;
}
int written(void) {
  if (set != 1) reach_error();
  return 0;
}
int *give(void) {
  return &out;
}
int leaked(void) {
  if (out != 1) reach_error();
  return 0;
}
int outer(void) {
  if (other != 1) reach_error();
  return 0;
}
int local(void) {
  static int once = 5;
  if (once != 5) reach_error();
  return 0;
}
int device(void) {
  if (reg != 1) reach_error();
  return 0;
}
static int base[2] = {4, 5};
static int *at[1] = {&base[1]};
int chain(void) {
  if (*at[0] != 5 && base[1] == 5) reach_error();
  return 0;
}
#elif CASE == 2
extern void reach_error(void);
int f(char *s, char *e, unsigned n) {
  return *e + *s;
}
int g(int *b, int *end, unsigned n) {
  return end[-1] + *b;
}
int h(int *p, int *q, int *r) {
  if (p != r) reach_error();
  return 0;
}
int lower(int *b, int *e, unsigned n) {
  return e[-1];
}
struct ring {
  unsigned char *buf, *head;
  unsigned long size;
};
int put(struct ring *r, int c) {
  *r->head++ = (unsigned char)c;
  if (r->head == r->buf + r->size) r->head = r->buf;
  return *r->head;
}
struct text {
  char *data, *end;
};
int at_end(struct text *t) {
  return t->data == t->end ? 0 : t->end[-1] + *t->end;
}
struct item {
  int key;
  char c;
};
struct items {
  struct item *v;
  unsigned n;
};
int get(struct items *t, unsigned i) {
  return i < t->n ? t->v[i].key : 0;
}
#elif CASE == 3
int f(char *s) {
  return s[1];
}
#elif CASE == 4
int f(char *b, unsigned long n) {
  return b[n];
}
#endif
