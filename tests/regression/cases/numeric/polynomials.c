/* Systems of polynomial equations: squares and odd numbers, powers of a sum, a quotient, a
 * product by addition, asked about where the loop ends. BUG: the last equation is off by one. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
#ifdef BUG
#define ONE 1
#else
#define ONE 0
#endif

static void squares(void) {
  int n = __VERIFIER_nondet_int();
  long long a = 0, s = 1, t = 1;
  while (s <= n) {
    a++;
    t += 2;
    s += t;
  }
  __VERIFIER_assert(s == (a + 1) * (a + 1) + ONE);
}

static void cubes(void) {
  short n = (short)__VERIFIER_nondet_int();
  long long y = 0, x = 0;
  while (y < n) {
    y++;
    x += y * y * y;
  }
  __VERIFIER_assert(4 * x - y * y * y * y - 2 * y * y * y - y * y == ONE);
}

static void quotient(void) {
  int x = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
  if (x < 0 || z < 1) abort();
  long long q = 0, r = 0, rest = x;
  while (rest != 0) {
    __VERIFIER_assert(q * z + r + rest == x + ONE);
    if (r + 1 == z) {
      q++;
      r = 0;
    } else {
      r++;
    }
    rest--;
  }
}

static void product(void) {
  unsigned n = (unsigned)__VERIFIER_nondet_int(), s = 0;
  for (unsigned i = 0; i < n; i++) s += n + 1;
  __VERIFIER_assert(s == n * (n + 1) + ONE);
}

int main(void) {
#if CASE == 1
  squares();
#elif CASE == 2
  cubes();
#elif CASE == 3
  quotient();
#else
  product();
#endif
}
