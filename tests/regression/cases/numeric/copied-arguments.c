/* Pointer arguments of recursive functions. Where MANY is 0, the assertion holds; else it fails for one
 * value of n. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
#ifndef MANY
#define MANY 0
#endif

static void count(int n, int *out) {
  int rest;
  if (n <= 0) {
    *out = 0;
    return;
  }
  count(n - 1, &rest);
  *out = n == MANY ? rest : rest + 1;
}

static void swap(int *a, int *b) {
  int t = *a;
  *a = *b;
  *b = t;
}

static void sort(int *a, int *b, int d) {
  if (d == 0) return;
  if (*a > *b) swap(a, b);
  sort(a, b, d - 1);
}

static int up(int n, int *sum);
static int down(int n, int *sum) {
  if (n <= 0) return 0;
  *sum += 1;
  return up(n - 1, sum) + 1;
}
static int up(int n, int *sum) {
  if (n <= 0) return 0;
  *sum += n == MANY ? 4 : 1;
  return down(n - 1, sum) + 1;
}

/* With MANY, something else reaches the target in one of the calls. */
static int g, *kept;
static void named(int n, int *p) {
  if (n <= 0) {
    *p = 0;
    return;
  }
  named(n - 1, p);
  if (n == MANY) g = 0;
  *p = *p + 1;
}
static void keeps(int n, int *p) {
  if (n <= 0) {
    *p = 0;
    return;
  }
  if (n == MANY) kept = p;
  keeps(n - 1, p);
  if (kept) *kept = 0;
  *p = *p + 1;
}
static void both(int n, int *p, int *q) {
  if (n <= 0) {
    *p = 0;
    *q = 1;
    return;
  }
  if (n == MANY)
    both(n - 1, p, p);
  else
    both(n - 1, p, q);
  *p = *p + 1;
}

static void halve(unsigned n, unsigned *out) {
  if (n < 2) {
    *out = n == 1 && MANY;
    return;
  }
  halve(n - 2, out);
  *out = *out + 1;
}

int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0, y = 5;
  if (n < 0 || n > 1000000) return 0;
#if CASE == 1
  count(n, &x);
  __VERIFIER_assert(x == n);
#elif CASE == 2
  x = __VERIFIER_nondet_int();
  sort(&x, &y, n);
  __VERIFIER_assert(n < 1 || x <= y);
#elif CASE == 3
  __VERIFIER_assert(down(n, &x) == x);
#elif CASE == 4
  named(n, &g);
  __VERIFIER_assert(g == n);
#elif CASE == 5
  keeps(n, &x);
  __VERIFIER_assert(x == n);
#elif CASE == 6
  both(n, &x, &y);
  __VERIFIER_assert(x == n);
#elif CASE == 7 /* the target has no sign, of which the accesses say nothing */
  unsigned u, of = (unsigned)__VERIFIER_nondet_int();
  halve(of, &u);
  __VERIFIER_assert(u < of || of == 0);
#endif
  return 0;
}
