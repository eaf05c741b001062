/* A violation that rests on undefined behaviour: P says which. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
void reach_error(void) { abort(); }
int returns_nothing(int x) { if (x) return 1; }
int of_one(int x) { return x; }
int *leave(void) { int x = 3, *p = &x; return p; }
struct pair { int a[2], b; };
int first[100], second[100];

int main(void) {
  int i = __VERIFIER_nondet_int(), bad = 0;
  unsigned n = __VERIFIER_nondet_uint();
#if P == 1 /* an index out of bounds */
  int a[2] = {1, 2};
  bad = i == 2 && a[i] == 5;
#elif P == 2 /* the next member of the record */
  struct pair s = {{0, 0}, 1};
  if (i < 0 || i > 2) return 0;
  s.a[i] = 7;
  bad = s.b == 7;
#elif P == 3 /* behind the object, into another one */
  int *p = first;
  if (i < 100 || i > 300) return 0;
  p[i] = 7;
  bad = i == 150;
#elif P == 4 /* a pointer that left its object for another one */
  char *p = malloc(16), *q = malloc(16), *r;
  long between = (long)q - (long)p;
  q[0] = 9;
  r = p + between;
  bad = *r == 9;
#elif P == 5 /* freed memory */
  int *p = malloc(8);
  *p = 1;
  free(p);
  bad = *p == *p;
#elif P == 6 /* memory of a call that is over */
  int *p = leave(), v = *p;
  bad = v == v;
#elif P == 7 /* another object has the place of the one that ended */
  int *p = &i;
  for (int k = 0; k < 2; k++) {
    int v[2];
    if (k == 0) p = v;
    v[0] = k;
    bad |= k == 1 && *p == 1;
  }
#elif P == 8 /* division */
  int q = 5 % i;
  bad = i == 0;
#elif P == 9 /* an amount that is too large, which clang truncates */
  unsigned long amount = (unsigned long)n << 32;
  unsigned r = 1u << amount;
  bad = amount && r == 1;
#elif P == 10
  double d = __VERIFIER_nondet_double();
  int r = (int)d;
  bad = d > 1e12;
#elif P == 11 /* a misaligned pointer */
  char c[8] = {0};
  if (i < 0 || i > 4) return 0;
  *(int *)(c + i) = 5;
  bad = i == 1;
#elif P == 12 /* a member of no record */
  struct pair *p = 0;
  bad = &p->b != 0;
#elif P == 13 /* a truth value that is none */
  _Bool b;
  *(char *)&b = (char)i;
  int r = b;
  bad = (char)i == 2;
#elif P == 14
  bad = returns_nothing(i) == 5;
#elif P == 15
  int (*f)(int, int) = (int (*)(int, int))of_one;
  bad = f(i, 1) == i;
#elif P == 16
  if (i > 0 || i < -1) return 0;
  char a[i];
  bad = sizeof a == 0;
#elif P == 17 /* the order of objects in memory */
  bad = !(&first[0] < &second[0]) || &first[0] < &second[0];
#elif P == 18 /* addresses that the implementation chooses */
  bad = (unsigned long)first % 8192 == (unsigned long)second % 4096 + 512 || (unsigned long)first < (unsigned long)second;
#elif P == 19
  bad = i < 0 && i << 1 != 0;
#elif P == 20 /* what the compiler folds */
  bad = 2147483647 + 1 < 0;
#elif P == 21
  memcpy(first, second, 4 * (n % 200));
  bad = n % 200 > 150;
#elif P == 22
  memcpy(second + 1, second, 16);
  bad = second[1] == 0;
#elif P == 23 /* the same with a division before: another input fails, too */
  bad = 10 / i != 3;
#elif P == 24
  int *p = calloc(4, 4);
  if (i < 0) return 0;
  p[i] = 3;
  bad = p[2] == 3;
#elif P == 25 /* none: the result is not used */
  returns_nothing(i);
  bad = i == 0;
#elif P == 26
  int x;
  bad = x == 77;
#elif P == 27 /* with a leak before, for memory safety: the error of the access is the first one */
  struct pair *p = i == 4 ? 0 : malloc(sizeof *p);
  p->b = 1;
  free(p);
#elif P == 28 /* an invalid access that comes after a division by zero */
  int *p = malloc(4);
  int q = 1 / (i == 7 ? 0 : 1);
  p[i == 7] = q;
  free(p);
#elif P == 29
  int *p = malloc(8);
  if (i < 0 || i > 2) return 0;
  p[i] = 1;
  free(p);
#endif
  if (bad) reach_error();
  return 0;
}
