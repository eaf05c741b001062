/* Choices that C leaves open and the builds do not (docs/soundness.md 8, readings). */
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct record {
  char c;
  int i;
};
struct record made(int i) {
  struct record r = {i, i};
  return r;
}
static unsigned down(unsigned x, unsigned n) {
  return x >> n;
}
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint(), bad = 0;
  struct record a = {1, 2}, b = a, *many = calloc(4, sizeof *many);
  if (!many) return 0;
  many[1] = a;
#if P == 1 /* any processor's */
  bad = (x & 0xff) >> n > 0xff;
#elif P == 2 /* 1 by x86, 0 where all bits are shifted out */
  bad = n == 32 && 1u >> n != 1;
#elif P == 3
  bad = n == 32 && 1u >> n != 0;
#elif P == 4 /* compilers know the amount */
  bad = x >> (32 + 0 * sizeof a) > x;
#elif P == 5 /* a violation without a shift by the width or more */
  bad = n < 32 && x << n == 0x12300000u;
#elif P == 6
  bad = (x | x << n) < x;
  for (int i = 0; i < 40 && !bad; i++) bad = (int)x >> i > (int)x && (int)x >= 0;
#elif P == 7
  bad = memcmp(&a, &b, sizeof a) != 0;
#elif P == 8
  bad = memcmp(&a, &many[1], sizeof a) != 0;
#elif P == 9
  b = made(3);
  bad = memcmp(&b, (struct record[]){{3, 3}}, sizeof b) != 0 && x == 0;
#elif P == 10 /* no initialiser clears old content, and no member is copied alone */
  memset(&b, n, sizeof b);
  b.c = 1;
  b.i = 2;
  bad = memcmp(&a, &b, sizeof b) != 0;
#elif P == 11
  bad = realloc(malloc(4), 0) != NULL;
#elif P == 12 /* two readings */
  bad = memcmp(&a, &b, sizeof a) != 0 || x >> n > x;
#elif P == 13 /* one instruction shifts as it did before */
  bad = down(x, n) != down(x, n);
#elif P == 14 /* two may shift in two ways */
  bad = down(x, n) != x >> n;
#endif
  if (bad) reach_error();
  return 0;
}
