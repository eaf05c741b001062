/* Entry contracts that stand beside the code (contract-comments.test). */
#include "contract-comments.h"
int last(struct buf *b) {
  return b->len ? b->p[b->len - 1] : -1;
}
struct str {
  unsigned long len;
  char bytes[];
};
//@ ansatz: valid
//@ ansatz: valid s->bytes[s->len]
int end(struct str *s) {
  return s->len ? s->bytes[s->len - 1] : 0;
}
int bad_end(struct str *s) {
  return s->bytes[s->len];
}
static int less(int a, int b) {
  return a < b;
}
static int more(int a, int b) {
  return a > b;
}
int *kept;
/*@ ansatz: one-of f,less,more */
int apply(int (*f)(int, int), int a) {
  int r = f(a, 3);
  __CPROVER_assert(r == 0 || r == 1, "r");
  return r;
}
static int one(void) {
  return 1;
}
static int two(void) {
  return 2;
}
static int three(void) {
  return 3;
}
/*@ ansatz: one-of f,one,two,three */
int pick(int (*f)(void)) {
  int r = f();
#ifdef PICK
  __CPROVER_assert(r != PICK, "r");
#else
  __CPROVER_assert(r > 0 && r < 4, "r");
#endif
  return r;
}
enum mode { ON = 1, OFF, AUTO };
static enum mode mode = ON;
int set(enum mode m) {
  mode = m;
  return mode;
}
struct n {
  struct n *next;
  int v;
};
/*@ ansatz: valid=4 */
int deep(struct n *l) {
  return l->next->next->next->v;
}
int deep2(struct n *l) {
  return l->next->next->next->next->v;
}
/*@ ansatz: vald */
int typo(int *p) {
  return *p;
}
int scan(const char *s, const char *e) {
  while (s < e && *s == ' ') s++;
  return s == e;
}
int both(const char *s1, int n1, const char *s2, int n2) {
  return n1 > 0 && n2 > 0 && s1[0] == s2[n2 - 1];
}
int sum(const int *a, unsigned n, int (*cb)(int), void *ctx) {
  int r = 0;
  for (unsigned i = 0; i < n; i++) r ^= a[i];
  return r;
}
