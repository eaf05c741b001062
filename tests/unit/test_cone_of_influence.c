/* Which loops the open checks depend on: those before them and around them, none behind the last
 * one, and none at all where nothing is open. */
#include "step_of_program.h"
#include "synth/invariants.h"

static const char before_and_behind[] =
    "int __VERIFIER_nondet_int(void); void reach_error(void) {}\n"
    "int main(void) { unsigned a = 0, b = 0, c = 0;\n"
    "while (a < 10) a++;\n"
    "while (__VERIFIER_nondet_int() && b < 5) b++;\n"
    "if (a + b > 20) reach_error();\n"
    "while (c < 7) c++; return (int)c; }\n";
static const char around_with[] =
    "int __VERIFIER_nondet_int(void); void reach_error(void) {}\n"
    "int main(void) { unsigned a = 0, b, c;\n"
    "while (__VERIFIER_nondet_int()) { b = 0; while (b < 4) b++; if (a + b > 11) reach_error();\n"
    "c = 0; while (c < 7) c++; a = c; }\n"
    "while (a) a--; return 0; }\n";
static const char around[] =
    "int __VERIFIER_nondet_int(void); void reach_error(void) {}\n"
    "int main(void) { unsigned a = 0, b, c;\n"
    "while (__VERIFIER_nondet_int()) { b = 0; while (b < 4) b++; if (b > 4) reach_error();\n"
    "c = 0; while (c < a) c++; a = c & 7; }\n"
    "while (a) a--; return 0; }\n";

/* By cut point in the order of the program: is it in the cone? */
typedef struct question {
  bool open, ends; /* as az_cone_of_influence has them */
  uint32_t k;
} question;
static void in_cone(const char *text, question q, const bool *expected, uint32_t count) {
  const char *const none[] = {OBSERVATION("objects"), NULL};
  program_step f = step_of_program(text, none, q.k);
  bool *checks = calloc(f.p->check_count + 1, sizeof *checks);
  for (uint32_t c = 0; c < f.p->check_count; c++)
    checks[c] = q.open && f.p->checks[c].cls == AZ_C_UNREACH;
  (void)observed_by(&f, 0);
  bool *found = az_cone_of_influence(f.cuts, checks, &q.ends);
  uint32_t views;
  const az_view *list = az_cuts_views(f.cuts, &views);
  for (uint32_t loop = 0; loop < count; loop++) {
    char name[16];
    snprintf(name, sizeof name, "main.%u", loop);
    bool met = false;
    for (uint32_t v = 0; v < views; v++) {
      if (strcmp(list[az_cuts_view_of_all(f.cuts, v)].name, name)) continue;
      met = true;
      ck_assert_msg(found[v] == expected[loop], "%s, k = %u", list[v].name, q.k);
    }
    ck_assert_msg(met, "%s", name);
  }
  free(found);
  free(checks);
  free_step(&f);
}

START_TEST(behind_the_last_check) {
  in_cone(before_and_behind, (question){true, false, (uint32_t)_i},
          (const bool[]){true, true, false}, 3);
}
END_TEST

/* What comes later in the loop around a check comes before it, too. */
START_TEST(around_a_check) {
  in_cone(around_with, (question){true, false, (uint32_t)_i},
          (const bool[]){true, true, true, false}, 4);
  /* Nothing that the check mentions comes from another round; that a second copy is reached
   * depends on the loop behind it. */
  in_cone(around, (question){true, false, (uint32_t)_i}, (const bool[]){false, true, _i > 1, false},
          4);
}
END_TEST

START_TEST(nothing_is_open) {
  in_cone(before_and_behind, (question){false, false, (uint32_t)_i},
          (const bool[]){false, false, false}, 3);
  in_cone(around, (question){false, false, (uint32_t)_i},
          (const bool[]){false, false, false, false}, 4);
}
END_TEST

static const char before[] =
    "int __VERIFIER_nondet_int(void); void reach_error(void) {}\n"
    "int main(void) { unsigned a = 0, b = 0, c = 0, d = 0;\n"
    "while (__VERIFIER_nondet_int()) { a++; while (d < 9) { d++; if (d == a) break; } }\n"
    "if (a & 1) while (c < 5) c++;\n"
    "while (__VERIFIER_nondet_int()) { if (d == 7) goto out; d++; }\n"
    "while (b < 10) b++;\n"
    "out: if (b > 10) reach_error(); return 0; }\n";

/* Loops that change nothing that the check depends on, nor which way is taken to it. */
START_TEST(before_a_check) {
  question q = {true, true, (uint32_t)_i};
  in_cone(before_and_behind, q, (const bool[]){true, true, false}, 3);
  in_cone(around, q, (const bool[]){false, true, _i > 1, false}, 4);
  in_cone(before, q, (const bool[]){true, true, false, true, true}, 5);
  q.ends = false;
  in_cone(before, q, (const bool[]){true, true, true, true, true}, 5);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("cone_of_influence");
  TCase *tcase = tcase_create("cone_of_influence");
  tcase_set_timeout(tcase, 60);
  tcase_add_loop_test(tcase, behind_the_last_check, 1, 4);
  tcase_add_loop_test(tcase, around_a_check, 1, 4);
  tcase_add_loop_test(tcase, nothing_is_open, 1, 4);
  tcase_add_loop_test(tcase, before_a_check, 1, 4);
  suite_add_tcase(suite, tcase);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
