/* What padding holds behind an initialiser or an assignment of a record is left open; memcpy copies
 * it, and members keep what they have. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct s {
  char c;
  int i;
};
struct big {
  char c;
  int i;
  long l[5];
};
struct bits {
  unsigned a : 3, b : 6;
};
union u {
  struct s s;
  unsigned char bytes[8];
};

static int equal(struct s b, struct s *a) {
  return memcmp(a, &b, sizeof b) == 0;
}
static int equal_big(struct big b, struct big *a) {
  return memcmp(a, &b, sizeof b) == 0;
}
static struct s same(struct s *a) {
  return *a;
}
static struct big same_big(struct big *a) {
  return *a;
}
static int padding_of(void) {
  struct s a = {1, 2};
  return ((unsigned char *)&a)[2];
}

int main(void) {
  struct s a, b, many[3];
  struct big x, y;
  unsigned k = __VERIFIER_nondet_uint() % 3;
  memset(&a, 5, sizeof a), memset(&b, 0, sizeof b), memset(many, 0, sizeof many);
  memset(&x, 5, sizeof x), memset(&y, 0, sizeof y);
#if CASE == 1
  assert(padding_of() == 0);
#elif CASE == 2
  assert(padding_of() == padding_of());
#elif CASE == 3
  b = a;
  assert(!memcmp(&a, &b, sizeof a));
#elif CASE == 4
  assert(equal(a, &a));
#elif CASE == 5
  assert(equal_big(x, &x));
#elif CASE == 6
  b = same(&a);
  assert(!memcmp(&a, &b, sizeof a));
#elif CASE == 7
  y = same_big(&x);
  assert(!memcmp(&x, &y, sizeof x));
#elif CASE == 8
  struct bits z = {1, 2};
  assert(((unsigned char *)&z)[1] == 0);
#elif CASE == 9
  many[k] = b;
  assert(((unsigned char *)many)[9] == 0);
#elif CASE == 10
  struct s *p = calloc(1, sizeof *p);
  *p = b;
  assert(((unsigned char *)p)[1] == 0);
#else
  memcpy(&b, &a, sizeof b);
  assert(!memcmp(&a, &b, sizeof a));
  __builtin_memcpy(&b, &a, sizeof b);
  assert(!memcmp(&a, &b, sizeof a));
  b.i = 7, many[k] = b, b = same(&b), a = b;
  assert(a.c == 5 && a.i == 7 && many[k].c == 5 && many[k].i == 7);
  assert(many[(k + 1) % 3].i == 0 &&
         ((unsigned char *)many)[9] == (k == 1 ? ((unsigned char *)many)[9] : 0));
  y = same_big(&x);
  assert(y.c == 5 && y.l[4] == x.l[4]);
  struct bits z = {1, 33}, w = z;
  assert(w.a == 1 && w.b == 33);
  union u v, t;
  memset(&v, 0, sizeof v);
  v.bytes[2] = 9, t = v;
  assert(t.bytes[2] == 9);
  static struct s zero = {1, 2};
  struct s cleared = {0};
  assert(((unsigned char *)&zero)[2] == 0 && ((unsigned char *)&cleared)[2] == 0);
#endif
  return 0;
}
