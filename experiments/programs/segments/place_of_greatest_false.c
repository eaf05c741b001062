/* Where the greatest element is; wrong: the place before. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 1000

int main(void) {
  int n = __VERIFIER_nondet_int(), a[N];
  if (n < 1 || n > N) return 0;
  int most = a[0], place = 0;
  for (int i = 1; i < n; i++)
    if (a[i] > most) {
      most = a[i];
      place = i - 1;
    }
  assert(a[place] == most);
  return 0;
}
