#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assert(int);
struct in { signed char c; unsigned short s; float f; };
struct rec { struct in in; unsigned b : 3; int sb : 4; _Bool flag : 1; union { int i; float f; } u; struct rec *next; };
int main(void) {
  unsigned char u = __VERIFIER_nondet_uchar();
  struct rec *r = malloc(sizeof *r), *q = malloc(sizeof *q);
  if (!r || !q) return 0;
  r->next = q;
  r->b = 5;
  r->sb = -2;
  r->flag = 1;
  r->u.f = 1.5f;
  struct in made = {-3, 65535, 0.5f};
  q->in = made;
  int *a = malloc(3 * sizeof *a);
  if (!a) return 0;
  a[1] = 4;
  __VERIFIER_assert(!(u == 255 && q->in.c == -3 && a[2] == 77));
  return 0;
}
