/* Recursive functions whose results have bounds, or no overflow, only where their arguments have. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void check(int c) {
  if (!c) reach_error();
}

static int sum(int n) {
  return n <= 0 ? 0 : n + sum(n - 1);
}

static int binomial(int n, int k) {
  if (k <= 0 || k >= n) return 1;
  return binomial(n - 1, k - 1) + binomial(n - 1, k);
}

/* The number of elements of an interval, by halves. */
static int count(int from, int to) {
  if (from >= to) return 0;
  if (to - from == 1) return 1;
  int middle = from + (to - from) / 2;
  return count(from, middle) + count(middle, to);
}

static int gcd(int a, int b) {
  if (a == b) return a;
  return a > b ? gcd(a - b, b) : gcd(a, b - a);
}

static int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

int main(void) {
  int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
#if CASE == 1
  if (n >= 0 && n <= 1000) check(sum(n) >= n && sum(n) <= 1000000);
#elif CASE == 2
  if (n >= 0 && n <= 20 && k >= 0 && k <= n) check(binomial(n, k) >= 1);
#elif CASE == 3
  if (n >= 0 && n <= 100000) check(count(0, n) == n);
#elif CASE == 4
  if (n > 0 && k > 0) check(gcd(n, k) <= n);
#elif CASE == 5
  if (n >= 0 && n <= 3) check(sum(n) != 6);
#elif CASE == 6
  if (n >= -1 && n <= 8) check(count(0, n) == n);
#elif CASE == 7
  if (n >= 0 && n <= 4 && k >= 0 && k <= n) check(binomial(n, k) <= 5);
#elif CASE == 8 /* other bounds for each m */
  if (k >= 0 && k <= 2 && n >= 0 && n <= 100) check(ackermann(k, n) > n);
#elif CASE == 9
  if (k >= 0 && k <= 2 && n >= 2147483646) check(ackermann(k, n) > n);
#endif
  return 0;
}
