/* No strategy is believed, and no domain that is not compiled in: what one returns as inductive is
 * asked of the solver by the core, of claims that the core substitutes, so that a wrong one cannot
 * prove anything (docs/soundness.md, what is trusted). */
#include "end_to_end.h"

static void find_liars(void) {
  char path[4096];
  snprintf(path, sizeof path, "%s", ANSATZ_BINARY);
  char *slash = strrchr(path, '/');
  ck_assert_ptr_nonnull(slash);
  snprintf(slash, sizeof path - (size_t)(slash - path), "/tests/liars");
  setenv("ANSATZ_PATH", path, 1);
}

START_TEST(proves_nothing) {
  const end_to_end test = {.program = "liar_count", .property = "unreach-call"};
  find_liars();
  const char *options = "--mode ai --domain interval --strategy liar";
  ck_assert_str_eq(verdict(&test, _i, test.property, options), "unknown (invariants too weak)");
  options = "--mode ai --domain two_faced";
  ck_assert_str_eq(verdict(&test, _i, test.property, options), "unknown (invariants too weak)");
  ck_assert_str_eq(verdict(&test, _i, "termination", options), "unknown (invariants too weak)");
  ck_assert_str_eq(verdict(&test, 0, test.property, "--mode ai --domain interval"), "true");
}
END_TEST

/* What a strategy from outside writes to is not what the core asks about. */
START_TEST(spoils_nothing) {
  static const char *const hows[][2] = {
      {"places", "unknown (invariants too weak)"},
      {"assumed", "unknown (invariants too weak)"},
      {"states", "unknown (invariants too weak)"},
      {"note", "unknown (invariants too weak)"},
      {"subproblem", "unknown (invariants too weak)"},
      {"crash", "unknown (internal error: signal 6)"},
      {"nothing", ""},
  };
  const end_to_end test = {.program = "liar_count", .property = "unreach-call"};
  find_liars();
  char options[200];
  snprintf(options, sizeof options,
           "--mode ai --domain interval --strategy 'spoiler{ how = \"%s\" }'", hows[_i][0]);
  ck_assert_str_eq(verdict(&test, 1, test.property, options), hows[_i][1]);
}
END_TEST

/* An observation likewise. Where it is an error of the module there is no verdict. */
START_TEST(meddles_with_nothing) {
  static const char *const hows[][2] = {{"program", ""},
                                        {"nothing", ""},
                                        {"nameless", ""},
                                        {"crash", "unknown (internal error: signal 6)"},
                                        {"idle", "unknown (invariants too weak)"}};
  const end_to_end test = {.program = "liar_count", .property = "unreach-call"};
  find_liars();
  char options[200];
  snprintf(options, sizeof options,
           "--mode ai --domain 'interval{ observe = { cells(), meddler{ how = \"%s\" } } }'",
           hows[_i][0]);
  ck_assert_str_eq(verdict(&test, 1, test.property, options), hows[_i][1]);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("liar");
  TCase *tests = tcase_create("liar");
  tcase_set_timeout(tests, 300);
  tcase_add_loop_test(tests, proves_nothing, 0, 2);
  tcase_add_loop_test(tests, spoils_nothing, 0, 7);
  tcase_add_loop_test(tests, meddles_with_nothing, 0, 5);
  suite_add_tcase(suite, tests);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
