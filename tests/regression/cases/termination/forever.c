/* Programs with an execution that never ends, by the number P. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

static void down(int n) {
  if (n > 0) down(n);
}
static void pong(int n);
static void ping(int n) {
  if (n > 0) pong(n - 1);
}
static void pong(int n) {
  ping(n + 1);
}

static void calls(int n) {
  int is = __VERIFIER_nondet_int();
  if (is == n) calls((n * 3 + 1) % 1009);
}

static void along(void *f, int n) {
  if (n > 0) ((void (*)(void *, int))f)(f, n - n % 2);
}

static int (*self)(int);
static int same(int n) {
  return n;
}
static int turns(int n) {
  if (n == 400) self = same;
  return self(n + 1);
}

struct node {
  struct node *next;
};

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), kept;
#if P == 1 /* for one input only */
  while (x < 0)
    if (x != -77) x++;
#elif P == 2  /* from the second entry only, by goto */
  int entries = 0;
again:
  entries++;
  if (entries < 2) goto again;
spin:
  if (entries == 2) goto spin;
#elif P == 3  /* an unsigned counter goes round */
  for (unsigned char c = 0; c < 256; c++) y ^= c;
#elif P == 4  /* two inner loops as one step */
  x = 0;
  while (x < 10) {
    for (int i = 0; i < 5; i++) x++;
    for (int i = 0; i < 5; i++) x--;
  }
#elif P == 5  /* an input for the first round, another one from then on */
  if (__VERIFIER_nondet_uchar() != 7) return 0;
  while (1) {
    unsigned char c = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(c > 7);
    if (c == 255) abort();
  }
#elif P == 6  /* recursion, equal arguments */
  down(5);
#elif P == 7  /* mutual recursion */
  ping(3);
#elif P == 8  /* a ring on the heap */
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->next = b;
  b->next = a;
  while (a) a = a->next;
#elif P == 9  /* a loop that allocates */
  while (1) {
    char *p = malloc(8);
    p[0] = 1;
    free(p);
  }
#elif P == 10 /* floats */
  float f = 1;
  while (f > 0) f = f * 0.5f + 0.5f;
#elif P == 11 /* what is not initialised is an input */
  while (kept > 0 && kept < 5) y = kept;
#elif P == 12 /* a cycle of 24 states */
  unsigned s = 1;
  while (s != 0) s = s * 5 % 97;
#elif P == 13 /* an input that must alternate */
  x = 0;
  while (x >= 0 && x < 2) {
    if (__VERIFIER_nondet_uchar() % 2)
      x++;
    else
      x--;
  }
#elif P == 14 /* an input that must be what x is in each round; it ends for all others */
  unsigned z = 7;
  while (1) {
    unsigned is = (unsigned)__VERIFIER_nondet_int();
    if (is != z) break;
    z = (z * 5 + 7) % 100003;
  }
#elif P == 15 /* one that must be -x */
  x = 1;
  while (x + __VERIFIER_nondet_int() == 0) x = x > 0 ? -(x % 1000) - 1 : -x;
#elif P == 16 /* read where it is passed on, by calls without end */
  calls(x % 100);
#elif P == 19 /* recursion through a pointer that is passed along */
  along(along, x);
#elif P == 20 /* through one that leads elsewhere in the end: it ends */
  self = turns;
  turns(x % 100);
#elif P == 18 /* nothing at all happens */
A:
  goto A;
#elif P == 17 /* as 14, but that the rounds are counted: it ends */
  unsigned z = 7;
  for (unsigned left = 1000000; left > 0; left--) {
    unsigned is = (unsigned)__VERIFIER_nondet_int();
    if (is != z) break;
    z = (z * 5 + 7) % 100003;
  }
#endif
  return 0;
}
