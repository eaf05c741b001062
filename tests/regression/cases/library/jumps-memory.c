/* What a longjmp leaves behind. */
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf b;
static char *kept;
static void jump(void) {
  char *p = malloc(3);
  if (!p) return;
  p[0] = 1;
#if CASE != 1
  kept = p;
#endif
#if CASE == 2
  free(p);
#endif
  longjmp(b, 1);
}
int main(void) {
#if CASE == 3
  int *volatile p = 0;
  if (setjmp(b) == 0) {
    int local = 1;
    p = &local;
    longjmp(b, 1);
  }
  *p = 2;
#elif CASE == 4
  jmp_buf *small = malloc(20);
  setjmp(*small);
  free(small);
#else
  volatile int outer = 1;
  if (setjmp(b) == 0) {
    int inner = 2;
    outer = *&inner;
    jump();
  }
  if (kept) kept[0] = (char)outer;
  free(kept);
#endif
  return 0;
}
