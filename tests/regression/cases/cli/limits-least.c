/* Programs that meet limits of the memory model. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct node {
  struct node *next;
  int value;
};
extern void unknown(struct node *);

#if CASE == 1 /* a block of constant size */
int main(void) {
  char from[12] = "some text", to[12];
  memcpy(to + 1, from, 9);
  assert(to[1] == 's' + (WRONG));
}
#elif CASE == 2 /* a block of a size that is not constant */
int main(void) {
  struct {
    short first;
    int second;
  } to = {0};
  char from[8] = {1, 0, 0, 0, 0, 0, 0, 0};
  unsigned n = __VERIFIER_nondet_uint() % 9;
  memcpy(&to, from, n);
  assert(n < 2 || to.first == 1 + (WRONG));
}
#elif CASE == 3 /* an unknown function gets an object by two ways */
int main(void) {
  struct node a = {0}, b = {0}, c = {0};
  int kept = 5;
  a.next = __VERIFIER_nondet_int() ? &b : &c;
  b.next = __VERIFIER_nondet_int() ? &a : &c;
  unknown(&a);
  assert(kept == 5 + (WRONG));
}
#elif CASE == 4 /* an array of pointers */
int main(void) {
  int *cells[3];
  for (int i = 0; i < 3; i++) cells[i] = malloc(sizeof(int));
  for (int i = (WRONG); i < 3; i++) free(cells[i]);
}
#else /* objects of rounds that are certain */
int main(void) {
  int sum = 0;
  for (int i = 0; i < 5; i++) {
    int *p = malloc(sizeof *p);
    *p = i;
    sum += *p;
    free(p);
  }
  assert(sum == 10 + (WRONG));
}
#endif
