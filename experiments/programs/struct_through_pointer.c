/* A member written through one of two pointers is seen by a later copy of the whole struct. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct pair { int first, second; };
int main(void) {
  struct pair p = {3, 4}, q;
  int *member = &p.first;
  if (__VERIFIER_nondet_int()) member = &p.second;
  *member = 11;
  q = p;
  assert(q.second != 11);
  return 0;
}
