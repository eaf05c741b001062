/* Claims that are rows of domains over pairs of entry and exit: bounds far from all constants that
 * are guessed, in a recursion with two nested calls, and a difference of result and argument. */
extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);
extern void reach_error(void);
static void check(int c) {
  if (!c) reach_error();
}

static int between(int least, int most) {
  int r = __VERIFIER_nondet_int();
  return r < least ? least : r > most ? most : r;
}

static int smaller(int n) {
  if (n <= 0) return between(20000, 50000);
  int x = smaller(n - 1), y = smaller(n - 2);
  return x < y ? x : y;
}

static int above(short a) {
  if (__VERIFIER_nondet_int()) return a + between(3000, 6000);
  return above(a);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  short a = __VERIFIER_nondet_short();
#if CASE == 1
  n = smaller(n);
  check(n >= 20000 && n <= 50000);
#elif CASE == 2
  n = above(a) - a;
  check(n >= 3000 && n <= 6000);
#elif CASE == 3
  if (n <= 1) check(smaller(n) < 50000);
#elif CASE == 4
  check(above(a) - a < 6000);
#endif
  return 0;
}
