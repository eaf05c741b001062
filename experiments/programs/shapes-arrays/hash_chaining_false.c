/* As hash_chaining, but the fourth entry goes where the one before it went. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
enum { BUCKETS = 4 };
struct entry {
  struct entry *next;
  unsigned hash;
};
struct entry *table[BUCKETS];
int main(void) {
  unsigned bucket = 0, count = 0;
  while (__VERIFIER_nondet_int()) {
    struct entry *e = malloc(sizeof *e);
    e->hash = __VERIFIER_nondet_uint() % BUCKETS;
    if (++count != 4) bucket = e->hash;
    e->next = table[bucket];
    table[bucket] = e;
  }
  for (unsigned at = 0; at < BUCKETS; at++)
    for (struct entry *e = table[at]; e; e = e->next) assert(e->hash == at);
  return 0;
}
