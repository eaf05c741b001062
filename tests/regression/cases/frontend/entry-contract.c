/* Functions whose verdicts depend on what is said of the state in which they are entered. */
#include <assert.h>
typedef struct node {
  void *user;
  int value;
  struct node *next;
  union {
    int *pointer;
    long number;
  } either;
  int (*call)(int);
} node;
struct fixed {
  int *const pointer;
  int value;
};
int g;
int *global, *many[40], *few[3];

/* What the contract does not mention may lead to g: never true. */
int by_user(node *p) {
  g = 1;
  if (p->user) *(int *)p->user = 2;
  assert(g == 1);
  return 0;
}
int by_union(node *p) {
  g = 1;
  if (p->either.pointer) *p->either.pointer = 2;
  assert(g == 1);
  return 0;
}
int by_call(node *p) {
  g = 1;
  if (p->call) p->call(1);
  assert(g == 1);
  return 0;
}
int by_other(int *buf, int n, int *q) {
  g = 1;
  if (n > 0) *buf = 3;
  if (q) *q = 2;
  assert(g == 1);
  return 0;
}
int by_static(int *p) {
  static int *kept;
  g = 1;
  *p = 4;
  if (kept) *kept = 2;
  kept = p;
  assert(g == 1);
  return 0;
}
int by_array(int *p) {
  g = 1;
  if (many[30]) *many[30] = *p;
  assert(g == 1);
  return 0;
}
int by_value(struct node p) {
  g = 1;
  p.next->value = 3;
  assert(g == 1);
  if (p.user) *(int *)p.user = 1;
  assert(p.next->value == 3);
  return 0;
}

/* What it mentions. */
int links(const node *p) {
  assert(p && p->next && !p->next->next);
  assert(p != p->next);
  return 0;
}
int constant(struct fixed *p) {
  g = 1;
  *p->pointer = 2;
  assert(g == 1);
  return 0;
}
int two(int *p, int *q) {
  *p = 1;
  *q = 2;
  assert(*p == 1);
  return 0;
}
int is_null(int *p) {
  assert(p);
  return 0;
}
int globals(int *p) {
  g = 1;
  *global = 2;
  *few[2] = 5;
  assert(g == 1);
  *p = 3;
  assert(*global == 2);
  return 0;
}
int boolean(_Bool b, int *p) {
  assert(b == 0 || b == 1);
  return *p;
}
int text(const char *s) {
  if (s[0] == 'a') assert(s[1] == 'b');
  return s[0] ? s[1] : 0;
}
int size(short *b, unsigned long n) {
  if (n < 4) return 0;
  b[3] = 1;
  return b[n - 1];
}
int sum(int n, int *const p, int (*f)(int, char *), const char *const *names) {
  assert(*p != 77 || n > 16 || !**names);
  return 0;
}
