/* As bucket_counts, but chunks are taken away again without a look at the list's length. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
enum { CLASSES = 4 };
struct chunk {
  struct chunk *next;
};
struct chunk *chunks[CLASSES];
unsigned length[CLASSES];
int main(void) {
  for (unsigned rounds = 0; rounds < 1000; rounds++) {
    unsigned c = __VERIFIER_nondet_uint() % CLASSES;
    if (__VERIFIER_nondet_int()) {
      struct chunk *n = malloc(sizeof *n);
      n->next = chunks[c];
      chunks[c] = n;
      length[c]++;
    } else {
      struct chunk *n = chunks[c];
      chunks[c] = n ? n->next : NULL;
      length[c] = 0;
      free(n);
    }
    if (!__VERIFIER_nondet_int()) break;
  }
  unsigned at = __VERIFIER_nondet_uint() % CLASSES;
  assert((chunks[at] == NULL) == (length[at] == 0));
  return 0;
}
