/* CBMC's dialect and ESBMC's: each function is a harness (dialect.test); those named bad_ fail. */
#include "quantified.h"
#include <assert.h>
#include <stdlib.h>

unsigned long nondet_size_t(void);
int nondet_int(void);

void memory(void) {
  unsigned long n = nondet_size_t(), i;
  int x, *q = &x;
  __CPROVER_assume(n < 100);
  char *p = malloc(n);
  assert(__CPROVER_r_ok(p, n) && !__CPROVER_r_ok(p, n + 1));
  assert(__CPROVER_OBJECT_SIZE(p) == n && __CPROVER_LIVE_OBJECT(p));
  __CPROVER_assume(i <= n);
  __CPROVER_precondition(__CPROVER_POINTER_OFFSET(p + i) == (long)i, "offset");
  __CPROVER_postcondition(__CPROVER_same_object(p + i, p), "object");
  assert(__CPROVER_POINTER_OBJECT(p) != __CPROVER_POINTER_OBJECT(q));
  assert(__CPROVER_rw_ok(q) && !__CPROVER_r_ok(q, 5) && !__CPROVER_w_ok("abc", 1));
  assert(__ESBMC_get_object_size(q) == 4 && !__ESBMC_same_object(p, q));
  assert(!__CPROVER_r_ok((char *)0, 0));
  free(p);
}

void bad_size(void) {
  unsigned long n = nondet_size_t();
  char *p = malloc(n);
  __CPROVER_assert(__CPROVER_r_ok(p, 3), "three bytes");
}

void bad_writable(void) {
  const char *s = nondet_int() ? "text" : malloc(4);
  __CPROVER_assert(__CPROVER_w_ok(s, 4), "may be a literal");
}

/* What lives where the pointer leads is not known: neither answer is excluded. */
void unknown_pointer(void) {
  char *p = (char *)nondet_size_t();
  if (__CPROVER_r_ok(p, 1)) __CPROVER_assert(0, "some memory");
}

/* Lifetimes count where no property asks for them. */
static char *kept;
static void keep(void) {
  char c[3];
  kept = c;
}
void bad_ended(void) {
  keep();
  if (nondet_int()) kept = 0;
  __ESBMC_assert(__CPROVER_r_ok(kept, 1) || kept == 0, "ended");
}

int __CPROVER_uninterpreted_f(int, const void *);
int __CPROVER_uninterpreted_f(int, void *);
_Bool __CPROVER_uninterpreted_p(unsigned char);

void functions(void) {
  int a, b, x;
  unsigned char c, d;
  __CPROVER_assume(a == b && c == d);
  assert(__CPROVER_uninterpreted_f(a, &x) == __CPROVER_uninterpreted_f(b, &x));
  assert(__CPROVER_uninterpreted_p(c) == __CPROVER_uninterpreted_p(d));
}

void bad_function(void) {
  int a, x, y;
  assert(__CPROVER_uninterpreted_f(a, &x) == __CPROVER_uninterpreted_f(a, &y));
}

enum { N = 6 };

void quantifiers(void) {
  int a[N], b[N], n = nondet_int(), j = nondet_int();
  __CPROVER_assume(0 <= n && n < N && 0 <= j && j < N);
  for (int i = 0; i < n; i++) a[i] = i;
  assert(__CPROVER_forall { int i; (0 <= i && i < n) ==> a[i] == i });
  assert(n == 0 || __CPROVER_exists { int i; 0 <= i && i < n && a[i] == n - 1 });
  __CPROVER_assume(__CPROVER_forall { int i; i >= 0 && i < N ==> b[i] > 3 });
  __CPROVER_assume(n > 2 && __CPROVER_exists { int i; 0 <= i && i < N && b[i] == 9 });
  assert(b[j] >= 4);
  assert(b[j] > 5 ==> b[j] > 4 ==> b[j] > 3);
  char zero[3] = {0};
  assert(IS_ZERO(zero));
}

void bad_forall(void) {
  int a[N];
  for (int i = 0; i < N; i++) a[i] = i == 4 ? 0 : i;
  __CPROVER_assert(1 && __CPROVER_forall { unsigned i; i < N ==> a[i] == i }, "all");
}

void bad_exists(void) {
  int a[N] = {0, 1, 2, 3, 4, 5}, n = nondet_int();
  __CPROVER_assert(__CPROVER_exists { int i; 0 <= i && i < N && a[i] == n }, "some");
}

void bad_assumed(void) {
  int a[N], n = nondet_int();
  __CPROVER_assume(0 <= n && n < N);
  __CPROVER_assume(__CPROVER_forall { int i; 0 <= i && i < n ==> a[i] == 1 });
  assert(a[N - 1] == 1);
}

/* A range of a narrow type that does not end by the bound: the loop ends all the same. */
void bad_narrow(void) {
  int seen = nondet_int();
  __CPROVER_assume(!__CPROVER_exists { unsigned char i; i < 300 && i * 2 == 511 });
  assert(seen != 7);
}

/* No range is read. */
void open_range(void) {
  int a[N];
  __CPROVER_assume(__CPROVER_forall { int i; a[i & 3] == 1 });
  assert(a[0] == 1);
}

void numbers(void) {
  assert(__CPROVER_overflow_plus(2147483647, 1) && !__CPROVER_overflow_plus(2147483647u, 1));
  assert(__CPROVER_overflow_plus(-1, 1u) && __CPROVER_overflow_minus(0u, 1));
  assert(__CPROVER_overflow_mult(1ul << 63, 2) && !__CPROVER_overflow_mult(3, 4));
  assert(__CPROVER_overflow_shl(1, 31) && !__CPROVER_overflow_shl(1, 30));
  assert(!__CPROVER_overflow_shl(1u, 31) && __CPROVER_overflow_shl(2u, 31));
  assert(__CPROVER_overflow_shl(1u, 32) && __CPROVER_overflow_shl(-1, 1));
  assert(__CPROVER_overflow_unary_minus(-2147483647 - 1) && !__CPROVER_overflow_unary_minus(5));
}

struct pair {
  int a, b;
};

void havoc(void) {
  int v[3] = {1, 2, 3};
  struct pair x = {1, 2}, y = x;
  __CPROVER_havoc_slice(&v[1], sizeof v[1]);
  __CPROVER_havoc_object(&x.b);
  assert(v[0] == 1 && v[2] == 3 && y.a == 1);
}

/* Records are compared, in macros and out of them. */
void records(void) {
  struct pair x = {1, 2}, y = x, *p = &y;
  int n = nondet_int();
  assert(x == *p);
  p->b = n;
  assert(n == 2 || x != y);
  if (x == y && n == 2) assert(1);
}

void bad_records(void) {
  struct pair x = {1, nondet_int()}, y = {1, 7};
  assert((x == y));
}

void bad_slice(void) {
  int v[3] = {1, 2, 3};
  __CPROVER_havoc_slice(&v[1], sizeof v[1]);
  assert(v[1] == 2);
}

void bad_object(void) {
  struct pair x = {1, 2};
  __CPROVER_havoc_object(&x.b);
  assert(x.a == 1);
}

/* A loop's contract is not believed, whether it is right or wrong. */
void contracts(void) {
  unsigned n = nondet_int(), i = 0;
  for (; i < 10; i++)
    __CPROVER_assigns(i) __CPROVER_loop_invariant(i <= 3) __CPROVER_decreases(10 - i) { n++; }
  __CPROVER_atomic_begin();
  assert(i == 10);
  __CPROVER_atomic_end();
}

int counter = 5;

void initial(void) {
  assert(counter == 5);
}

void bad_malloc(void) {
  int *p = malloc(sizeof *p);
  assert(p);
}

static int hidden(int x) {
  return x + 1;
}
int changes(int *x) {
  *x = 2;
  return 3;
}

void with_bodies(void) {
  int x = 1;
  assert(hidden(1) == 2 && changes(&x) == 3 && x == 2);
}

/* Without its body it changes nothing and gives any result. */
void without_body(void) {
  int x = 1;
  changes(&x);
  assert(x == 1);
}

/* Accesses that a pragma exempts, and others. */
static char enabled(char *p, int beyond) {
  char c;
#pragma CPROVER check push
#pragma CPROVER check disable "pointer"
  c = p[2];
#pragma CPROVER check pop
  return beyond ? p[2] : c;
}
void disabled(void) {
  char *p = malloc(2);
  enabled(p, 0);
  free(p);
}
void bad_disabled(void) {
  char *p = malloc(2);
  enabled(p, nondet_int());
}
void bad_enabled(void) {
  char *p = malloc(nondet_int() ? 3 : 2), *q = malloc(1);
  enabled(p, nondet_int());
  if (nondet_int()) q[1] = 0;
}
