/* An array of pointers to objects of their own: each keeps its number. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
enum { SIZE = 50 };
int main(void) {
  int *a[SIZE];
  for (int i = 0; i < SIZE; i++) {
    a[i] = malloc(sizeof *a[i]);
    *a[i] = i % 7;
  }
  for (int i = 0; i < SIZE; i++) assert(*a[i] >= 0 && *a[i] < 7);
  return 0;
}
