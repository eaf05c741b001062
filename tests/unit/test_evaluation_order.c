/* Whether the order of operands matters, function by function of one file (C17 6.5p3): each is
 * called by a main of its own. */
#include "ansatz/frontend.h"
#include "temporary_folder.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROGRAM ANSATZ_SOURCE_DIR "/tests/unit/programs/evaluation_order.c"

static uint32_t classes_of(const char *name) {
  if (!strncmp(name, "memory", 6)) return AZ_MEMORY_CLASSES;
  if (!strncmp(name, "termination", 11)) return 1u << AZ_C_TERMINATION;
  if (!strncmp(name, "overflow", 8)) return 1u << AZ_C_OVERFLOW;
  return 1u << AZ_C_UNREACH;
}

/* Asks of the function; the answer is the cause, or empty. */
static void ask(const char *folder, const char *function, uint32_t classes, bool all_return,
                bool any_order, char answer[512]) {
  char path[300];
  snprintf(path, sizeof path, "%s/x.c", folder);
  FILE *out = fopen(path, "w");
  fprintf(out, "#include \"%s\"\nint main(void) {\n  return %s(%s);\n}\n", PROGRAM, function,
          strstr(function, "withheld_unreach_list") ? "1, 2, 3" : "");
  fclose(out);
  const char *file = path;
  const az_frontend_options o = {.files = &file,
                                 .file_count = 1,
                                 .data_model = AZ_LP64,
                                 .classes = classes,
                                 .any_order = any_order,
                                 .work_folder = folder};
  az_store *store = az_store_new();
  az_error err = {0};
  az_program *p = az_frontend(&o, store, &err);
  ck_assert_msg(p != NULL, "%s: %s", function, err.message);
  uint32_t count = 0;
  const az_cause *causes = p->late_causes->find(p->late_causes, all_return, &count);
  ck_assert_uint_le(count, 1);
  snprintf(answer, 512, "%s", count ? causes[0].text : "");
  ck_assert(!count || causes[0].forbids == (any_order ? AZ_FORBIDS_PROOFS : 0));
  az_program_free(p);
  az_store_free(store);
}

/* Asks of all functions whose names begin so: how many there are. */
static unsigned ask_all(const char *prefix, bool withheld) {
  char line[256], name[128], answer[512], pattern[64];
  char *folder = az_folder_new();
  FILE *in = fopen(PROGRAM, "r");
  unsigned count = 0;
  snprintf(pattern, sizeof pattern, "int %s%%100[a-z_](", prefix);
  while (fgets(line, sizeof line, in)) {
    char rest[101];
    if (sscanf(line, pattern, rest) != 1) continue;
    snprintf(name, sizeof name, "%s%s", prefix, rest);
    ask(folder, name, classes_of(rest), false, true, answer);
    ck_assert_msg((*answer != 0) == withheld, "%s: %s", name, *answer ? answer : "nothing");
    count++;
  }
  fclose(in);
  az_folder_remove(folder);
  free(folder);
  return count;
}

START_TEST(order_matters) {
  ck_assert_uint_ge(ask_all("withheld_", true), 60);
}
END_TEST

START_TEST(order_does_not_matter) {
  ck_assert_uint_ge(ask_all("kept_", false), 40);
}
END_TEST

START_TEST(proved_to_return) {
  char *folder = az_folder_new(), answer[512];
  ask(folder, "withheld_unreach_loops", 1u << AZ_C_UNREACH, false, false, answer);
  ck_assert_ptr_nonnull(strstr(answer, "in clang's order of operands at "));
  ask(folder, "withheld_unreach_loops", 1u << AZ_C_UNREACH, true, false, answer);
  ck_assert_str_eq(answer, "");
  ask(folder, "withheld_unreach_ends", 1u << AZ_C_UNREACH, true, false, answer);
  ck_assert_str_ne(answer, "");
  az_folder_remove(folder);
  free(folder);
}
END_TEST

int main(void) {
  Suite *s = suite_create("evaluation order");
  TCase *t = tcase_create("operands");
  tcase_set_timeout(t, 300);
  tcase_add_test(t, order_matters);
  tcase_add_test(t, order_does_not_matter);
  tcase_add_test(t, proved_to_return);
  suite_add_tcase(s, t);
  SRunner *r = srunner_create(s);
  srunner_run_all(r, CK_NORMAL);
  int failed = srunner_ntests_failed(r);
  srunner_free(r);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
