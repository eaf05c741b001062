/* Candidates that a program suggests: conditions of branches and of checks over the variables of
 * each loop head, which variables data and control flow tie together, and none where no domain
 * asks. */
#include "step_of_program.h"
#include "candidates/condition_candidates.h"

static const char text[] =
    "int __VERIFIER_nondet_int(void); void reach_error(void) {}\n"
    "int main(void) { unsigned near = 0, with = 0, apart = 0;\n"
    "while (__VERIFIER_nondet_int()) { if (near < 17) { near++; with = near; }\n"
    "if (__VERIFIER_nondet_int()) apart = 5; }\n"
    "if (with > 23) reach_error(); return (int)apart; }\n";

static uint32_t named(const az_domain_context *c, const char *name) {
  for (uint32_t v = 0; v < c->var_count; v++)
    if (!strcmp(c->vars[v].name, name)) return v;
  ck_abort_msg("no variable %s", name);
  return 0;
}

START_TEST(conditions_and_relations) {
  program_step f = step_of_program(text, (const char *const[]){"", NULL}, 1);
  const az_domain_context *seen = observed_by(&f, 0);
  az_candidates *candidates = az_candidates_new(f.cuts, true);
  az_domain_context none = az_candidates_context(candidates, seen, 0);
  ck_assert_uint_eq(none.condition_count, 0);
  ck_assert_uint_eq(none.cell_condition_count, 0);
  ck_assert(none.related == NULL && none.canonical != NULL);
  az_domain_context c =
      az_candidates_context(candidates, seen, AZ_ASKS_CONDITIONS | AZ_ASKS_RELATIONS);
  uint32_t near = named(&c, "near"), with = named(&c, "with"), apart = named(&c, "apart");
  az_store *s = f.store;
  const az_term *state = c.canonical[c.vars[near].view];
  az_term wanted[] = {az_bv_ult(s, state[c.vars[near].at], az_bv(s, 32, 17)),
                      az_bv_ult(s, az_bv(s, 32, 23), state[c.vars[with].at])};
  bool met[2] = {false, false};
  for (uint32_t i = 0; i < c.condition_count; i++)
    for (int k = 0; k < 2; k++)
      if (c.conditions[i].term == wanted[k] || c.conditions[i].term == az_not(s, wanted[k])) {
        met[k] = true;
        ck_assert_int_eq(c.conditions[i].in_check, k);
      }
  ck_assert(met[0] && met[1]);
  ck_assert(az_tvars_related(&c, near, with) && az_tvars_related(&c, with, near));
  ck_assert(!az_tvars_related(&c, near, apart) && !az_tvars_related(&c, with, apart));
  az_candidates_free(candidates);
  free_step(&f);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("candidates");
  TCase *tcase = tcase_create("candidates");
  tcase_add_test(tcase, conditions_and_relations);
  suite_add_tcase(suite, tcase);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
