/* Inline assembly may do more than its operands say. */
#include <xmmintrin.h>
void reach_error(void) {}
int g;
int main(void) {
  volatile float a = 1.0f, b = 1e-10f, c;
#if CASE == 1
  __asm__ volatile("movl $1, g");
  if (g == 1) reach_error();
#elif CASE == 2
  __asm__ volatile("call reach_error" ::: "rax", "rcx", "rdx", "rsi", "rdi", "memory");
#elif CASE == 3
  __asm__ volatile("movl $1, (%0)" ::"r"(&g));
  if (g == 1) reach_error();
#elif CASE == 4
  unsigned up = 0x5f80;
  __asm__ volatile("ldmxcsr %0" ::"m"(up));
  c = a + b;
  if (c > 1.0f) reach_error();
#elif CASE == 5
  _mm_setcsr((_mm_getcsr() & ~0x6000u) | 0x4000u);
  c = a + b;
  if (c > 1.0f) reach_error();
#elif CASE == 6
  int x = 1, y = 2;
  __asm__ volatile("lock; addl %1, %0\n\tnop" : "+m"(x) : "r"(y) : "memory");
  __asm__ volatile("pause" ::: "memory");
  if (g != 0 || y != 2) reach_error();
#elif CASE == 7
  float d;
  {
#pragma clang fp reassociate(on)
    d = a + b + b;
  }
  if (d == 1.0f) return 0;
  g = 1;
  if (d != 1.0f && d != 1.0f + 2e-10f) reach_error();
#elif CASE == 8
  void *back[5];
  if (!__builtin_setjmp(back)) {
    g = 1;
    __builtin_longjmp(back, 1);
  } else if (g == 1) {
    reach_error();
  }
#endif
  (void)c;
  return 0;
}
