/* The assertion fails in a run only because of writes beyond an array, which in C change no other
 * object: this is no counterexample. */
#include <assert.h>
int nondet(void);
enum { N = 20000 };
struct few {
  int cells[4];
};
int main(void) {
  int flags[N], n = nondet(), m = N - (n & 1);
  struct few b;
  for (int i = 0; i < m; i++) flags[i] = n;
  for (int i = 0; i < m - 4; i++) b.cells[n > 3 ? i : 0] = n + 1;
  for (int i = 0; i < m; i++) assert(flags[i] == n);
  return 0;
}
