/* Modules: registry, options, descriptions, loading and refusing of files. */
#include "ansatz/segmentation.h"
#include "ansatz/transfer.h"
#include "module/builtin.h"
#include <check.h>
#include <dlfcn.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static az_error err;
static az_registry *registry;

static void setup(void) {
  err = (az_error){.status = AZ_OK};
  unsetenv("ANSATZ_PATH");
  registry = az_registry_new(&err);
  ck_assert_ptr_nonnull(registry);
}
static void teardown(void) {
  az_registry_free(registry);
}

/* tests/FOLDER/NAME.so of the build */
static const char *built(const char *folder, const char *name) {
  static char path[4096];
  char binary[] = ANSATZ_BINARY;
  snprintf(path, sizeof path, "%s/tests/%s/%s%s", dirname(binary), folder, name,
           *name ? ".so" : "");
  return path;
}

START_TEST(suggestions) {
  const char *const words[] = {"interval", "zones", "octagons", NULL};
  ck_assert_str_eq(az_suggest("intervall", words), "interval");
  ck_assert_str_eq(az_suggest("Zones", words), "zones");
  ck_assert_str_eq(az_suggest("zoens", words), "zones");
  ck_assert_str_eq(az_suggest("octogon", words), "octagons");
  ck_assert_ptr_null(az_suggest("polyhedra", words));
  ck_assert_ptr_null(az_suggest("", words));
  ck_assert_ptr_null(az_suggest("x", NULL));
}
END_TEST

START_TEST(finding) {
  const az_module *m = az_registry_find(registry, AZ_MODULE_DOMAIN, "interval", &err);
  ck_assert_ptr_nonnull(m);
  ck_assert_str_eq(az_registry_origin(registry, m), "built in");
  ck_assert_ptr_null(az_registry_find(registry, AZ_MODULE_DOMAIN, "intervals", &err));
  ck_assert_ptr_nonnull(strstr(err.message, "did you mean 'interval'"));
  err = (az_error){.status = AZ_OK};
  ck_assert_ptr_null(az_registry_find(registry, AZ_MODULE_DOMAIN, "binsearch", &err));
  ck_assert_ptr_nonnull(strstr(err.message, "is a strategy, not a domain"));
  err = (az_error){.status = AZ_OK};
  ck_assert_int_eq(az_registry_add(registry, m, "twice.c", &err), AZ_ERR_INPUT);
  ck_assert_ptr_nonnull(strstr(err.message, "twice.c: there is a domain 'interval' already"));
}
END_TEST

START_TEST(listing_is_in_order) {
  const az_module *const *modules;
  size_t n = az_registry_list(registry, &modules);
  ck_assert_uint_gt(n, 2);
  for (size_t i = 1; i < n; i++)
    ck_assert(modules[i - 1]->kind < modules[i]->kind ||
              (modules[i - 1]->kind == modules[i]->kind &&
               strcmp(modules[i - 1]->name, modules[i]->name) < 0));
}
END_TEST

static const char *const choices[] = {"all", "violated", NULL};
static const az_option options[] = {
    {.name = "size",
     .type = AZ_OPT_INT,
     .summary = "a size",
     .initial = "16",
     .least = 1,
     .greatest = 64},
    {.name = "rows",
     .type = AZ_OPT_ENUM,
     .summary = "which",
     .initial = "violated",
     .choices = choices},
    {.name = "fast", .type = AZ_OPT_BOOL, .summary = "faster", .initial = "true"},
    {.name = "words", .type = AZ_OPT_STRINGS, .summary = "words"},
    {.name = "parts", .type = AZ_OPT_DOMAINS, .summary = "parts"},
    {.name = NULL},
};
static az_status cut(const az_array_use *use, const az_desc *d, az_segmentations *out,
                     az_error *error) {
  (void)use, (void)d, (void)out, (void)error;
  return AZ_OK;
}
static const az_segmentation_ops policy = {.cut = cut};
static const az_module sample = {.abi = AZ_ABI,
                                 .size = sizeof(az_module),
                                 .kind = AZ_MODULE_SEGMENTATION,
                                 .name = "sample",
                                 .version = "1",
                                 .summary = "all types of options",
                                 .options = options,
                                 .operations = &policy,
                                 .operations_size = sizeof policy};

START_TEST(descriptions) {
  ck_assert_int_eq(az_registry_add(registry, &sample, "test", &err), AZ_OK);
  az_desc *d = az_desc_new(&sample);
  ck_assert_int_eq(az_desc_int(d, "size"), 16);
  ck_assert_str_eq(az_desc_string(d, "rows"), "violated");
  ck_assert(az_desc_bool(d, "fast"));
  char *text = az_desc_print(d);
  ck_assert_str_eq(text, "sample()");
  free(text);
  const char *json = "{\"kind\":\"segmentation\",\"module\":\"sample\",\"options\":{"
                     "\"fast\":false,\"parts\":[{\"kind\":\"domain\",\"module\":"
                     "\"interval\",\"options\":{\"strategy\":{\"kind\":\"strategy\",\"module\":"
                     "\"binsearch\",\"options\":{}}}}],\"rows\":\"all\",\"size\":3,"
                     "\"words\":[\"a\\\"b\",\"c\"]}}";
  az_desc *e = az_desc_from_json(registry, json, &err);
  ck_assert_msg(e != NULL, "%s", err.message);
  char *again = az_desc_to_json(e);
  ck_assert_str_eq(again, json);
  free(again);
  text = az_desc_print(e);
  ck_assert_ptr_nonnull(strstr(text, "interval{ strategy = binsearch() }"));
  ck_assert_ptr_nonnull(strstr(text, "words = { \"a\\\"b\", \"c\" }"));
  free(text);
  az_desc *copy = az_desc_copy(e);
  ck_assert(az_desc_equal(copy, e) && !az_desc_equal(d, e));
  az_desc_free(copy);
  az_desc_free(e);
  az_desc_free(d);
}
END_TEST

START_TEST(bad_descriptions) {
  static const struct {
    const char *json, *says;
  } cases[] = {
      {"{", "not JSON"},
      {"{\"kind\":\"domain\"}", "expects \"module\""},
      {"{\"kind\":\"domain\",\"module\":\"interva\",\"options\":{}}", "did you mean 'interval'"},
      {"{\"kind\":\"segmentation\",\"module\":\"sample\",\"options\":{\"siz\":1}}",
       "did you mean 'size'"},
      {"{\"kind\":\"segmentation\",\"module\":\"sample\",\"options\":{\"size\":65}}",
       "from 1 to 64, got 65"},
      {"{\"kind\":\"segmentation\",\"module\":\"sample\",\"options\":{\"size\":\"x\"}}",
       "whole number"},
      {"{\"kind\":\"segmentation\",\"module\":\"sample\",\"options\":{\"rows\":\"al\"}}",
       "did you mean 'all'"},
      {"{\"kind\":\"domain\",\"module\":\"interval\",\"options\":{\"strategy\":{\"kind\":"
       "\"domain\",\"module\":\"interval\",\"options\":{}}}}",
       "expects a strategy"},
  };
  az_registry_add(registry, &sample, "test", &err);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    err = (az_error){.status = AZ_OK};
    ck_assert_ptr_null(az_desc_from_json(registry, cases[i].json, &err));
    ck_assert_msg(strstr(err.message, cases[i].says) != NULL, "%s", err.message);
  }
}
END_TEST

START_TEST(loading) {
  /* The same source, compiled in and from a file. */
  az_registry *empty = az_registry_new_empty();
  ck_assert_int_eq(az_registry_load(empty, built("twins", "interval"), &err), AZ_OK);
  const az_module *m = az_registry_find(empty, AZ_MODULE_DOMAIN, "interval", &err);
  ck_assert_ptr_nonnull(m);
  ck_assert_ptr_ne(m, az_registry_find(registry, AZ_MODULE_DOMAIN, "interval", NULL));
  ck_assert_str_eq(az_registry_origin(empty, m), built("twins", "interval"));
  az_registry_free(empty);
  ck_assert_int_eq(az_registry_load(registry, built("twins", "interval"), &err), AZ_ERR_INPUT);
  ck_assert_ptr_nonnull(
      strstr(err.message, "interval.so: there is a domain 'interval' already (built in)"));
}
END_TEST

START_TEST(searching) {
  setenv("ANSATZ_PATH", built("twins", ""), 1);
  az_registry *r = az_registry_new(&err);
  ck_assert_ptr_nonnull(az_registry_find(r, AZ_MODULE_DOMAIN, "parity", &err));
  az_registry_free(r);
  setenv("ANSATZ_PATH", built("bad", ""), 1);
  r = az_registry_new(&err);
  const az_module *const *modules;
  az_registry_list(r, &modules);
  int problems = 0;
  while (az_registry_problems(r)[problems]) problems++;
  ck_assert_int_eq(problems, 6);
  az_registry_free(r);
}
END_TEST

static bool any(const az_module *module) {
  return module != NULL;
}
static bool is_parity(const az_module *module) {
  return !strcmp(module->name, "parity");
}
static bool none(const az_module *module) {
  return !module;
}

/* What is at hand suffices: no file is loaded. */
START_TEST(first) {
  setenv("ANSATZ_PATH", built("twins", ""), 1);
  az_registry *r = az_registry_new(&err);
  char loaded[400];
  const az_module *m = az_registry_first(r, AZ_MODULE_DOMAIN, any);
  ck_assert_ptr_nonnull(m);
  ck_assert_str_eq(az_registry_origin(r, m), "built in");
  az_registry_loaded(r, loaded, sizeof loaded);
  ck_assert_str_eq(loaded, "");
  ck_assert_ptr_null(az_registry_first(r, AZ_MODULE_STRATEGY, is_parity));
  m = az_registry_first(r, AZ_MODULE_DOMAIN, is_parity);
  ck_assert_ptr_nonnull(m);
  ck_assert_ptr_nonnull(strstr(az_registry_origin(r, m), "parity.so"));
  ck_assert_ptr_null(az_registry_first(r, AZ_MODULE_DOMAIN, none));
  az_registry_free(r);
}
END_TEST

START_TEST(refusing) {
  static const struct {
    const char *name, *says;
  } cases[] = {{"wrong_abi", "ABI"},
               {"wrong_size", "module table"},
               {"no_entry", "no entry point ansatz_module_no_entry()"},
               {"lacks_operation", "'step'"},
               {"other_name", "name the file another.so"},
               {"unresolved", "az_of_another_version"},
               {"not_there", "no such file"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    err = (az_error){.status = AZ_OK};
    const char *path = built("bad", cases[i].name);
    ck_assert_int_eq(az_registry_load(registry, path, &err), AZ_ERR_INPUT);
    ck_assert_msg(strstr(err.message, cases[i].says) != NULL, "%s", err.message);
    ck_assert_msg(strstr(err.message, path) != NULL, "%s", err.message);
    ck_assert_ptr_null(dlopen(path, RTLD_LAZY | RTLD_NOLOAD)); /* nothing of it stays */
  }
}
END_TEST

static void *open_incomplete(const az_transfer_context *context, const az_desc *given,
                             az_error *why) {
  (void)context, (void)given, (void)why;
  ck_abort_msg("an incomplete table is opened");
}

START_TEST(incomplete_transfer_functions) {
  static const az_transfer_ops transfer = {.open = open_incomplete};
  static const az_domain_ops domain = {.transfer = &transfer};
  static const az_module module = {.name = "incomplete", .operations = &domain};
  az_desc *desc = az_desc_new(&module);
  az_error why = {.status = AZ_OK};
  az_transfer opened;
  ck_assert_int_eq(az_transfer_open(&(az_transfer_context){0}, desc, &opened, &why), AZ_ERR_INPUT);
  ck_assert_str_eq(why.message, "the transfer functions of the domain incomplete lack 'close'");
  az_desc_free(desc);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("module");
  TCase *tests = tcase_create("module");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_test(tests, suggestions);
  tcase_add_test(tests, finding);
  tcase_add_test(tests, listing_is_in_order);
  tcase_add_test(tests, descriptions);
  tcase_add_test(tests, bad_descriptions);
  tcase_add_test(tests, loading);
  tcase_add_test(tests, searching);
  tcase_add_test(tests, first);
  tcase_add_test(tests, refusing);
  tcase_add_test(tests, incomplete_transfer_functions);
  suite_add_tcase(suite, tests);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? 1 : 0;
}
