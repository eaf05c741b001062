/* Recursion: what lives across the recursive call, what the calls change together, a result, two
 * functions that call each other, and a local that an inner activation writes through a pointer. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int depth, most;

static int sum(int n) {
  int own = n + 1;
  if (n <= 0) return 0;
  depth = depth + 1;
  if (depth > 10) depth = 10;
  int below = sum(n - 1);
  for (int i = 0; i < own; i++) most = own;
  return below >= 90 ? 90 : below + 1;
}

static int turn(int a, int b, int k);
static int back(int a, int b, int k) { return k <= 0 ? a : turn(b, a, k - 1); }
static int turn(int a, int b, int k) { return k <= 0 ? a : back(b, a, k - 1); }

static void write(int n, int *out) {
  int own = 1;
  if (n > 0) write(n - 1, &own);
  for (int i = 0; i < 2; i++) depth = own;
  *out = 5;
}

int main(void) {
  int n = __VERIFIER_nondet_int(), w = 0;
  if (n > 10 || n < 0) return 0;
  int r = sum(n), t = turn(3, 8, n);
  for (int i = 0; i < 5; i++) most = i;
  assert(r <= 90 && t >= 3 && t <= 8);
  write(n, &w);
  return r + t;
}
