/* Blocks of bytes of sizes that are not constant: P chooses the program, -DBUG makes it fail. */
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((noreturn));
#define check(c) ((c) ? (void)0 : __assert_fail(#c, "blocks.c", __LINE__, "main"))
#ifdef BUG
#define OFF 1
#else
#define OFF 0
#endif

struct pair {
  int key;
  char *name;
  char tag;
};

static unsigned below(unsigned n) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x >= n) abort();
  return x;
}

int main(void) {
  unsigned n = below(1000), i = below(1000);
#if P == 1 /* a copy between arrays, at indices */
  int a[2000], b[2000];
  a[7 + i] = 5;
  a[8 + n] = 6;
  memcpy(b + 3, a + 7, n * sizeof *a);
  if (i < n) check(b[3 + i] == (a[7 + i]) + OFF);
#elif P == 2 /* what lies outside stays */
  int a[2000] = {0}, b[2000];
  b[i] = 4;
  memcpy(b + n, a, n * sizeof *a);
  if (i < n) check(b[i] == 4);
  if (i >= n && i < 2 * n + OFF) check(b[i] == 0);
#elif P == 3 /* a fill, of a part of an element too */
  unsigned a[1000];
  a[i] = 0x11223344;
  memset(a, 0, 4 * i + 2);
  check(a[i] == 0x11220000 + OFF);
  if (n < i) check(a[n] == 0);
#elif P == 4 /* an overlapping move */
  char t[2002];
  t[i + 1] = 'x';
  t[n + 1] = 'y';
  memmove(t + 1 + OFF, t + 2, 1999);
  check(t[n] == 'y' || n == 0);
#elif P == 5 /* records with pointers */
  struct pair *p = malloc(1000 * sizeof *p), *q = malloc(1000 * sizeof *q);
  char c = 'c';
  p[i].key = 3;
  p[i].name = &c;
  memcpy(q, p, n * sizeof *p);
  if (i < n + OFF) {
    check(q[i].key == 3);
    *q[i].name = 'd';
    check(c == 'd');
  }
#elif P == 6 /* a pointer to several objects, on either side */
  int a[1000], b[1000], c[1000], d[1000];
  int *from = n % 2 ? a : b, *to = i % 2 ? c : d;
  a[5] = 1, b[5] = 2, c[5] = 3, d[5] = 4;
  memcpy(to, from, n * sizeof *a);
  if (n > 5) {
    check(to[5] == (n % 2 ? 1 : 2) + OFF);
    check((i % 2 ? d : c)[5] == (i % 2 ? 4 : 3));
  }
#elif P == 7 /* an array whose length is not known */
  int *a = malloc((n + 20) * sizeof *a);
  a[0] = 1;
  a[10] = 8;
  memset(a, 0, 10 * sizeof *a);
  check(a[0] == OFF && a[10] == 8);
#elif P == 8 /* a small object, byte by byte */
  struct {
    int key;
    short mark;
    char tag;
  } p = {1, 2, 't'}, q = {0x105, 3, 'u'};
  unsigned size = below(sizeof p + 1);
  memcpy(&p, &q, size);
  check(p.key == (size >= 2 ? 0x105 : size == 1 ? 5 : 1));
  check(p.mark == (size > 4 + OFF ? 3 : 2) && p.tag == (size > 6 ? 'u' : 't'));
#elif P == 9 /* realloc keeps the content, of whichever object it was */
  int *a = malloc((1 + n) * sizeof *a), *b = malloc(2000 * sizeof *b);
  int *p = n % 2 ? a : b;
  p[n / 2] = 42;
  p = realloc(p, (1 + n / 2) * sizeof *p);
  check(p[n / 2] == 42 + OFF);
#elif P == 10 /* a copy in a loop */
  int row[100], all[100], k;
  for (k = 0; k < 100; k++) row[k] = 7;
  for (k = 0; k < 100; k++) {
    memcpy(all, row, (unsigned)k * sizeof *all);
    if (k) check(all[k - 1] == 7 + OFF);
  }
#elif P == 11 /* calloc in a loop: each object is zero, and stays so where the others are written */
  struct list {
    int cells[4];
    struct list *next;
  } *head = NULL, *one = NULL;
  for (unsigned k = 0; k < n; k++) {
    struct list *node = calloc(1, sizeof *node);
    if (one) check(one->cells[3] == 0);
    if (k == i + OFF) one = node;
    if (!one) node->cells[k % 4] = 1;
    if (OFF && one) node->cells[3] = 1;
    node->next = head;
    head = node;
  }
  if (one) check(one->cells[3] == 0);
#elif P == 12 /* free takes the content of one object only */
  struct list {
    int cells[10];
    struct list *next;
  } *kept = NULL;
  for (unsigned k = 0; k < n; k++) {
    struct list *node = malloc(sizeof *node);
    node->cells[4] = 9;
    if (kept) {
      check(kept->cells[4] == 9 + OFF);
      free(node);
    } else {
      kept = node;
    }
  }
  if (kept) check(kept->cells[4] == 9);
#elif P == 13 /* what realloc kept is no input */
  int *p = malloc(20 * sizeof *p);
  for (int k = 0; k < 20; k++) p[k] = k;
  p = realloc(p, (20 + n) * sizeof *p);
  check(p[i % 20] < 20 - OFF);
#elif P == 14 /* what a loop has put there is copied, and looked at by another loop */
  static int a[100000], b[100000];
  for (unsigned k = 0; k < n; k++) a[k] = 7;
  memcpy(b + 3, a, n * sizeof *a);
  for (unsigned k = 0; k < n + OFF; k++) check(b[k + 3] == 7);
#elif P == 15
  int *a = malloc((1 + n) * sizeof *a);
  for (unsigned k = 0; k < n; k++) a[k] = 7;
  a = realloc(a, (1 + 2 * n) * sizeof *a);
  for (unsigned k = n; k < 2 * n - OFF; k++) a[k] = 7;
  for (unsigned k = 0; k < 2 * n; k++) check(a[k] == 7);
#elif P == 16 /* a part of a record: its number and half of its mark */
  struct {
    int key;
    short mark;
    char tag;
  } a[1000], b[1000];
  a[i].key = a[n].key = 1, a[i].mark = a[n].mark = 0x0303, a[n].tag = 'a';
  b[n].key = 2, b[n].mark = 0x0404, b[n].tag = 'b';
  memcpy(a, b, n * sizeof *a + 5);
  check(a[n].key == 2 && a[n].mark == 0x0304 && a[n].tag == (OFF ? 'b' : 'a'));
  if (i > n) check(a[i].key == 1 && a[i].mark == 0x0303);
#endif
  return 0;
}
