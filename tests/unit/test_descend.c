/* The strategy descend: from what widening leaves to the bounds that are inductive, in as many
 * passes as rows depend on each other; below no bound that is reached, whatever was found first. */
#include "end_to_end.h"

static const end_to_end limit = {
    .program = "descend_limit",
    .property = "unreach-call",
    .variants = 2,
    .domain = "interval{ strategy = descend{ after = kleene() } }",
    .weaker = {"interval{ strategy = kleene() }",
               "interval{ strategy = descend{ after = kleene(), passes = 1 } }"}};

START_TEST(from_widening) {
  check_end_to_end(&limit);
}
END_TEST

/* The least bounds, which enumerate finds, are the end from everywhere. */
START_TEST(never_weaker) {
  static const char *const after[] = {"enumerate()",  "binsearch()", "jump()",
                                      "thresholds()", "kleene()",    "acdl()"};
  static const char *const least[] = {"before <= 20\n", "before >= 0\n", "x <= 20\n", "x >= 0\n"};
  char options[300];
  snprintf(options, sizeof options,
           "--timeout 90 --mode ai --invariants=all --domain 'interval()' --strategy 'descend{ "
           "after = %s }'",
           after[_i]);
  ck_assert_str_eq(verdict(&limit, 0, limit.property, options), "true");
  for (size_t i = 0; i < sizeof least / sizeof *least; i++)
    ck_assert_msg(strstr(last_output()->text, least[i]), "after %s, no %s%s", after[_i], least[i],
                  last_output()->text);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("descend");
  TCase *tcase = tcase_create("descend");
  tcase_set_timeout(tcase, 300);
  tcase_add_test(tcase, from_widening);
  tcase_add_loop_test(tcase, never_weaker, 0, 6);
  suite_add_tcase(suite, tcase);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
