/* guarded{} and the strategy split: claims that hold on one side of a condition, found where models
 * and samples ask for them. */
#include "end_to_end.h"

static const end_to_end tests[] = {
    {.program = "guarded_sides",
     .property = "unreach-call",
     .variants = 2,
     .domain = "guarded{ octagons(), strategy = split{ eager = true } }",
     .weaker = {"octagons()", "product{ octagons(), predicates() }",
                "guarded{ octagons(), most = 0, strategy = split{ eager = true } }"}},
    {.program = "guarded_last",
     .property = "unreach-call",
     .variants = 2,
     .domain = "guarded{ octagons(), strategy = split() }",
     .weaker = {"octagons()", "product{ octagons(), predicates() }",
                "guarded{ octagons(), most = 0, strategy = split() }"}},
    {.program = "guarded_phases",
     .property = "unreach-call",
     .variants = 2,
     .domain = "guarded{ product{ affine(), congruence() }, strategy = enumerate() }",
     .weaker = {"product{ affine(), congruence(), interval() }",
                "guarded{ affine(), strategy = enumerate() }"}}};

START_TEST(end_to_end_) {
  check_end_to_end(&tests[_i]);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("guarded");
  TCase *tcase = tcase_create("guarded");
  tcase_set_timeout(tcase, 600);
  tcase_add_loop_test(tcase, end_to_end_, 0, sizeof tests / sizeof *tests);
  suite_add_tcase(suite, tcase);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
