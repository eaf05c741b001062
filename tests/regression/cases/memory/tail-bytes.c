/* Bytes of a record with a tail of records, at any index: the size of an element is no power of two,
 * and the last one may be there in part. */
#include <stdint.h>
#include <stdlib.h>

extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

struct entry {
  uint64_t key, value, hash;
};
struct table {
  size_t size;
  double load;
  struct entry entries[];
};

int main(void) {
  size_t n = __VERIFIER_nondet_ulong(), bytes, i = __VERIFIER_nondet_ulong(), k = __VERIFIER_nondet_ulong();
#if P == 1 /* whole elements */
  if (__builtin_mul_overflow(n, sizeof(struct entry), &bytes)) return 0;
#else /* part of one */
  bytes = n;
#endif
  if (__builtin_add_overflow(bytes, sizeof(struct table), &bytes)) return 0;
  struct table *t = malloc(bytes), *other = malloc(bytes);
  if (!t || !other || i >= bytes || k >= n / sizeof(struct entry)) return 0;
  uint8_t *all = (uint8_t *)t, before = all[i];
  other->size = n;
  all[i] = (uint8_t)(before + 1);
  all[i] = before;
#ifdef WRITES
  t->entries[k].value = 7;
  if (i >= sizeof(struct table) && (i - sizeof(struct table)) / 8 % 3 == 1) return 0; /* only values may change */
#endif
#ifdef LOST
  t->entries[k].hash = 7;
#endif
  if (all[i] != before) reach_error();
  return 0;
}
