/* Two fields of every node keep their order while a second loop changes one of them. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct account {
  struct account *next;
  int owed, paid;
};
int main(void) {
  struct account *all = NULL;
  while (__VERIFIER_nondet_int()) {
    int owed = __VERIFIER_nondet_int();
    if (owed < 0) continue;
    struct account *a = malloc(sizeof *a);
    a->owed = owed;
    a->paid = 0;
    a->next = all;
    all = a;
  }
  for (struct account *a = all; a; a = a->next) {
    int pays = __VERIFIER_nondet_int();
    if (0 <= pays && pays <= a->owed) a->paid = pays;
  }
  for (struct account *a = all; a; a = a->next) assert(a->paid <= a->owed);
  return 0;
}
