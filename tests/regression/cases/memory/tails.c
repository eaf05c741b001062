/* A header and a tail in one allocation, whose size is an input. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((noreturn));
#define check(c) ((c) ? (void)0 : __assert_fail(#c, "tails.c", __LINE__, "main"))
extern unsigned __VERIFIER_nondet_uint(void);
struct flexible {
  size_t length;
  char bytes[];
};
struct one {
  char *at;
  unsigned short length;
  char bytes[1]; /* before the end of the header */
};
struct vector {
  unsigned count;
  int of[];
};
struct pair {
  short key;
  int value;
};
struct table {
  unsigned count;
  struct pair of[];
};
struct links {
  void *first;
  size_t count;
  struct {
    void *a, *b;
  } of[];
};
struct node {
  struct node *next;
  unsigned char length;
  char bytes[];
};
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
  if (n == 0 || n > 1000 || i >= n) return 0;
#if P == 1 /* an array of one element */
  struct one *s = malloc(sizeof *s + n);
  s->length = (unsigned short)n, s->at = s->bytes;
  s->at[n] = 'x';
  check(s->length == n && s->bytes[n] == 'x' && s->at == s->bytes);
#elif P == 2 /* as much as is needed */
  struct one *s = malloc(offsetof(struct one, bytes) + n);
  s->length = (unsigned short)n;
  s->bytes[n - 1] = 'x';
  check(s->length == n && s->bytes[n - 1] == 'x');
#elif P == 3 /* behind it */
  struct one *s = malloc(offsetof(struct one, bytes) + n);
  s->length = (unsigned short)n;
  s->bytes[n] = 'x';
#elif P == 4 /* the end of the header is not there */
  struct vector *v = malloc(n);
  v->count = n;
#elif P == 5 /* a header before bytes */
  char *p = malloc(sizeof(struct flexible) + n);
  struct flexible *h = (struct flexible *)p;
  h->length = n;
  char *data = p + sizeof *h;
  data[i] = 'y';
  check(h->length == n && h->bytes[i] == 'y');
#elif P == 6 /* a loop */
  struct vector *v = malloc(sizeof *v + n * sizeof *v->of);
  v->count = n;
  for (unsigned k = 0; k < n; k++) v->of[k] = (int)k;
  check(v->count == n && v->of[i] == (int)i);
#elif P == 7 /* records */
  struct table *t = malloc(sizeof *t + n * sizeof *t->of);
  t->count = n;
  t->of[n - 1].key = 3, t->of[i].value = 4;
  check(t->of[n - 1].key == 3 && t->of[i].value == 4 && t->count == n);
#elif P == 8
  struct table *t = malloc(sizeof *t + n * sizeof *t->of);
  t->count = n;
  t->of[n - 1].key = 3, t->of[i].key = 4;
  check(t->of[n - 1].key == 3);
#elif P == 9 /* objects of a loop */
  struct node *list = NULL;
  for (unsigned k = 0; k < n; k++) {
    unsigned char length = (unsigned char)(k % 200 + 1);
    struct node *new = malloc(sizeof *new + length);
    new->next = list, new->length = length, new->bytes[length - 1] = 0;
    list = new;
  }
  check(list->bytes[list->length - 1] == 0);
#elif P == 10 /* a block */
  char *from = malloc(n);
  struct flexible *s = malloc(sizeof *s + n + 1);
  s->length = n;
  from[i] = 'z';
  memcpy(s->bytes, from, n);
  s->bytes[n] = 0;
  check(s->length == n && s->bytes[i] == 'z');
  free(from);
  free(s);
#elif P == 11
  char *from = malloc(n);
  struct flexible *s = malloc(sizeof *s + n);
  s->length = n;
  memcpy(s->bytes, from, n);
  s->bytes[n] = 0;
#elif P == 12 /* an index that is signed */
  struct flexible *s = malloc(sizeof *s + n);
  s->length = n;
  for (int k = (int)n - 1; k >= 0; k--) s->bytes[k] = 'a';
  check(s->length == n && s->bytes[i] == 'a');
#elif P == 13 || P == 14 /* a byte of pointers that were never set, at two indices that are equal */
  struct links *l = malloc(sizeof *l + n * sizeof *l->of);
  size_t size = sizeof *l + n * sizeof *l->of, at = size, other;
  if (!l) return 0;
  l->count = n;
  if (size > 8) at = __VERIFIER_nondet_uint(), other = __VERIFIER_nondet_uint();
  if (at >= size || other >= size || n > 4 || n < 2) return 0;
  unsigned char *bytes = (unsigned char *)l, byte = bytes[at];
  if (P == 14) l->of[1].a = l;
  check(l->count == n && (at != other || bytes[other] == byte));
#endif
  return 0;
}
