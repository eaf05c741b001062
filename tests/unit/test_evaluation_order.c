/* Whether the order of operands matters, function by function of one file (C17 6.5p3): each is
 * called by a main of its own. */
#include "ansatz/frontend.h"

#include "temporary_folder.h"
#include <check.h>
#include <stb/stb_ds.h>
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

/* Asks of a main that calls the functions one after the other; the answer is the cause, or empty.
 */
static void ask(const char *folder, char *const *functions, uint32_t classes, bool all_return,
                bool any_order, char answer[512]) {
  char path[300];
  snprintf(path, sizeof path, "%s/x.c", folder);
  FILE *out = fopen(path, "w");
  fprintf(out, "#include \"%s\"\nint main(void) {\n", PROGRAM);
  for (size_t i = 0; i < arrlenu(functions); i++)
    fprintf(out, "  %s(%s);\n", functions[i],
            strstr(functions[i], "withheld_unreach_list") ? "1, 2, 3" : "");
  fprintf(out, "  return 0;\n}\n");
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
  ck_assert_msg(p != NULL, "%s: %s", functions[0], err.message);
  uint32_t count = 0;
  const az_cause *causes = p->late_causes->find(p->late_causes, all_return, &count);
  ck_assert_uint_le(count, 1);
  snprintf(answer, 512, "%s", count ? causes[0].text : "");
  ck_assert(!count || causes[0].forbids == (any_order ? AZ_FORBIDS_PROOFS : 0));
  az_program_free(p);
  az_store_free(store);
}

static void ask_one(const char *folder, const char *function, bool all_return, bool any_order,
                    char answer[512]) {
  char **one = NULL;
  arrput(one, (char *)function);
  ask(folder, one, classes_of(strchr(function, '_') + 1), all_return, any_order, answer);
  arrfree(one);
}

/* Returns the functions whose names begin so, in the order of the file. */
static char **functions_of(const char *prefix) {
  char line[256], pattern[64], **names = NULL;
  FILE *in = fopen(PROGRAM, "r");
  snprintf(pattern, sizeof pattern, "int %s%%100[a-z_](", prefix);
  while (fgets(line, sizeof line, in)) {
    char rest[101], *name;
    if (sscanf(line, pattern, rest) == 1 && asprintf(&name, "%s%s", prefix, rest) > 0)
      arrput(names, name);
  }
  fclose(in);
  return names;
}

static void free_functions(char **names) {
  for (size_t i = 0; i < arrlenu(names); i++) free(names[i]);
  arrfree(names);
}

START_TEST(order_matters) {
  char *folder = az_folder_new(), answer[512], **names = functions_of("withheld_");
  const size_t count = arrlenu(names);
  /* Each has a compiler read the file: every third one, with ANSATZ_LONG all. */
  const size_t step = getenv("ANSATZ_LONG") ? 1 : count > CASES(count) ? 6 : 3;
  ck_assert_uint_ge(count, 90);
  for (size_t i = 0; i < count; i += step) {
    ask_one(folder, names[i], false, true, answer);
    ck_assert_msg(*answer, "%s: nothing", names[i]);
  }
  free_functions(names);
  az_folder_remove(folder);
  free(folder);
}
END_TEST

/* All of a class are asked about at once: there is no cause in any of them. */
START_TEST(order_does_not_matter) {
  static const struct {
    const char *prefix;
    size_t least;
  } kept[] = {{"kept_unreach_", 45}, {"kept_memory_", 2}, {"kept_termination_", 1}};
  char *folder = az_folder_new(), answer[512], **names = functions_of(kept[_i].prefix);
  ck_assert_uint_ge(arrlenu(names), kept[_i].least);
  ask(folder, names, classes_of(strchr(kept[_i].prefix, '_') + 1), false, true, answer);
  ck_assert_str_eq(answer, "");
  free_functions(names);
  az_folder_remove(folder);
  free(folder);
}
END_TEST

START_TEST(proved_to_return) {
  char *folder = az_folder_new(), answer[512];
  ask_one(folder, "withheld_unreach_loops", false, false, answer);
  ck_assert_ptr_nonnull(strstr(answer, "in clang's order of operands at "));
  ask_one(folder, "withheld_unreach_loops", true, false, answer);
  ck_assert_str_eq(answer, "");
  ask_one(folder, "withheld_unreach_ends", true, false, answer);
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
  tcase_add_loop_test(t, order_does_not_matter, 0, 3);
  tcase_add_test(t, proved_to_return);
  suite_add_tcase(s, t);
  SRunner *r = srunner_create(s);
  srunner_run_all(r, CK_NORMAL);
  int failed = srunner_ntests_failed(r);
  srunner_free(r);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
