/* The clock of a run: work in seconds, within bounds of the CPU time, or work alone under a budget.
 */
#include "ansatz/clock.h"
#include <check.h>
#include <stdlib.h>

static const uint64_t second = AZ_WORK_SECOND;

START_TEST(shows_work_near_the_cpu_time) {
  const double c = az_clock(NULL);
  az_work w = {.thousandths = (uint64_t)((c + 0.05) * AZ_WORK_SECOND)};
  const double shown = az_clock(&w);
  ck_assert_double_eq_tol(shown, c + 0.05, 1e-8);
  ck_assert_double_eq(az_clock(&w), shown); /* deadlines and shares have one clock */
  az_work_add(&w, second / 80);
  ck_assert_double_eq_tol(az_clock(&w), shown + 0.0125, 1e-9);
}
END_TEST

START_TEST(is_bounded_by_the_cpu_time) {
  az_work much = {.thousandths = 1000 * second};
  const double c = az_clock(NULL);
  ck_assert_double_ge(az_clock(&much), 2 * c);
  ck_assert_double_le(az_clock(&much), 2 * az_clock(NULL) + 0.5);
  /* Uncounted work moves the clock in the end. */
  const double end = az_clock(NULL) + 0.4;
  az_work none = {.cpu_end = end};
  while (az_clock(NULL) < end / 2) (void)az_clock(&none);
  ck_assert_double_gt(az_clock(&none), end / 10);
  ck_assert_double_le(az_clock(&none), az_clock(NULL) / 2);
}
END_TEST

START_TEST(meets_the_limit_with_the_cpu_time) {
  const double end = az_clock(NULL) + 0.1;
  az_work much = {.thousandths = 1000 * second, .cpu_end = end}, none = {.cpu_end = end};
  ck_assert_double_lt(az_clock(&much), end);
  while (az_clock(NULL) < end + 0.01) continue;
  ck_assert_double_ge(az_clock(&much), end);
  ck_assert_double_ge(az_clock(&none), end);
}
END_TEST

START_TEST(never_runs_backwards) {
  az_work w = {.cpu_end = az_clock(NULL) + 0.1};
  double last = 0;
  for (uint64_t i = 0; az_clock(NULL) < w.cpu_end + 0.05; i++) {
    az_work_add(&w, i % 7 ? 10 : second / 5000 * (i % 3));
    const double now = az_clock(&w);
    ck_assert_double_ge(now, last);
    last = now;
  }
}
END_TEST

START_TEST(is_work_alone_under_a_budget) {
  az_work w = {.thousandths = 1000 * second, .is_budget = true};
  ck_assert_double_eq(az_clock(&w), 1000);
  ck_assert_double_eq(az_stopwatch(&w), 1000);
  w.cpu_end = az_clock(NULL) / 2; /* the limit is behind: each deadline has passed */
  for (int i = 0; i < 100; i++) (void)az_clock(&w);
  ck_assert_double_gt(az_clock(&w), 1e9);
  ck_assert(w.cut);
}
END_TEST

START_TEST(reports_cpu_time) {
  az_work w = {.thousandths = 1000 * second};
  const double before = az_clock(NULL), shown = az_stopwatch(&w);
  ck_assert_double_ge(shown, before);
  ck_assert_double_le(shown, az_clock(NULL));
}
END_TEST

int main(void) {
  Suite *suite = suite_create("clock");
  TCase *tests = tcase_create("clock");
  tcase_add_test(tests, shows_work_near_the_cpu_time);
  tcase_add_test(tests, is_bounded_by_the_cpu_time);
  tcase_add_test(tests, meets_the_limit_with_the_cpu_time);
  tcase_add_test(tests, never_runs_backwards);
  tcase_add_test(tests, is_work_alone_under_a_budget);
  tcase_add_test(tests, reports_cpu_time);
  suite_add_tcase(suite, tests);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  const int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
