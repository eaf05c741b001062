/* The second array is too small as soon as the first one, whose size a loop decides, has seven cells. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = 1;
  while (__VERIFIER_nondet_int() && n < 8) n++;
  int *a = malloc(n * sizeof(int));
  int b[6];
  for (int i = 0; i < n; i++) {
    a[i] = 1;
    b[i] = 1;
  }
  free(a);
  return 0;
}
