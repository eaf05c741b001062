#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assert(int);
struct s { unsigned char c; signed char d; float f; unsigned short h; double g; struct s *next; };
unsigned char glob[4];
int main(void) {
  struct s x, *p = malloc(sizeof *p);
  if (!p) return 0;
  unsigned char u = __VERIFIER_nondet_uchar();
  float f = __VERIFIER_nondet_float();
  x.c = u; x.d = (signed char)u; x.f = f; x.h = 65535; x.g = 0.25;
  p->c = 255; p->d = -1; p->f = 1.5f; p->h = 60000; p->g = 2.5; p->next = 0;
  glob[1] = 200; glob[2] = u;
  unsigned char *q = &glob[3];
  *q = 255;
  float a[2]; a[0] = 0.5f; a[1] = f;
  __VERIFIER_assert(!(u == 255 && f == 2.5f && p->c == 255));
  return 0;
}
