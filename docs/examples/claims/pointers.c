/* An array of pointers, each to an object with a known value. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int *a[50], x = __VERIFIER_nondet_int();
  for (int i = 0; i < 50; i++) {
    a[i] = malloc(sizeof(int));
    if (!a[i]) abort();
    *a[i] = 6;
  }
  if (x >= 0 && x < 50 && *a[x] != 6) reach_error();
  return 0;
}
