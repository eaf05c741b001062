/* Functions that run after main, in the order of the loader, and after exit. */
#include <stdlib.h>
extern void reach_error(void);
static int g = 1;
static int *kept;

__attribute__((destructor)) static void third(void) {
  if (g != 22) reach_error();
  free(kept);
}
__attribute__((destructor)) static void second(void) {
  g *= 2;
}
__attribute__((destructor(300))) static void fifth(void) {
  if (BUG == 1) reach_error();
#if BUG == 4
  exit(0);
#endif
}
__attribute__((destructor(200))) static void sixth(void) {
  if (BUG == 2 && g == 11) reach_error();
}
__attribute__((destructor(65534))) static void fourth(void) {
  g /= 2;
}

int main(void) {
  kept = malloc(4);
  g = BUG == 3 ? 12 : 11;
  if (BUG == 5) exit(0);
  if (BUG == 6) _Exit(0);
  return 0;
}
