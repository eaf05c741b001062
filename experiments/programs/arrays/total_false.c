/* One cell is not among them. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000) return 0;
  int *weight = malloc(n * sizeof *weight);
  unsigned total = 0;
  for (int i = 0; i < n; i++) weight[i] = 4;
  for (int i = 0; i < n; i++) {
    if (weight[i] > 3)
      weight[i] = weight[i] + 3;
    else
      weight[i] = 0;
  }
  weight[n / 2] = 4;
  for (int i = 0; i < n; i++) total += weight[i];
  assert(total == 7u * n);
  return 0;
}
