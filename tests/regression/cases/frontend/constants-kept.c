/* Operations of constants that clang computes, in initialisers of automatic variables and in
 * conditions, are checked like others. */
#if CASE == 1
#define BIG (1000000 * 1000000)
int main(void) {
  long p[3] = {BIG, 2, 3};
  return (int)p[1];
}
#elif CASE == 2
struct s {
  int a;
  struct {
    long b;
    union {
      int c;
      long d;
    } u;
  } t;
};
int main(void) {
  struct s p = {1, {.b = 3, .u = {2147483647 + 1}}};
  return p.a;
}
#elif CASE == 3
#define INIT {-1, 2}
int main(void) {
  unsigned p[2] = INIT;
  return p[1];
}
#elif CASE == 4
int main(void) {
  int x = 1;
  if (x && -1 < 2u) x = 2;
  return x;
}
#elif CASE == 5
int main(void) {
  int x = 1;
  x = 2;
  return (-1 < 1u && x) ? 1 : 2;
}
#elif CASE == 6
int main(void) {
  if (0) {
    unsigned a[2] = {-1, 2};
    return a[0] > 1u;
  }
  return 0;
}
#elif CASE == 7
int f(int n) {
  unsigned long masks[4] = {1, 1 << -1, 3, 4};
  return (int)masks[n & 3];
}
int main(void) {
  return f(2);
}
#elif CASE == 8
static long tab[2] = {60L * 60 * 24, -2147483647 - 1};
int main(void) {
  long p[2] = {2147483647, -2147483647 - 1};
  return (int)(p[0] == tab[0]);
}
#elif CASE == 9
int main(void) {
  int p[2] = {1 / 0, 3};
  return p[1];
}
#elif CASE == 10
int main(void) {
  unsigned u = (unsigned)-1;
  unsigned p[2] = {(unsigned)-1, ~0u};
  return p[0] != u;
}
#elif CASE == 11
int main(void) {
  unsigned char p[2] = {256, 1};
  return p[0];
}
#elif CASE == 12
int main(void) {
  int p[2] = {1 << 31, 1};
  return p[1];
}
#elif CASE == 13
int main(void) {
  int p[2] = {1e30, 1};
  return p[1];
}
#elif CASE == 14
int main(void) {
  int x = 0;
  {
    int a[2] = {1, 2};
    x += a[0];
  }
  if (x) {
    int b[2] = {-(-2147483647 - 1), 0};
    x = b[1];
  }
  return x;
}
#endif
