/* Measures the term store: time and memory of a million distinct terms, and substitution on tiny
 * and on large terms. gcc -O2 -std=gnu17 -Icore/include -Icore -o /tmp/term_bench
 * experiments/bench/term_bench.c core/kernel/term/[a-z]*.c core/kernel/base/[a-z]*.c -lm */
#include "ansatz/term.h"
#include <stdio.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void report(const char *what, az_store *s, double seconds) {
  az_store_stats stats = az_store_statistics(s);
  printf("%-36s %8llu terms  %5.2f s  %5.1f bytes a term\n", what, (unsigned long long)stats.terms,
         seconds, (double)stats.bytes / (double)stats.terms);
}

int main(void) {
  enum { MILLION = 1000000 };
  az_sort word = az_sort_bv(32);

  az_store *s = az_store_new();
  az_term x = az_var(s, word, "x"), y = az_var(s, word, "y"), t = x;
  double start = now();
  while (az_store_statistics(s).terms < MILLION) t = az_bv_xor(s, az_bv_mul(s, t, y), x);
  report("products and xors", s, now() - start);

  /* a million deep: nothing may recurse */
  az_subst *u = az_subst_new(s);
  start = now();
  az_subst_bind(u, x, y);
  az_subst_apply(u, t);
  report("  x := y in it", s, now() - start);
  az_eval *e = az_eval_new(s, NULL, NULL);
  start = now();
  az_eval_term(e, t);
  report("  evaluated", s, now() - start);
  az_eval_free(e);

  /* what symbolic execution does most: a small substitution, a small term */
  az_term five = az_and(s, az_bv_slt(s, az_bv_add(s, x, az_bv(s, 32, 1)), y), az_ne(s, x, y));
  az_term image = az_bv_add(s, y, az_bv(s, 32, 7));
  start = now();
  for (int i = 0; i < MILLION; i++) {
    az_subst_reset(u);
    az_subst_bind(u, x, image);
    az_subst_apply(u, five);
  }
  printf("reset, bind, apply on %u terms: %.0f ns\n", az_term_size(s, five),
         (now() - start) * 1e9 / MILLION);
  az_subst_free(u);
  az_store_free(s);

  s = az_store_new();
  x = az_var(s, word, "x");
  start = now();
  for (unsigned i = 0; az_store_statistics(s).terms < MILLION; i++) {
    az_term k = az_bv_add(s, x, az_bv(s, 32, i));
    az_and(s, az_bv_slt(s, k, az_bv(s, 32, i * 2654435761u)),
           az_eq(s, k, az_bv(s, 32, i * 40503u)));
  }
  report("sums, comparisons, conjunctions", s, now() - start);
  az_store_free(s);

  s = az_store_new();
  az_term a = az_var(s, az_sort_array(32, word), "a"), guard = az_true(s), v = az_var(s, word, "v");
  start = now();
  for (unsigned i = 0; az_store_statistics(s).terms < MILLION; i++) {
    az_term index = az_bv_add(s, v, az_bv(s, 32, i));
    a = az_store_at(s, a, index, v);
    v = az_ite(s, guard, az_select(s, a, az_bv_mul(s, v, index)), v);
    guard = az_bv_ult(s, v, index);
  }
  report("writes, reads, choices", s, now() - start);
  az_store_free(s);
  return 0;
}
