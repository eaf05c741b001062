/* Which object a pointer leads to. P selects the program, with BUG it fails; from 10 on the property is memory safety. */
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((noreturn));
#define check(c) ((c) ? (void)0 : __assert_fail(#c, "objects.c", __LINE__, "main"))
#ifdef BUG
#define OFF 1
#else
#define OFF 0
#endif

struct item {
  int mark;
  struct item *before, *self;
  int cells[3];
};

static struct item *push(struct item *list, int mark) {
  struct item *i = malloc(sizeof *i);
  i->mark = mark;
  i->before = list;
  return i;
}

int main(void) {
  struct item *list = NULL, *p, *q;
#if P == 1 /* the same object by two pointers: what one writes the other reads */
  while (__VERIFIER_nondet_int()) list = push(list, __VERIFIER_nondet_int());
  p = q = list;
  if (p) {
    p->mark = 4;
    check(q->mark == 4 + OFF);
  }
#elif P == 2 /* objects of one place in the program have values of their own */
  while (__VERIFIER_nondet_int()) list = push(list, __VERIFIER_nondet_int() & 3);
  if (list && list->before && list->before->before) {
    int a = list->mark, b = list->before->mark, c = list->before->before->mark;
    check(OFF ? !(a > b && b > c) : a <= 3 && c >= 0);
  }
#elif P == 3 /* a write to one of them changes that one: of two that may be the same, sometimes both */
  while (__VERIFIER_nondet_int()) list = push(list, 0);
  for (p = list; p && __VERIFIER_nondet_int();) p = p->before;
  for (q = list; q && __VERIFIER_nondet_int();) q = q->before;
  if (p) p->mark = 1;
  if (q) check(q->mark == 0 || (!OFF && q->mark == 1));
#elif P == 4 /* a cycle of one */
  while (__VERIFIER_nondet_int()) {
    list = push(list, 7);
    list->self = list;
  }
  if (list) {
    list->self->self->mark = 8;
    check(list->mark == 8 - OFF);
  }
#elif P == 5 /* a pointer that may lead to several objects, and into one of them */
  struct item a = {1, 0, 0, {0}}, b = {2, 0, 0, {0}};
  unsigned k = __VERIFIER_nondet_uint();
  int *to = k % 3 == 0 ? &a.mark : k % 3 == 1 ? &b.mark : &b.cells[k % 2];
  *to = 9;
  check((a.mark == 9) + (b.mark == 9) + (b.cells[0] == 9) + (b.cells[1] == 9) == 1 + OFF);
  check(a.mark != 9 || b.mark == 2);
#elif P == 6 /* structs are copied with the arrays and pointers in them */
  struct item a = {1, 0, 0, {5, 6, 7}}, b;
  unsigned k = __VERIFIER_nondet_uint();
  if (k > 2) abort();
  a.self = &a;
  b = a;
  a.cells[k] = 0;
  check(b.cells[k] == (int)k + 5 + OFF);
  check(b.self->cells[k] == 0);
#elif P == 7 /* the same bytes as a word, halves and in a record */
  union {
    unsigned word;
    unsigned short half[2];
    struct {
      unsigned char low, middle[2], high;
    } part;
  } u;
  unsigned k = __VERIFIER_nondet_uint();
  u.word = 0x01020304;
  u.part.middle[k % 2] = 0x77;
  check(u.half[k % 2] == (k % 2 ? 0x0177 : 0x0304) || (!OFF && k % 2 == 0));
  check(u.word == (k % 2 ? 0x01770304u : 0x01027704u));
#elif P == 8 /* arrays in objects of one place: each its own */
  for (int k = 0; k < 100000 && __VERIFIER_nondet_int(); k++) {
    list = push(list, k);
    list->cells[0] = list->cells[1] = list->cells[2] = 3;
  }
  unsigned at = __VERIFIER_nondet_uint() % 3;
  if (list && list->before) {
    list->before->cells[at] = 5;
    check(list->cells[at] == 3 && list->before->cells[at] == 5 - OFF);
  }
#elif P == 15 /* cells beside a pointer: that the index stays among them is to be shown */
  struct block {
    struct block *below;
    int cells[4];
  } *top = NULL;
  unsigned used = 4;
  while (__VERIFIER_nondet_int()) {
    if (used == 4) {
      struct block *b = malloc(sizeof *b);
      b->below = top;
      top = b;
      used = 0;
    }
    top->cells[used] = 1;
    used++;
    if (top->below) top->below->cells[3] = 4;
    check(used <= 4 && used >= 1 + 2 * OFF);
  }
#elif P == 9 /* a length that wraps round is no counterexample, a short one is */
  unsigned long n = (unsigned long)__VERIFIER_nondet_int(), i = __VERIFIER_nondet_uint();
  if (n < 5 || i >= n) return 0;
  int *cells = calloc(n, sizeof *cells);
  if (!cells) return 0;
  cells[i] = (int)i;
  check(cells[n - 3] != 7 || (!OFF && i == n - 3));
#elif P == 10 /* both ends of an array of any length, and no array at all */
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 1000) return 0;
  char *s = malloc(n);
  for (unsigned i = n; i > 0; i--) s[i - 1 + OFF] = 'x';
  free(s);
#elif P == 11 /* in front of it */
  int cells[5], *at = cells + 4;
  for (int k = 0; k < 4 + OFF && __VERIFIER_nondet_int(); k++) *--at = 0;
#elif P == 12 /* one object of a place was freed, another one of it is used */
  p = q = NULL;
  for (int k = 0; k < 6; k++) {
    struct item *i = malloc(sizeof *i);
    i->mark = k;
    if (k == 2)
      p = i;
    else if (k == 4)
      q = i;
    else
      free(i);
  }
  if (OFF) free(q);
  p->mark = q->mark;
  free(p);
  if (!OFF) free(q);
#elif P == 13 /* built of as many as you like, freed once each */
  while (__VERIFIER_nondet_int()) list = push(list, 1);
  while (list) {
    p = list->before;
    free(list);
    list = OFF && __VERIFIER_nondet_int() ? list : p;
  }
#elif P == 14 /* a block of no bytes is there to be freed only */
  char *none = malloc(0);
  if (OFF) *none = 0;
  free(none);
#endif
  return 0;
}
