/* Pointers that are copied byte by byte, by the program's own functions. */
#include <assert.h>
#include <stdlib.h>
unsigned nondet_uint(void);

static void copy(void *to, const void *from, size_t n) {
  unsigned char *t = to;
  const unsigned char *f = from;
  for (size_t i = 0; i < n; i++) t[i] = f[i];
}

static void swap(void *a, void *b, size_t n) {
  for (char *x = a, *y = b, t; n--; t = *x, *x++ = *y, *y++ = t) {}
}

struct item {
  int *p;
  int n;
  struct item *next;
};

#if P == 1 /* all of a record or nothing */
int main(void) {
  int v = 1, w = 2;
  struct item a = {&v, 1, 0}, b = {&w, 2, 0};
  unsigned n = nondet_uint();
  if (n != sizeof a && n != 0) return 0;
  copy(&b, &a, n);
  assert(*b.p == b.n + ADD);
}
#elif P == 2           /* by way of a buffer */
int main(void) {
  int v = 1, w = 2;
  struct item a = {&v, 1, 0}, b = {&w, 2, &a};
  unsigned char buffer[sizeof a];
  copy(buffer, &b, sizeof b);
  copy(&a, buffer, sizeof a);
  *a.p = 7;
  assert(w == 7 + ADD && v == 1 && a.next == &a);
}
#elif P == 3           /* records that are sorted */
int main(void) {
  int v[3] = {3, 1, 2};
  struct item t[3] = {{v, 3, 0}, {v + 1, 1, 0}, {v + 2, 2, 0}};
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2 - i; j++)
      if (t[j].n > t[j + 1].n) swap(&t[j], &t[j + 1], sizeof t[0]);
  for (int i = 0; i < 3; i++) assert(*t[i].p == i + 1 + ADD);
}
#elif P == 4 || P == 6 /* nodes of a list; P == 6: that are lost */
int main(void) {
  struct item *head = NULL;
  for (int i = 0; i < 3; i++) {
    struct item made = {NULL, i, head}, *node = malloc(sizeof *node);
    if (!node) return 0;
    copy(node, &made, sizeof made);
    head = node;
  }
  int sum = 0;
  for (struct item *i = head; i; i = i->next) sum += i->n;
  assert(sum == 3 + ADD);
  while (head) {
    struct item first;
    copy(&first, head, sizeof first);
    if (P == 4) free(head);
    head = first.next;
  }
}
#else                  /* a part of a pointer: which one it then is is not known */
int main(void) {
  int v = 1, w = 2;
  struct item a = {&v, 1, 0}, b = {&w, 2, 0};
  copy(&b, &a, sizeof a.p / 2);
  assert(b.p == &v || b.p == &w);
}
#endif
