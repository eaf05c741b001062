/* The value of a bit-field that is wider than int has the declared type for clang, one of its own width for gcc. */
extern int nondet(void);
extern void reach_error(void);
struct s {
  unsigned long a : 40, b : 33;
  long c : 35;
  unsigned long d : 20;
};

int main(void) {
  struct s s = {.a = (1ul << 40) - 1, .b = 1, .c = -1};
  int n = nondet();
  if (n < 0 || n > 99) return 0;
#if CASE == 1
  if (s.a + 1 == 0) reach_error();
#elif CASE == 2
  if (s.a << 1 > 1ul << 40) reach_error();
#elif CASE == 3
  if (~s.b >> 40) reach_error();
#elif CASE == 4
  if ((n ? s.b : 0) - 2 == -1) reach_error();
#else
  s.a++;
  s.a -= 1;
  s.b = s.b + n * 3;
  s.c = s.c * n;
  if (s.b - 1 != 3u * n || s.a < n || s.c + n || s.d - 1 > 0) reach_error();
#endif
  return 0;
}
