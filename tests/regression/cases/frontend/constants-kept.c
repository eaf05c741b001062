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
#elif CASE == 15 /* clang does not warn of this one */
struct s {
  long a[5];
};
int main(void) {
  struct s q;
  q = (struct s){{2000000000 + 2000000000, 1, 2, 3, 4}};
  return q.a[4] > 5;
}
#elif CASE == 16 /* nor of this one */
int main(void) {
  long q[2] = {0, 1 ? 2000000000 + 2000000000 : 1};
  return q[0] > 0;
}
#elif CASE == 17
#define ARRAY {0, 0, 2000000000 + 2000000000, 1, 2}
int main(void) {
  const long *q = (long[])ARRAY;
  return q[4] > 2;
}
#elif CASE == 18
int main(void) {
  int p[5] = {(int)1e20, 2, 3, 4, 5};
  return p[1];
}
#elif CASE == 19
int main(void) {
  unsigned p[2] = {4000000000u + 4000000000u, 2};
  return p[1] != 2;
}
#elif CASE == 20 /* fine, or not computed */
enum { E = 3, F };
static const int n = 5;
int f(void) {
  return 4;
}
int main(void) {
  static long s[1] = {1 << 2};
  const int m = f();
  long q[] = {-2147483647 - 1, 1 ? 3 : 2147483647 + 1, sizeof(long) / 2, F * E, n + n, (int)3.7};
  int a[] = {m + m, 0 && 2147483647 + 1, 'a' + 1};
  unsigned u[] = {7u * 3, ~0u, (unsigned)1e9};
  return q[1] + a[0] + (int)u[0] + (int)s[0] == 0;
}
#elif CASE == 21 /* of const objects */
static const unsigned t[2] = {4000000000u, 1};
int main(void) {
  unsigned p[2] = {t[0] + t[0], 2};
  return p[1] != 2;
}
#endif
