/* Task files, property files and property names: what is read, and one clear line for each mistake.
 */
#include "ansatz/frontend.h"
#include "temporary_folder.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *folder;

static const char *put(const char *name, const char *text) {
  static char path[256];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *f = fopen(path, "w");
  fputs(text, f);
  fclose(f);
  return path;
}

#define HEAD "format_version: '2.0'\n"

START_TEST(reads_a_task) {
  put("a.c", "int main(void) { return 0; }\n");
  put("u.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
  put("m.prp",
      "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n"
      "CHECK( init(main()), LTL(G valid-memtrack) )\n");
  const char *path =
      put("a.yml", HEAD
          "input_files:\n  - a.c\n  - 'a.c'\nproperties:\n  - property_file: u.prp\n    "
          "expected_verdict: true\n"
          "  - property_file: m.prp\n    expected_verdict: false\n    subproperty: valid-free\n"
          "options:\n  language: C\n  data_model: ILP32\n");
  az_error err = {0};
  az_task *t = az_task_read(path, NULL, &err);
  ck_assert_msg(t, "%s", err.message);
  ck_assert_uint_eq(t->file_count, 2);
  ck_assert_uint_eq(t->property_count, 2);
  ck_assert_str_eq(t->properties[0].name, "unreach-call");
  ck_assert_int_eq(t->properties[0].expected, 1);
  ck_assert_str_eq(t->properties[1].name, "valid-memsafety");
  ck_assert_str_eq(t->properties[1].subproperty, "valid-free");
  ck_assert(t->has_data_model && t->data_model == AZ_ILP32);
  az_task_free(t);
}
END_TEST

static const struct {
  const char *text, *message;
} mistakes[] = {
    {HEAD "properties: []\n", "bad.yml: no input_files"},
    {HEAD "input_files: missing.c\n", "missing.c: No such file"},
    {HEAD "input_files: []\n", "bad.yml:2: input_files is empty"},
    {HEAD "input_files: a.c\nproperties:\n  - property_file: missing.prp\n", "bad.yml:4: "},
    {HEAD "input_files: a.c\nproperties:\n  - property_file: missing.prp\n",
     "missing.prp: No such file"},
    {HEAD "input_files: a.c\nproperties:\n  - property_file: u.prp\n    expected_verdict: maybe\n",
     "bad.yml:5: expected_verdict"},
    {HEAD "input_files: a.c\noptions:\n  data_model: LP46\n", "bad.yml:4: data_model"},
    {HEAD "input_files: a.c\noptions:\n  language: Java\n", "language Java"},
    {"format_version: '9.0'\ninput_files: a.c\n", "bad.yml:1: format_version 9.0 is not known"},
    {"input_files: a.c\n", "bad.yml: no format_version"},
    {HEAD "input_files: a.c\ninput_files: b.c\n", "bad.yml:3: input_files occurs twice"},
    {HEAD "input_file: a.c\n", "bad.yml:2: unknown key input_file"},
    {HEAD "input_files: a.c\noptions:\n  data_modell: ILP32\n",
     "bad.yml:4: unknown key data_modell"},
    {HEAD "input_files: a.c\noptions: ILP32\n", "bad.yml:3: options"},
    {HEAD "input_files: a.c\n---\na: b\n", "bad.yml:4: a second document"},
    {HEAD "input_files: a.c\nproperties:\n  - u.prp\n", "bad.yml:4: properties"},
    {HEAD "input_files: a.c\nproperties:\n  - property_file: u.prp\n    expected_verdict: 'true'\n",
     "bad.yml:5: expected_verdict"},
    {HEAD "input_files: a.c\nproperties:\n  - property_file: u.prp\n    expected_verdict: [true]\n",
     "bad.yml:5: expected_verdict"},
    {HEAD "input_files: a.c\nproperties:\n  - property_file: u.prp\n    subproperty: valid-free\n",
     "bad.yml:5: subproperty"},
    {HEAD "input_files: a.c\nproperties:\n  - property_file: u.prp\n  - property_file: u.prp\n",
     "bad.yml:5: properties: the same property twice"},
    {"int main(void) {\n", "bad.yml:"},
    {"- 1\n", "not a task file"},
    {"", "not a task file"},
};

START_TEST(complains) {
  put("a.c", "int main(void) { return 0; }\n");
  put("u.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
  az_error err = {0};
  ck_assert_ptr_null(az_task_read(put("bad.yml", mistakes[_i].text), NULL, &err));
  ck_assert_int_eq(err.status, AZ_ERR_INPUT);
  ck_assert_msg(strstr(err.message, mistakes[_i].message), "%s", err.message);
  ck_assert_ptr_null(strchr(err.message, '\n'));
}
END_TEST

START_TEST(names_properties) {
  static const struct {
    const char *name;
    uint32_t classes;
  } known[] = {{"unreach-call", 1u << AZ_C_UNREACH},
               {"no-overflow", 1u << AZ_C_OVERFLOW},
               {"shift", 1u << AZ_C_SHIFT},
               {"valid-memsafety", 1u << AZ_C_DEREF | 1u << AZ_C_FREE | 1u << AZ_C_MEMTRACK},
               {"array-bounds", 1u << AZ_C_BOUNDS},
               {"termination", 1u << AZ_C_TERMINATION}};
  const char *name;
  uint32_t classes;
  az_error err = {0};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    ck_assert_int_eq(az_property_parse(known[i].name, NULL, &name, &classes, &err), AZ_OK);
    ck_assert_str_eq(name, known[i].name);
    ck_assert_uint_eq(classes, known[i].classes);
  }
  ck_assert_int_eq(az_property_parse("unreach-cal", NULL, &name, &classes, &err), AZ_ERR_INPUT);
  ck_assert_msg(strstr(err.message, "did you mean unreach-call?"), "%s", err.message);
  err = (az_error){.status = AZ_OK};
  ck_assert_int_eq(az_property_parse(put("x.prp", "CHECK( init(main()), LTL(G ! nonsense) )\n"),
                                     NULL, &name, &classes, &err),
                   AZ_ERR_INPUT);
  ck_assert_msg(strstr(err.message, "x.prp:1: unknown property"), "%s", err.message);
  err = (az_error){.status = AZ_OK};
  ck_assert_int_eq(az_property_parse(put("e.prp", "\n"), NULL, &name, &classes, &err),
                   AZ_ERR_INPUT);
  err = (az_error){.status = AZ_OK};
  ck_assert_int_eq(az_property_parse("none.prp", NULL, &name, &classes, &err), AZ_ERR_INPUT);
}
END_TEST

int main(void) {
  folder = az_folder_new();
  if (!folder) return 1;
  TCase *c = tcase_create("task");
  tcase_add_test(c, reads_a_task);
  tcase_add_loop_test(c, complains, 0, sizeof mistakes / sizeof *mistakes);
  tcase_add_test(c, names_properties);
  return run_in_folder(c, "task", folder);
}
