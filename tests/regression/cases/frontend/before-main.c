/* Functions that run before and after main. */
#include <assert.h>
static int g = 1;
__attribute__((constructor(300))) static void second(void) {
  g = g * 2 + 1;
}
__attribute__((constructor(200))) static void first(void) {
  g = 5;
}
#if BUG == 2
__attribute__((destructor)) static void last(void) {
  assert(g == 11);
}
#endif
int main(void) {
#if BUG == 1
  assert(g == 1);
#else
  assert(g == 11);
#endif
  g = 0;
  return 0;
}
