/* Binary search in a constant table finds every key that is there. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static const int table[7] = {2, 3, 5, 7, 11, 13, 17};
int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  if (k >= 7) return 0;
  int low = 0, high = 6, key = table[k];
  while (low < high) {
    int middle = (low + high) / 2;
    if (table[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  assert(low == (int)k);
  return 0;
}
