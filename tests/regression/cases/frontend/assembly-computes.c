/* Assembly that computes its result from operands in registers. */
#if CASE == 1
#include <assert.h>
int main(void) { unsigned a = __VERIFIER_nondet_uint(), b, c = a, d; unsigned long e = a; unsigned char f = 200;
  __asm__("movl %1, %0" : "=r"(b) : "r"(a)); assert(a == b);
  __asm__("" : "+r"(a), "+r"(e)); assert(a == b && e == b);
  __asm__("mov %1, %0\n\tadd $1, %0" : "=&r"(d) : "r"(c)); assert(d == c + 1);
  __asm__("addb %1, %0" : "+r"(f) : "r"((unsigned char)100) : "cc"); assert(f == 44);
  __asm__("bswapq %0" : "+r"(e)); assert(e >> 32 == __builtin_bswap32(b));
  __asm__("notl %0; negl %0; shll $33, %0" : "+r"(c)); assert(c == (b + 1) * 2);
  int *p = (int *)&b; __asm__("" : "+r"(p)); assert(p == (int *)&b);
  return 0; }
#elif CASE == 2
#include <assert.h>
int main(void) { unsigned b = __VERIFIER_nondet_uint(); __asm__("addl %1, %0" : "+r"(b) : "r"(10u) : "cc"); assert(b != 15); return 0; }
#elif CASE == 3
#include <assert.h>
int main(void) { unsigned b, c = 3, d; __asm__("movl $1, %0; movl %2, %1" : "=r"(b), "=r"(d) : "r"(c)); assert(d == 3); return 0; }
#elif CASE == 4
#include <assert.h>
int main(void) { unsigned b; __asm__("lzcntl %1, %0" : "=r"(b) : "r"(1u)); assert(b == 31); unsigned lo, hi; __asm__ volatile("rdtsc" : "=a"(lo), "=d"(hi)); assert(lo != 4711 || hi != 17); return 0; }
#elif CASE == 5 /* three operands, and numbers of 64 bits */
#include <assert.h>
int main(void) { unsigned a = 5, b = 7; unsigned long c; __asm__("mov $0xfffffffffffffff0, %0" : "=r"(c)); assert(c == -16ul);
  __asm__("imull $3, %1, %0" : "+r"(a) : "r"(b)); assert(a == 15); return 0; }
#endif
