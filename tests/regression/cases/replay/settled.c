/* Undefined behaviour to which the builds give one meaning (docs/soundness.md 8), and its kin to
 * which they do not. */
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct pair {
  int a, b;
};
static int returns_nothing(int i) {
  if (i > 7) return 1;
}
int main(void) {
  int i = __VERIFIER_nondet_int(), bad = 0;
#if P == 1 /* misaligned */
  char bytes[8] = {0};
  *(int *)(bytes + 1) = 5;
  bad = bytes[1] == 5;
#elif P == 2 /* read as another type */
  float f = 1.5f;
  bad = *(unsigned *)&f == 0x3fc00000u;
#elif P == 3 /* written as another type */
  long l = 0;
  *(int *)&l = i;
  bad = l == 1234;
#elif P == 4 /* a shift of what is negative, and into the sign */
  bad = i < 0 && i << 3 == -64;
#elif P == 5
  bad = i > 0 && i << 24 < 0;
#elif P == 6  /* pointers to different objects, whatever the outcome is */
  int x = 0, y = 0, *p = &x, *q = &y, less = p < q;
  bad = (less | !less) && i == 5;
#elif P == 7  /* a value that does not fit its format */
  printf("%d\n", 7L);
  bad = i == 5;
#elif P == 8  /* no value is returned, and none is used */
  returns_nothing(i);
  bad = i == 5;
#elif P == 9  /* a copy onto itself */
  char text[4] = "abc";
  memcpy(text, text, sizeof text);
  bad = i == 5 && text[1] == 'b';
#elif P == 10 /* open: a null pointer */
  struct pair *none = 0;
  bad = &none->b && i == 5;
#elif P == 11 /* open: a difference of pointers to different objects */
  int x = 0, y = 0, *p = &x, *q = &y;
  long d = p - q;
  bad = d != 77 && i == 5;
#elif P == 12 /* open: a pointer that does not fit its format */
  short s = 7;
  sscanf("5", "%d", &s);
  bad = i == 5;
#elif P == 13 /* open: the value is used */
  int value = returns_nothing(i);
  bad = value != 77 && i == 1;
#elif P == 14 /* the outcome of the comparison decides: elsewhere, it is the other one */
  int x = 0, y = 0;
  bad = i ? &x < &y : &y < &x;
  if (bad) bad = i == 5 && &x < &y;
#elif P == 15 /* an array of no elements has no bytes */
  if (i < 0 || i > 9) return 0;
  int a[i];
  bad = sizeof a == 0;
#elif P == 16 /* so that each write is outside of it */
  if (i < 0 || i > 9) return 0;
  char a[i];
  a[i - 1] = 1;
#elif P == 17 /* a length below zero asks for more bytes than the stack has */
  if (i > 0) return 0;
  char a[i];
  bad = i < 0;
#elif P == 18 /* open: whether two such arrays have one address */
  if (i != 0) return 0;
  char a[i], b[i];
  bad = a == b;
#endif
  if (bad) reach_error();
  return 0;
}
