/* Summaries of recursive functions over arguments, results and globals. */
#ifndef STEP
#define STEP 3
#endif
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void check(int c) {
  if (!c) reach_error();
}

static int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

static int fibonacci(int n) {
  if (n < 1) return 0;
  if (n == 1) return 1;
  return fibonacci(n - 1) + fibonacci(n - 2);
}

static int gcd(int a, int b) {
  if (a <= 0 || b <= 0) return 0;
  if (a == b) return a;
  return a > b ? gcd(a - b, b) : gcd(a, b - a);
}

static int second(int n, int a);
static int first(int n, int a) {
  return n <= 0 ? a : second(n - 1, a + 1);
}
static int second(int n, int a) {
  return n <= 0 ? a : first(n - 1, a + 2) - 1;
}

/* The sum in an accumulator: what is added depends on the number of calls. */
static unsigned even(int n, unsigned sum);
static unsigned odd(int n, unsigned sum) {
  return n <= 0 ? sum : even(n - 1, sum + STEP);
}
static unsigned even(int n, unsigned sum) {
  return n <= 0 ? sum : odd(n - 1, sum + 3);
}

static int count;
static void down(int n) {
  if (n <= 0) return;
  count++;
  down(n - 1);
}

static void through(int n, int *p) {
  if (n <= 0) {
    *p = 3;
    return;
  }
  count++;
  through(n - 1, p);
}

int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
#if CASE == 1
  if (n >= 0 && n <= 1000) check(ackermann(2, n) == 2 * n + 3);
#elif CASE == 2
  if (n <= 40) check(fibonacci(n) <= 102334155);
#elif CASE == 3
  if (n > 0 && m > 0) check(gcd(n, m) >= 1);
#elif CASE == 4
  if (n >= 0 && n <= 1000) check(first(n, 5) == n + 5);
#elif CASE == 5
  count = 7;
  if (n >= 0 && n <= 1000000) {
    down(n);
    check(count == n + 7);
  }
#elif CASE == 6
  if (n >= 0 && n <= 3) check(ackermann(2, n) != 9);
#elif CASE == 7
  if (n <= 8) check(fibonacci(n) < 21);
#elif CASE == 8 /* for n < 0 it does not count */
  count = 7;
  if (n >= -2 && n <= 3) {
    down(n);
    check(count == n + 7);
  }
#elif CASE == 10
  if (n >= 0 && n <= 1000) check(even(n, m) - m == 3u * n);
#elif CASE == 9 /* a global that the call writes through a pointer, too */
  count = 7;
  if (n >= 0 && n <= 3) {
    through(n, &count);
    check(count == n + 7);
  }
#endif
  return 0;
}
