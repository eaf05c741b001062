/* A list of records with an array each, and its greatest element beside it. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
enum { MARKS = 5 };
struct record {
  struct record *next;
  int most;
  int marks[MARKS];
};
int main(void) {
  struct record *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct record *r = malloc(sizeof *r);
    r->most = 0;
    for (int i = 0; i < MARKS; i++) {
      r->marks[i] = __VERIFIER_nondet_int();
      if (r->marks[i] > r->most) r->most = r->marks[i];
    }
    r->next = list;
    list = r;
  }
  for (struct record *r = list; r; r = r->next)
    for (int i = 0; i < MARKS; i++) assert(r->marks[i] <= r->most);
  return 0;
}
