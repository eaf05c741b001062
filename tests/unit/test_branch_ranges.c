/* Ranges of words in the back end `bitblast`: random branches in sequence over three counters of a
 * few bits, which wrap. Each comparison of counters, and each one of a counter with a constant, is
 * satisfiable if and only if one of the runs satisfies it; all of them are executed. */
#include "ansatz/clock.h"
#include "ansatz/solver.h"
#include "solver_random.h"

#include <check.h>

enum { COUNTERS = 3, BRANCHES = 11, WIDTH_MOST = 7, RUNS = 1 << BRANCHES };

typedef enum operation { ADD, ADD_OTHER, COPY, NEGATE, TWICE, SET, OPERATIONS } operation;

/* An assignment to a counter in one branch. */
typedef struct assignment {
  operation what;
  uint32_t to, from, constant;
} assignment;

typedef struct program {
  uint32_t width, start[COUNTERS];
  bool free_start; /* the first counter starts with any value */
  assignment branch[BRANCHES][2][2];
} program;

static assignment random_assignment(rng *random, const program *p) {
  /* Counters that only grow a little do not wrap. */
  const uint32_t pick = rng_below(random, 12);
  return (assignment){.what = pick < OPERATIONS ? (operation)pick : ADD,
                      .to = rng_below(random, COUNTERS),
                      .from = rng_below(random, COUNTERS),
                      .constant = rng_below(random, 3) ? rng_below(random, 3)
                                                       : rng_below(random, 1u << p->width)};
}

static program random_program(rng *random) {
  program p = {.width = 2 + rng_below(random, WIDTH_MOST - 1), .free_start = !rng_below(random, 4)};
  for (uint32_t i = 0; i < COUNTERS; i++) p.start[i] = rng_below(random, 4);
  const bool tame = rng_below(random, 2);
  for (uint32_t i = 0; i < BRANCHES; i++)
    for (int then = 0; then < 2; then++)
      for (int k = 0; k < 2; k++) {
        assignment a = random_assignment(random, &p);
        if (tame) a.what = ADD, a.constant %= 3;
        p.branch[i][then][k] = a;
      }
  return p;
}

static uint32_t mask(const program *p) {
  return (1u << p->width) - 1;
}

static void execute(const program *p, uint32_t run, uint32_t first, uint32_t *counters) {
  for (uint32_t i = 0; i < COUNTERS; i++) counters[i] = p->start[i] & mask(p);
  if (p->free_start) counters[0] = first;
  for (uint32_t i = 0; i < BRANCHES; i++)
    for (int k = 0; k < 2; k++) {
      const assignment *a = &p->branch[i][run >> i & 1][k];
      const uint32_t to = counters[a->to], from = counters[a->from];
      const uint32_t values[] = {to + a->constant, to + from, from, 0u - to, to * 2, a->constant};
      counters[a->to] = values[a->what] & mask(p);
    }
}

static void make_terms(az_store *s, const program *p, az_term *counters) {
  for (uint32_t i = 0; i < COUNTERS; i++) counters[i] = az_bv(s, p->width, p->start[i]);
  if (p->free_start) counters[0] = az_var(s, az_sort_bv(p->width), "start");
  for (uint32_t i = 0; i < BRANCHES; i++) {
    char name[16];
    snprintf(name, sizeof name, "c%u", i);
    const az_term condition = az_var(s, az_sort_bool(), name);
    az_term after[2][COUNTERS];
    for (int then = 0; then < 2; then++) {
      memcpy(after[then], counters, sizeof after[then]);
      for (int k = 0; k < 2; k++) {
        const assignment *a = &p->branch[i][then][k];
        const az_term to = after[then][a->to], from = after[then][a->from];
        const az_term constant = az_bv(s, p->width, a->constant), two = az_bv(s, p->width, 2);
        const az_term values[] = {az_bv_add(s, to, constant), az_bv_add(s, to, from), from,
                                  az_bv_neg(s, to),           az_bv_mul(s, to, two),  constant};
        after[then][a->to] = values[a->what];
      }
    }
    for (uint32_t k = 0; k < COUNTERS; k++)
      counters[k] = az_ite(s, condition, after[1][k], after[0][k]);
  }
}

static int32_t as_signed(const program *p, uint32_t value) {
  return (int32_t)(value << (32 - p->width)) >> (32 - p->width);
}

enum { COMPARISONS = 4 };

static bool holds(const program *p, int comparison, uint32_t x, uint32_t y) {
  switch (comparison) {
  case 0: return x == y;
  case 1: return x < y;
  case 2: return as_signed(p, x) < as_signed(p, y);
  default: return ((x + y) & mask(p)) == p->start[1];
  }
}

static az_term comparison_of(az_store *s, const program *p, int comparison, az_term x, az_term y) {
  switch (comparison) {
  case 0: return az_eq(s, x, y);
  case 1: return az_bv_ult(s, x, y);
  case 2: return az_bv_slt(s, x, y);
  default: return az_eq(s, az_bv_add(s, x, y), az_bv(s, p->width, p->start[1]));
  }
}

/* Sets some[i][c][v] where a run satisfies (v = 1) or violates (v = 0) comparison c of the pair i.
 */
static void count_out(const program *p, uint32_t constant, bool some[][COMPARISONS][2]) {
  for (uint32_t first = 0; first <= (p->free_start ? mask(p) : 0); first++)
    for (uint32_t run = 0; run < RUNS; run++) {
      uint32_t values[COUNTERS + 1];
      execute(p, run, first, values);
      values[COUNTERS] = constant;
      for (uint32_t i = 0; i < COUNTERS; i++)
        for (int c = 0; c < COMPARISONS; c++)
          some[i][c][holds(p, c, values[i], values[i + 1])] = true;
    }
}

START_TEST(branches) {
  rng random = {(uint64_t)_i * 1000 + 7};
  for (int n = 0; n < 60; n++) {
    const program p = random_program(&random);
    const uint32_t constant = rng_below(&random, 1u << p.width);
    bool some[COUNTERS][COMPARISONS][2] = {0};
    az_store *store = az_store_new();
    az_solver *solver = az_solver_new(store, NULL, NULL, NULL);
    az_term terms[COUNTERS + 1];
    ck_assert_ptr_nonnull(solver);
    make_terms(store, &p, terms);
    terms[COUNTERS] = az_bv(store, p.width, constant);
    count_out(&p, constant, some);
    for (uint32_t i = 0; i < COUNTERS; i++)
      for (int c = 0; c < COMPARISONS; c++)
        for (int value = 0; value < 2; value++) {
          const az_term claim = comparison_of(store, &p, c, terms[i], terms[i + 1]);
          const az_term asked = value ? claim : az_not(store, claim);
          ck_assert_msg((az_solver_check(solver, &asked, 1, 0) == AZ_SAT) == some[i][c][value],
                        "series %d, program %d: comparison %d of counter %u", _i, n, c, i);
        }
    az_solver_free(solver);
    az_store_free(store);
  }
}
END_TEST

/* Counts of 400 branches, whose bounds no search over bits finds in this time. */
START_TEST(long_sequences) {
  enum { LENGTH = 400 };
  az_store *s = az_store_new();
  az_solver *solver = az_solver_new(s, NULL, NULL, NULL);
  const az_sort word = az_sort_bv(32);
  const az_term one = az_bv(s, 32, 1), two = az_bv(s, 32, 2);
  az_term up = az_bv(s, 32, 0), down = az_bv(s, 32, 0), beside = az_var(s, word, "x"),
          with = beside;
  for (int i = 0; i < LENGTH; i++) {
    const az_term c = az_fresh(s, az_sort_bool(), "c");
    up = az_ite(s, c, az_bv_add(s, up, one), up);
    down = az_ite(s, c, az_bv_add(s, down, two), az_bv_sub(s, down, one));
    beside = az_ite(s, c, az_bv_add(s, beside, one), az_bv_sub(s, beside, one));
    with = az_ite(s, c, az_bv_add(s, with, two), with);
  }
  const az_term n = az_bv(s, 32, LENGTH), three_up = az_bv_mul(s, up, az_bv(s, 32, 3));
  const az_term never[] = {
      az_bv_slt(s, n, up),
      az_ne(s, three_up, az_bv_add(s, down, n)),
      az_ne(s, az_bv_sub(s, with, beside), n),
  };
  const az_term once[] = {
      az_bv_slt(s, az_bv_sub(s, n, one), up),
      az_eq(s, down, az_bv_neg(s, n)),
      az_eq(s, az_bv_sub(s, with, beside), n),
  };
  for (size_t i = 0; i < sizeof never / sizeof *never; i++) {
    ck_assert_int_eq(az_solver_check(solver, &never[i], 1, az_clock(NULL) + 5), AZ_UNSAT);
    ck_assert_int_eq(az_solver_check(solver, &once[i], 1, az_clock(NULL) + 5), AZ_SAT);
  }
  az_solver_free(solver);
  az_store_free(s);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("branch_ranges");
  TCase *c = tcase_create("branch_ranges");
  tcase_set_timeout(c, 120);
  tcase_add_loop_test(c, branches, 0, 4);
  tcase_add_test(c, long_sequences);
  suite_add_tcase(suite, c);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  const int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
