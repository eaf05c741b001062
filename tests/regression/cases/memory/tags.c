/* Addresses as numbers: tags in their low bits, masks, and back. */
#include <stdint.h>
#include <stdlib.h>
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((noreturn));
#define check(c) ((c) ? (void)0 : __assert_fail(#c, "tags.c", __LINE__, "main"))
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
struct node {
  uintptr_t parent; /* and a color in the lowest bit */
  int key;
};
static struct node *parent_of(const struct node *n) {
  return (struct node *)(n->parent & ~(uintptr_t)3);
}
static struct node root, left;
static char area[64];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
  if (n == 0 || n > 100 || i >= n) return 0;
#if P == 1 /* static variables */
  left.parent = (uintptr_t)&root | (n & 1);
  parent_of(&left)->key = (int)n;
  check(root.key == (int)n && (left.parent & 1) == (n & 1) && parent_of(&left) == &root);
#elif P == 2 /* allocated ones */
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  if (!a || !b) return 0;
  a->parent = (uintptr_t)b | 1;
  b->key = 7;
  check(parent_of(a)->key == 7);
  free(parent_of(a));
  free(a);
#elif P == 3 /* the tag is still there */
  left.parent = (uintptr_t)&root | 1;
  return *((char *)left.parent + sizeof root - 1);
#elif P == 4 /* more bits than the alignment leaves */
  uintptr_t t = (uintptr_t)area + 1;
  check((t & ~(uintptr_t)1) == (uintptr_t)area);
#elif P == 5 /* the next multiple of 16 */
  char *p = (char *)(((uintptr_t)area + 15) & ~(uintptr_t)15);
  p[n % 49] = 1;
  check(p[n % 49] == 1 && ((uintptr_t)p & 15) == 0);
#elif P == 6
  char *p = (char *)(((uintptr_t)area + 15) & ~(uintptr_t)15);
  p[n % 51 + 14] = 1;
#elif P == 7 /* a mask of all bits or none */
  int *p = malloc(n * sizeof *p);
  if (!p) return 0;
  uintptr_t mask = (uintptr_t)0 - (n > 50);
  int *q = (int *)((uintptr_t)p & mask);
  if (q) q[i] = 3, check(p[i] == 3);
  check(q == p || n <= 50);
  free(p);
#elif P == 8 /* as a number */
  static int table[13];
  int *p = malloc(n);
  table[((uintptr_t)p >> 4) % 13]++;
  free(p);
#elif P == 9 /* what malloc promises */
  char *p = malloc(n + 15);
  check(((uintptr_t)p & 7) == 0);
  free(p);
#elif P == 10
  char *p = malloc(n);
  check(((uintptr_t)p & 7) == 0);
  free(p);
#elif P == 11 /* a mask by a sign bit; no element, and the end of the object, remain what they are */
  size_t size = i ? n : __VERIFIER_nondet_ulong(), length = __VERIFIER_nondet_ulong();
  char *p = malloc(size), *q;
  if (!p || length > size) return 0;
  size_t mask = ~(length | (size + 1) | (size - length)) / ((size_t)1 << 63) * (size_t)-1;
  q = (char *)((uintptr_t)p & mask) + (length & mask);
  check(q == p + length);
  q = (char *)((uintptr_t)(p + length) & mask);
  check(q == p + length);
#elif P == 12 /* NULL stays NULL beside an object without bytes */
  size_t size = i - 1;
  char *p = i < 3 ? malloc(size) : NULL;
  uintptr_t mask = (uintptr_t)0 - (n > 50);
  char *q = (char *)((uintptr_t)p & mask);
  check(n <= 50 ? !q : i > 2 ? !q : q == p);
#endif
  return 0;
}
