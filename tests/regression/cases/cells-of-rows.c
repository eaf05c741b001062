/* Rows of an allocation, in which a loop writes: arrays of one name with indices of two kinds. */
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
#define G
static int in(int n) { return __VERIFIER_nondet_uchar() % n; }
struct I {
  short p;
  int q[2];
};
struct S {
  signed char t;
  struct S *n;
  char b[4];
  struct I in;
  int v;
};
G int z = 3;
G int d2[2][3] = {{1, 2}, {3}};
G int g0 = 0;
G int **rw = 0;
int main(void) {
  int x = 2;
  int y = 1;
  struct S s1 = {0};
  struct S sa[2] = {{0}};
  rw = malloc(3 * sizeof *rw);
  for (int i = 0; i < 3; i++) {
    rw[i] = calloc(2, sizeof(int));
    rw[i][i & 1] = i;
  }
  struct S *l = 0;
  int q2 = 0;
  while (in(2)) {
    rw[0][(x & 1)] = ((d2[(y & 1)][in(3)] & 255) | (s1.v & 255)) & 15;
    if (q2 >= 6) {
    }
  }
}
