/* A hash table with chaining of which only the range of what is stored matters. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
enum { BUCKETS = 16 };
struct entry {
  struct entry *next;
  int value;
};
struct entry *table[BUCKETS];
int main(void) {
  for (int i = 0; i < BUCKETS; i++) table[i] = NULL;
  while (__VERIFIER_nondet_int()) {
    unsigned h = __VERIFIER_nondet_uint() % BUCKETS;
    struct entry *e = malloc(sizeof *e);
    e->value = __VERIFIER_nondet_int();
    if (e->value < 0) e->value = 0;
    e->next = table[h];
    table[h] = e;
  }
  for (int i = 0; i < BUCKETS; i++)
    for (struct entry *e = table[i]; e; e = e->next) assert(e->value >= 0);
  return 0;
}
