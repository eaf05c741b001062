/* search.h: queues (POSIX insque, remque), the hash table; and allocation of arrays (stdlib.h:
 * reallocarray). */
#include "contract.h"

struct qelem {
  struct qelem *next, *previous;
};

void insque(void *element, void *behind) {
  struct qelem *e = element, *previous = behind;
  if (!previous) {
    e->next = e->previous = NULL;
    return;
  }
  struct qelem *next = previous->next;
  previous->next = e;
  if (next) next->previous = e;
  e->next = next;
  e->previous = previous;
}

void remque(void *element) {
  struct qelem *e = element, *next = e->next, *previous = e->previous;
  if (next) next->previous = previous;
  if (previous) previous->next = next;
}

void *reallocarray(void *p, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    __ansatz_fails_with(ENOMEM);
    return NULL;
  }
  return realloc(p, bytes);
}

/* The hash table (POSIX hcreate, hsearch, hdestroy). The program cannot see where an entry is
 * stored, only that it stays there. glibc makes room for a prime number of entries. */
typedef struct {
  char *key;
  void *data;
} entry;

typedef enum { FIND, ENTER } action;

enum { ESRCH_ = 3 };

static struct {
  entry *entries;
  unsigned room, count;
} __ansatz_table;

/* In an entry state, a table may exist that the model does not know. */
static _Bool table_before;

static void require_known(void) {
  if (table_before) __ansatz_unsupported("a hash table that was made before");
}

static _Bool is_prime(unsigned odd) {
  for (unsigned d = 3; d <= odd / d; d += 2)
    if (odd % d == 0) return 0;
  return 1;
}

int hcreate(size_t least) {
  require_known();
  if (__ansatz_table.entries) return 0;
  if (least > 1u << 20) __ansatz_unsupported("hcreate of a large table");
  unsigned room = least < 3 ? 3 : (unsigned)least | 1;
  while (!is_prime(room)) room += 2;
  __ansatz_table.entries = malloc(room * sizeof(entry));
  if (!__ansatz_table.entries) return 0;
  __ansatz_table.room = room;
  __ansatz_table.count = 0;
  return 1;
}

void hdestroy(void) {
  require_known();
  free(__ansatz_table.entries);
  __ansatz_table.entries = NULL;
}

static _Bool is_equal(const char *a, const char *b) {
  while (*a && *a == *b) {
    a++;
    b++;
  }
  return *a == *b;
}

entry *hsearch(entry e, action what) {
  require_known();
  if (!__ansatz_table.entries) __ansatz_unsupported("hsearch without hcreate");
  for (unsigned i = 0; i < __ansatz_table.count; i++)
    if (is_equal(__ansatz_table.entries[i].key, e.key)) return &__ansatz_table.entries[i];
  if (what == ENTER && __ansatz_table.count < __ansatz_table.room) {
    __ansatz_table.entries[__ansatz_table.count] = e;
    return &__ansatz_table.entries[__ansatz_table.count++];
  }
  __ansatz_fails_with(what == ENTER ? ENOMEM : ESRCH_);
  return NULL;
}
