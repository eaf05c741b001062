/* Addresses as integers: what a declaration says of them, and nothing else. */
#include <stdint.h>
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
struct pair {
  char c;
  int i;
};
struct __attribute__((packed)) packed {
  char c;
  int i;
};
_Alignas(64) char line[100];
struct pair pairs[3];
struct packed tight;
char text[40];

int main(void) {
  int x, n = __VERIFIER_nondet_int();
  int *p = n ? &x : &pairs[1].i;
  uintptr_t end = (uintptr_t)&x + sizeof x;
  __VERIFIER_assert((uintptr_t)&x % sizeof(int) == 0);
  __VERIFIER_assert((uintptr_t)line % 64 == 0);
  __VERIFIER_assert((uintptr_t)&pairs[2].i % 4 == 0);
  __VERIFIER_assert((uintptr_t)p % 4 == 0);
  __VERIFIER_assert((uintptr_t)&x != 0);
  __VERIFIER_assert(end > (uintptr_t)&x);
#ifdef MORE /* each may fail, though not in the program that a compiler makes */
  if (n == 1) __VERIFIER_assert((uintptr_t)&line[1] % 64 == 0);
  if (n == 2) __VERIFIER_assert((uintptr_t)&tight % 4 == 0);
  if (n == 3) __VERIFIER_assert((uintptr_t)&tight.i % 4 == 0);
#elif defined(LONG)
  __VERIFIER_assert((uintptr_t)text % 16 == 0);
#endif
  return 0;
}
