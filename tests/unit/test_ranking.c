/* The lexicographic order of rankings on all tuples of small numbers, and programs that each form
 * of rankings proves and a simpler one does not, with variants that never end. */
#include "ansatz/ranking.h"
#include "end_to_end.h"

static const end_to_end tests[] = {
    {.program = "ranking_linear",
     .property = "termination",
     .variants = 2,
     .domain = "ranking{ form = \"linear\" }",
     .weaker = {"interval()"}},
    {.program = "ranking_lexicographic",
     .property = "termination",
     .variants = 2,
     .domain = "ranking{ form = \"lexicographic\" }",
     .weaker = {"ranking{ form = \"linear\" }", "ranking{ form = \"lexicographic\", max = 1 }"}},
    {.program = "ranking_multiphase",
     .property = "termination",
     .variants = 2,
     .domain = "ranking()",
     .weaker = {"ranking{ form = \"lexicographic\" }"}},
    {.program = "ranking_lexicographic",
     .property = "termination",
     .variants = 2,
     .refuted = true,
     .domain = "ranking{ strategy = cegis() }",
     .weaker = {"ranking{ strategy = cegis{ components = 1 } }"}},
};

START_TEST(programs) {
  check_end_to_end(&tests[_i]);
}
END_TEST

enum { NUMBERS = 4, PAIRS = NUMBERS * NUMBERS };

/* Two components of two bits, signed. */
static void tuple_of(az_store *s, int number, az_term tuple[2], int values[2]) {
  for (int i = 0; i < 2; i++) {
    values[i] = (i ? number / NUMBERS : number % NUMBERS) - 2;
    tuple[i] = az_bv_wide(s, 2, values[i]);
  }
}

START_TEST(order) {
  az_store *s = az_store_new();
  for (int a = 0; a < PAIRS; a++)
    for (int b = 0; b < PAIRS; b++) {
      az_term before[2], after[2];
      int x[2], y[2];
      tuple_of(s, a, before, x);
      tuple_of(s, b, after, y);
      bool less = y[0] < x[0] || (y[0] == x[0] && y[1] < x[1]);
      az_term is_less[2], not_more[2];
      for (int i = 0; i < 2; i++) {
        is_less[i] = az_bv_slt(s, after[i], before[i]);
        not_more[i] = az_bv_sle(s, after[i], before[i]);
      }
      ck_assert_int_eq(az_is_true(s, az_ranking_lexicographic(s, is_less, not_more, 2)), less);
      az_term of_first = az_ranking_lexicographic(s, is_less, not_more, 1);
      ck_assert_int_eq(az_is_true(s, of_first), y[0] < x[0]);
      ck_assert(az_is_false(s, az_ranking_lexicographic(s, is_less, not_more, 0)));
    }
  az_store_free(s);
}
END_TEST

/* Below -2^14, nothing decreases. */
START_TEST(bounded) {
  az_store *s = az_store_new();
  ck_assert_int_eq((long long)az_ranking_least(33), -(1 << 14));
  ck_assert_int_eq((long long)az_ranking_least(10), -(1 << 9));
  for (int below = -1; below <= 1; below++) {
    az_term e = az_bv_wide(s, 33, az_ranking_least(33) + below);
    az_term kept = below < 0 ? az_bv_wide(s, 33, az_ranking_least(33)) : e;
    ck_assert(az_ranking_bounded(s, e) == kept);
  }
  az_store_free(s);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("order of rankings");
  TCase *tcase = tcase_create("order");
  tcase_add_test(tcase, order);
  tcase_add_test(tcase, bounded);
  suite_add_tcase(suite, tcase);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return run_end_to_end("ranking", programs, sizeof tests / sizeof *tests) || failed;
}
