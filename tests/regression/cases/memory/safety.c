/* Programs with one kind of memory error, or without any. CASE selects the program. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct node {
  struct node *next;
  int value;
};
struct node *list;
int *global, array[8];

static int *dangling(void) {
  int local = 3, *p = &local;
  return p;
}

static int *renewed(int *before) {
  int local = 3, *p = &local;
  if (before) *before = 4; /* that of the call before: it ended */
  return p;
}

static struct node *push(struct node *rest, int value) {
  struct node *n = malloc(sizeof *n);
  n->next = rest;
  n->value = value;
  return n;
}

int main(void) {
  int k = __VERIFIER_nondet_int(), *p = NULL, *q;
#if CASE == 1 /* null */
  if (k) p = &k;
  return *p;
#elif CASE == 2 /* an address made up */
  p = (int *)4096;
  return *p;
#elif CASE == 3 /* freed */
  p = calloc(1, sizeof *p);
  q = p;
  free(p);
  return *q;
#elif CASE == 4 /* one behind the end */
  p = malloc(10 * sizeof *p);
  for (int i = 0; i <= 10; i++) p[i] = i;
  free(p);
#elif CASE == 5 /* one before the start */
  for (int i = 7; i >= -1; i--) array[i] = i;
#elif CASE == 6 /* far away, within another object for all we know */
  p = array;
  return p[1 << 20];
#elif CASE == 7 /* twice */
  p = malloc(4);
  if (k > 3) free(p);
  free(p);
#elif CASE == 8 /* not the start */
  p = malloc(40);
  free(p + 1);
#elif CASE == 9 /* not from malloc */
  free(&k);
#elif CASE == 10 /* lost */
  p = malloc(4);
  if (k > 3) p = NULL;
  free(p);
#elif CASE == 11 /* lost in a loop that never ends */
  for (;;) p = malloc(4);
#elif CASE == 12 /* lost, then on forever */
  p = malloc(4);
  p = NULL;
  while (1) {}
#elif CASE == 13 /* out of scope */
  {
    int inner = 3;
    p = &inner;
  }
  return *p;
#elif CASE == 14 /* returned */
  p = dangling();
  return *p;
#elif CASE == 15 /* a range */
  char small[4];
  strcpy(small, "hello");
#elif CASE == 16 /* a range of a size that varies */
  unsigned n = __VERIFIER_nondet_uint();
  char from[16] = {0}, to[8];
  if (n > 9) return 0;
  memcpy(to, from, n);
#elif CASE == 17 /* a constant is written to */
  char *s = "text";
  s[k & 3] = 'T';
#elif CASE == 18 /* the heap's only pointer is in freed memory */
  list = push(push(NULL, 1), 2);
  free(list);
#elif CASE == 19 /* main's locals end with it, not with exit */
  p = malloc(4);
#elif CASE == 20 /* never initialised */
  return *q;
#elif CASE == 21 /* from one of calls and scopes to the next: nothing that a run shows */
  p = renewed(NULL);
#elif CASE == 22 /* only if the second block lies where the first one lay */
  unsigned long where = (unsigned long)(p = malloc(4));
  free(p);
  p = malloc(4);
  if (where == (unsigned long)p) free(p);
  free(p);
#elif CASE == 23 /* found with a size that no machine has, and again with a small one */
  unsigned n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
  char *block = malloc(n);
  if (i <= n) block[i] = 0;
  free(block);
#elif CASE == 24
  unsigned n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
  if (n == 0) return 0;
  char local[n];
  if (i <= n) local[i] = 1;
#elif CASE == 30
  p = malloc(10 * sizeof *p);
  for (int i = 0; i < 10; i++) p[i] = i;
  k = p[k & 7];
  free(p);
#elif CASE == 31 /* any size */
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 1 || n > 1000000) return 0;
  p = malloc(n * sizeof *p);
  for (unsigned i = 0; i < n; i++) p[i] = 0;
  free(p);
#elif CASE == 32 /* again and again */
  for (;;) {
    p = malloc(4);
    *p = 1;
    free(p);
  }
#elif CASE == 33 /* exit and abort keep frames */
  p = malloc(4);
  if (k) exit(1);
  abort();
#elif CASE == 34 /* reached over another */
  list = push(push(NULL, 1), 2);
  return list->next->value;
#elif CASE == 35
  for (int i = 0; i < 4; i++) list = push(list, i);
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
#elif CASE == 36 /* one behind the end may be named */
  for (p = array; p != array + 8; p++) *p = 0;
#elif CASE == 37
  char *s = malloc(6);
  strcpy(s, "hello");
  k = (int)strlen(s);
  s = realloc(s, 10);
  s[9] = 0;
  free(s);
#elif CASE == 38 /* in the middle of it is in it, still */
  global = malloc(40);
  global += 3;
  return *global;
#elif CASE == 39
  unsigned n = __VERIFIER_nondet_uint();
  char from[16] = {0}, to[9];
  if (n > 9) return 0;
  memcpy(to, from, n);
#elif CASE == 40 /* the pointer was valid once, in the round before */
  for (int i = 0; i < 3; i++) {
    int inner = i;
    if (p && k) *p = 1;
    p = &inner;
  }
#elif CASE == 41
  for (int i = 0; i < 3; i++) p = renewed(p);
#endif
  return 0;
}
