/* Allocations that may fail: null and nothing changed, what realloc was given among it. */
#include "ansatz/frontend.h"
#include "kiki/engine.h"
#include "pipeline/services.h"
#include "step_formula.h"
#include "ansatz/solver.h"
#include "temporary_folder.h"
#include <unistd.h>

static char *folder;

static az_verdict verdict_of(const char *text, uint32_t classes, bool may_fail) {
  char path[4096];
  const char *file = path;
  snprintf(path, sizeof path, "%s/p.c", folder);
  FILE *out = fopen(path, "w");
  ck_assert(out != NULL && fputs(text, out) >= 0 && fclose(out) == 0);
  az_error err = {.status = AZ_OK};
  az_store *store = az_store_new();
  az_registry *registry = open_registry();
  az_frontend_options o = {.files = &file,
                           .file_count = 1,
                           .classes = classes,
                           .work_folder = folder,
                           .malloc_may_fail = may_fail};
  az_program *p = az_frontend(&o, store, &err);
  ck_assert_msg(p != NULL, "%s", err.message);
  az_engine_config config = {.services = &az_services_all,
                             .mode = AZ_MODE_KINDUCTION,
                             .max_unwind = 2,
                             .cpu_end = az_clock(NULL) + 3};
  az_result *result = az_engine_run(p, registry, classes, &config, &err);
  ck_assert_msg(result != NULL, "%s", err.message);
  az_verdict verdict = result->verdict;
  az_result_free(result);
  az_program_free(p);
  az_registry_free(registry);
  az_store_free(store);
  unlink(path);
  return verdict;
}

static const char kept[] = "void *malloc(unsigned long); void *realloc(void *, unsigned long);\n"
                           "void reach_error(void);\n"
                           "int main(void) { int *p = malloc(4), *q; if (!p) return 0; *p = 1;\n"
                           "q = realloc(p, 8); if (!q && *p %s 1) reach_error(); return 0; }\n";
static const char lost[] =
    "void *malloc(unsigned long); void *realloc(void *, unsigned long); void free(void *);\n"
    "int main(void) { int *p = malloc(4), *q; if (!p) return 0; *p = 1;\n"
    "q = realloc(p, 8); if (q) p = q; if (*p != 1) *(int *)8 = 1; %s return 0; }\n";

static az_verdict filled(const char *text, const char *part, uint32_t classes, bool may_fail) {
  char program[600];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  snprintf(program, sizeof program, text, part);
#pragma GCC diagnostic pop
  return verdict_of(program, classes, may_fail);
}

START_TEST(the_old_block_stays) {
  uint32_t unreach = 1u << AZ_C_UNREACH;
  ck_assert_int_eq(filled(kept, "!=", unreach, true), AZ_V_TRUE);
  ck_assert_int_ne(filled(kept, "==", unreach, true), AZ_V_TRUE);
  ck_assert_int_eq(filled(kept, "==", unreach, false), AZ_V_TRUE);
}
END_TEST

START_TEST(what_failed_is_not_lost) {
  ck_assert_int_eq(filled(lost, "free(p);", AZ_MEMORY_CLASSES, true), AZ_V_TRUE);
  ck_assert_int_ne(filled(lost, "free(q);", AZ_MEMORY_CLASSES, true), AZ_V_TRUE);
  ck_assert_int_eq(filled(lost, "free(q);", AZ_MEMORY_CLASSES, false), AZ_V_TRUE);
}
END_TEST

int main(void) {
  folder = az_folder_new();
  if (!folder) return 1;
  TCase *c = tcase_create("realloc");
  tcase_set_timeout(c, 60);
  tcase_add_test(c, the_old_block_stays);
  tcase_add_test(c, what_failed_is_not_lost);
  return run_in_folder(c, "alloc fails", folder);
}
