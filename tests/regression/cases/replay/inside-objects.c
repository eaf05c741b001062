/* Violations that rest on undefined behaviour inside one object, and some that do not: P says
 * which. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
struct two { int a[2]; int b[2]; };
struct named { char name[4]; int ok; };
struct fixed { const int c; int d; };
struct list { struct list *next; };
struct item { int value; struct list link; };
struct packet { int count; int data[]; };
struct tail { int count; char kind; char bytes[]; };
struct one { int x; };
struct other { int y; };
union both { float f; int i; };
int read_int(int *p, float *q) { *p = 1; *q = 2; return *p; }
int in_rows(int n, int m[n][n], int i) { return m[i][i]; }
#define AT(row, i, n) (row)[(i) * (n)]
int *dangling;
void keep(void) { int x = 1; dangling = &x; }

int main(void) {
  int i = __VERIFIER_nondet_int(), bad = 0;
#if P == 1 /* from a member into the next one */
  struct two s = {{0}};
  int *p = s.a;
  p[3] = 7;
  bad = s.b[1] == 7;
#elif P == 2 /* step by step */
  struct two s = {{0}};
  for (int *p = s.a; p <= s.a + 2; p++) *p = 7;
  bad = s.b[0] == 7;
#elif P == 3 /* a string that is too long for its member, on the heap */
  struct named *s = malloc(sizeof *s);
  s->ok = 0;
  strcpy(s->name, "12345");
  bad = s->ok != 0;
#elif P == 4 /* from one value to the next */
  struct one s[2] = {{0}, {0}};
  int *p = &s[0].x;
  *(p + 1) = 7;
  bad = s[1].x == 7;
#elif P == 5 /* out of a row */
  static int m[2][3];
  int *p = m[0];
  p += 3;
  *p = 7;
  bad = m[1][0] == 7;
#elif P == 6 /* another type */
  int x;
  bad = read_int(&x, (float *)&x) != 1;
#elif P == 7
  struct one s;
  s.x = 1;
  ((struct other *)&s)->y = 2;
  bad = s.x == 2;
#elif P == 8 /* on the heap: what was stored last is read as another type */
  float *f = malloc(sizeof *f);
  *f = 1;
  bad = *(int *)f == 0x3f800000;
#elif P == 9 /* const */
  const int c = i;
  int *p = (int *)&c;
  *p = i + 1;
  bad = *p != i;
#elif P == 10
  struct fixed s = {1, 2};
  int *p = (int *)&s.c;
  *p = 2;
  bad = *p == 2;
#elif P == 11 /* pointers to what has ended */
  int *p = malloc(4);
  free(p);
  bad = p != 0;
#elif P == 12
  keep();
  bad = dangling != 0;
#elif P == 13 /* unsequenced */
  if (i < 0 || i > 9) return 0;
  i = i++ + i;
  bad = i == 5;
#elif P == 14
  printf("%f\n", i);
  bad = i == 0;
#elif P == 15 /* unsequenced, through a pointer, in a member, in arguments */
  int *p = &i;
  if (i != 3) return 0;
  *p = (*p)++;
  bad = i == 3;
#elif P == 16
  struct two s = {{0}};
  s.a[1] = s.a[1]++ + 1;
  bad = s.a[1] == 1;
#elif P == 17 /* what is read is written */
  char text[20] = "ab";
  snprintf(text, sizeof text, "%sc", text);
  bad = text[2] == 'c';
#elif P == 18
  char text[20] = "ab cd";
  sscanf(text, "%*s %s", text);
  bad = text[0] == 'c';
#elif P == 19 /* no number of the type */
  sscanf("3000000000", "%d", &i);
  bad = i < 0;
#elif P == 20 /* defined: to the end of an array and back, and from the list to its item */
  struct two s = {{0}};
  int *p = s.a + 2;
  p--;
  *p = 7;
  bad = s.a[1] == 7;
#elif P == 21
  struct item *x = malloc(sizeof *x);
  struct list *l = &x->link;
  l->next = 0;
  ((struct item *)((char *)l - offsetof(struct item, link)))->value = 3;
  bad = x->value == 3;
#elif P == 22
  struct packet *p = malloc(sizeof *p + 3 * sizeof(int));
  int *d = p->data;
  d[2] = 4;
  bad = p->data[2] == 4;
#elif P == 23 /* by the bytes, as a union, and memory that gets another type */
  union both u;
  float f = 1;
  int x;
  memcpy(&x, &f, sizeof x);
  u.f = 1;
  void *m = malloc(8);
  *(float *)m = 2;
  *(int *)m = 3;
  bad = x == u.i && *(int *)m == 3 && ((char *)&f)[3] == 0x3f;
#elif P == 24
  struct item all[3] = {{0}}, *p = all;
  for (int k = 0; k < 3; k++, p++) {
    char *bytes = (char *)p;
    for (size_t b = 0; b < sizeof *p; b++) bytes[b] = (char)k;
  }
  bad = all[2].value == 0x02020202;
#elif P == 25
  struct two *s = calloc(2, sizeof *s), *t = s + 1, copy;
  int *p = &t->b[0];
  p[1] = 8;
  copy = *t;
  const int c = copy.b[1], all[2] = {
      c, i};
  bad = c == 8 && all[0] == 8 && t - s == 1;
#elif P == 26 /* sequenced */
  int x = 5, *p = &x;
  x = (*p)++ && *p == 6 ? 3 : 4;
  *p = *p + 1;
  bad = x == 4;
#elif P == 27 /* rows of variable length */
  int m[2][2] = {{1, 2}, {3, 4}};
  bad = in_rows(2, m, 1) == 4;
#elif P == 28 /* a flexible array in what would be padding */
  struct tail *s = malloc(sizeof *s);
  s->bytes[2] = 3;
  bad = s->bytes[2] == 3;
#elif P == 29 /* its end is the object's, too */
  struct tail *s = malloc(sizeof *s);
  s->bytes[3] = 3;
#elif P == 30 /* a product that the program wrote, out of a row */
  long m[2][2] = {{1, 2}, {3, 4}}, *p = m[0], n = 3;
  bad = AT(p, 1, n) == 4;
#endif
  if (bad) reach_error();
  return 0;
}
