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

/* What does not fit ends the run with an error that names the module and what is wrong, and no
 * verdict: options and ghost cells that are not declared, terms of other sorts. */
static const char *const misfits[][3] = {
    {"unreach-call", "--domain 'misfit_domain{ how = \"number\" }'",
     "domain 'misfit_domain': the claim of row 0: a bit-vector of 32 bits where a truth value is"},
    {"unreach-call", "--domain 'misfit_domain{ how = \"nothing\" }'",
     "domain 'misfit_domain': the claim of row 0: no term where a truth value is wanted"},
    {"unreach-call", "--domain 'misfit_domain{ how = \"widths\" }'",
     "domain 'misfit_domain': the claim of row 0: az_bv_slt of a bit-vector of 49 bits and a "
     "bit-vector of 32 bits"},
    {"unreach-call", "--domain 'product{ interval(), misfit_domain{ how = \"number\" } }'",
     "a bit-vector of 32 bits where a truth value is wanted"},
    {"termination", "--domain 'misfit_domain{ how = \"measure\" }'",
     "domain 'misfit_domain': component 0 of the tuple of row 1: a truth value where a bit-vector"},
    {"unreach-call", "--domain 'misfit_domain{ how = \"undeclared\" }'",
     "misfit_domain.c:18: misfit_domain has no option 'factr': did you mean 'factor'?"},
    {"unreach-call", "--domain 'misfit_domain{ how = \"other type\" }'",
     "misfit_domain.c:19: the option 'factor' of misfit_domain is a whole number"},
    {"unreach-call", "--domain interval --strategy 'misfit_strategy{ how = \"undeclared\" }'",
     "misfit_strategy.c:24: misfit_strategy has no option 'delay' (it has: how)"},
    {"unreach-call", "--domain interval --strategy 'misfit_strategy{ how = \"number\" }'",
     "strategy 'misfit_strategy': assumption 0: a bit-vector of 32 bits where a truth value is "
     "wanted"},
#define OBSERVING(how)                                                                             \
  "unreach-call", "--domain 'interval{ observe = { "                                               \
                  "misfit_observation{ how = \"" how "\" } } }'"
    {OBSERVING("undeclared"), "misfit_observation.c:20: misfit_observation has no option 'hwo': "},
    {OBSERVING("ghost"),
     "observation 'misfit_observation': the ghost cell 'msfit' is none that it declares"},
    {OBSERVING("update"),
     "observation 'misfit_observation': the update of its ghost cell 'misfit'"},
    {OBSERVING("guard"), "observation 'misfit_observation': the guard of the view ' odd': a "
                         "bit-vector of 8 bits where a truth value is wanted"},
    {OBSERVING("variable"), "observation 'misfit_observation': the variable 'wide' is a term of"},
};

START_TEST(fits_nowhere) {
  const end_to_end test = {.program = "liar_count"};
  find_liars();
  char options[300];
  snprintf(options, sizeof options, "--mode ai %s", misfits[_i][1]);
  ck_assert_str_eq(verdict(&test, 0, misfits[_i][0], options), "");
  const end_to_end_output *out = last_output();
  ck_assert_msg(out->status == 2 && strstr(out->text, misfits[_i][2]), "%s: exit status %d:\n%s",
                options, out->status, out->text);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("liar");
  TCase *tests = tcase_create("liar");
  tcase_set_timeout(tests, 300);
  tcase_add_loop_test(tests, proves_nothing, 0, 2);
  tcase_add_loop_test(tests, spoils_nothing, 0, 7);
  tcase_add_loop_test(tests, meddles_with_nothing, 0, 5);
  tcase_add_loop_test(tests, fits_nowhere, 0, sizeof misfits / sizeof *misfits);
  suite_add_tcase(suite, tests);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
