/* As in headers with intrinsics: an unused function that clang cannot compile for this machine. */
#include <assert.h>
static __attribute__((always_inline, target("avx512f"))) int wide(int x) { return x + 1; }
static int caller(int x) { return wide(x); }
static int unused(int i) { return (int[]){1, 2, 3}[i & 3]; }
int main(void) {
  int x = 3;
  assert(x == 3);
  return 0;
}
