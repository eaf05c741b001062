/* Undefined operations of constants, which clang computes: no instruction is left of them. */
int x, k = 31;
unsigned char c;
struct {
  int narrow : 5;
} b;
int main(void) {
#if CASE == 1
  1 / 0;
#elif CASE == 2
  const int n = 0;
  x = x % n;
#elif CASE == 3
  x = 1 << 32;
#elif CASE == 4
  if (3u >> -1) x = 1;
#elif CASE == 5
  c = (unsigned char)-1.0;
#elif CASE == 6
  b.narrow = k;
#elif CASE == 7 /* none of them runs */
  x = 0 && 1 / 0;
  x = 1 ? 2 : 1 << 40;
  if (x > 5) x = (int)1e30;
  b.narrow = k / 4;
#elif CASE == 8 /* an overflow before the shift, at the same place */
  x = 1 << 20;
  for (int i = 0; i < 2; i++) x = (x | 1 << 20) << (i ? 40 : 12);
#elif CASE == 9
  b.narrow = 31;
#elif CASE == 10
  b.narrow = k + 1;
#elif CASE == 11
  b.narrow = k / 3;
#endif
  return 0;
}
