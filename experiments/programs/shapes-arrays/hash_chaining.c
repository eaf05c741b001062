/* A hash table with chaining: what hangs in a bucket has that bucket's hash. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
enum { BUCKETS = 4 };
struct entry {
  struct entry *next;
  unsigned key, hash;
};
struct entry *table[BUCKETS];
int main(void) {
  while (__VERIFIER_nondet_int()) {
    struct entry *e = malloc(sizeof *e);
    e->key = __VERIFIER_nondet_uint();
    e->hash = e->key % BUCKETS;
    e->next = table[e->hash];
    table[e->hash] = e;
  }
  unsigned at = __VERIFIER_nondet_uint() % BUCKETS;
  for (struct entry *e = table[at]; e; e = e->next) assert(e->hash == at);
  return 0;
}
