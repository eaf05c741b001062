/* Lua: expressions, configuration files, scripts; what their mistakes say. */
#include "ansatz/module.h"
#include "../lua/host/host.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static az_error err;
static az_registry *registry;
static char file[] = "/tmp/ansatz-test-XXXXXX";

static void setup(void) {
  err = (az_error){.status = AZ_OK};
  unsetenv("ANSATZ_PATH");
  registry = az_registry_new(&err);
  strcpy(file, "/tmp/ansatz-test-XXXXXX");
  close(mkstemp(file));
}
static void teardown(void) {
  az_registry_free(registry);
  unlink(file);
}

static void write_file(const char *text) {
  FILE *out = fopen(file, "w");
  fputs(text, out);
  fclose(out);
}

START_TEST(expressions) {
  static const char *const cases[][2] = {
      {"interval()", "interval()"},
      {"interval", "interval()"},
      {"interval{}", "interval()"},
      {"interval{ strategy = binsearch() }", "interval{ strategy = binsearch() }"},
      {"interval{ strategy = enumerate{ limit = 3 } }",
       "interval{ strategy = enumerate{ limit = 3 } }"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    az_desc *d = az_lua_domain_expression(registry, AZ_MODULE_DOMAIN, cases[i][0], &err);
    ck_assert_msg(d != NULL, "%s", err.message);
    char *text = az_desc_print(d);
    ck_assert_str_eq(text, cases[i][1]);
    free(text);
    az_desc_free(d);
  }
}
END_TEST

START_TEST(bad_expressions) {
  static const char *const cases[][2] = {
      {"intervall()", "did you mean 'interval'"},
      {"interval{ stratgy = binsearch() }",
       "interval.stratgy: has no option 'stratgy': did you mean 'strategy'?"},
      {"interval{ strategy = 3 }", "interval.strategy: expects a strategy, got a number"},
      {"interval{ strategy = interval() }", "expects a strategy, but 'interval' is a domain"},
      {"interval{ strategy = binsearch }", "got a module without '()'"},
      {"interval{", "--domain:1:"},
      {"binsearch()", "'binsearch' is a strategy"},
      {"interval(3)", "options are given in braces"},
      {"interval{ 3 }", "takes no list items"},
      {"42", "expects a domain, got a number"},
      {"os.exit(1)", "os"},
      {"interval{ strategy = enumerate{ limit = 1.5 } }",
       "enumerate.limit: expects a whole number"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    err = (az_error){.status = AZ_OK};
    ck_assert_ptr_null(az_lua_domain_expression(registry, AZ_MODULE_DOMAIN, cases[i][0], &err));
    ck_assert_int_eq(err.status, AZ_ERR_INPUT);
    ck_assert_msg(strstr(err.message, cases[i][1]) != NULL, "%s: %s", cases[i][0], err.message);
    ck_assert_ptr_null(strchr(err.message, '\n'));
  }
}
END_TEST

START_TEST(configuration_files) {
  az_program_facts facts = {.loops = 2, .property = "unreach-call"};
  size_t n;
  write_file("return { mode = 'bmc', max_unwind = 7 }");
  az_stage *s = az_lua_auto(registry, file, &facts, &n, &err);
  ck_assert_msg(s && n == 1, "%s", err.message);
  ck_assert_str_eq(s[0].mode, "bmc");
  ck_assert_uint_eq(s[0].max_unwind, 7);
  ck_assert(s[0].share == 1 && !s[0].domain);
  az_stages_free(s, n);

  write_file("return function(p)\n if p.loops > 1 and p.property == 'unreach-call' then\n  return "
             "{ { mode = 'bmc', share = 0.25 }, { mode = 'kiki', domain = "
             "interval{ strategy = enumerate() }, strategy = binsearch() } }\n end\nend");
  s = az_lua_auto(registry, file, &facts, &n, &err);
  ck_assert_msg(s && n == 2, "%s", err.message);
  ck_assert(s[0].share == 0.25);
  ck_assert_str_eq(s[1].domain->module->name, "interval");
  ck_assert_str_eq(s[1].strategy->module->name, "binsearch");
  az_stages_free(s, n);

  s = az_lua_auto(registry, NULL, &facts, &n, &err); /* the shipped one */
  ck_assert_msg(s && n >= 1, "%s", err.message);
  az_stages_free(s, n);
}
END_TEST

START_TEST(bad_configuration_files) {
  static const char *const cases[][2] = {
      {"return 3", "returns a number"},
      {"return { mod = 'bmc' }", "stage 1.mod: no such key: did you mean 'mode'?"},
      {"return { mode = 'kikki' }", "did you mean 'kiki'"},
      {"return { { mode = 'bmc' }, { share = 2 } }", "stage 2.share"},
      {"return { domain = binsearch() }", "stage 1.domain: expects a domain"},
      {"return function(p) return p.lops end", "no 'lops'"},
      {"x = 3", "'x' cannot be set"},
      {"return (", ":1:"},
  };
  az_program_facts facts = {.property = "unreach-call"};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    size_t n;
    err = (az_error){.status = AZ_OK};
    write_file(cases[i][0]);
    ck_assert_ptr_null(az_lua_auto(registry, file, &facts, &n, &err));
    ck_assert_msg(strstr(err.message, cases[i][1]) != NULL, "%s: %s", cases[i][0], err.message);
  }
}
END_TEST

static int script(const char *text) {
  const char *const check[] = {"check", file, "one", "two", NULL};
  write_file(text);
  err = (az_error){.status = AZ_OK};
  return az_lua_command(registry, check, &err);
}

START_TEST(scripts) {
  ck_assert_int_eq(
      script("local a, b = ...\nassert(a == 'one' and b == 'two' and arg[2] == 'two')"), 0);
  ck_assert_msg(
      !script("local az = require 'ansatz'\nlocal d = az.domains.interval{ strategy = "
              "az.strategies.binsearch() }\n"
              "assert(tostring(d) == 'interval{ strategy = binsearch() }' and d == interval{ "
              "strategy = binsearch() } and d ~= interval())\n"
              "assert(d.kind == 'domain' and d.name == 'interval')\nassert(not pcall(function() "
              "d.name = 'x' end))\n"
              "local n = 0 for name in pairs(az.strategies) do n = n + 1 end assert(n >= 2)"),
      "%s", err.message);
  ck_assert_msg(!script("local host = require 'ansatz.host'\nlocal json = host.json\nlocal text = "
                        "'{\"a\":[1,2.5,\"x\"],\"b\":{\"c\":true}}'\n"
                        "assert(json.encode(json.decode(text)) == text)\nassert(json.encode { b = "
                        "1, a = 2 } == '{\"a\":2,\"b\":1}')\n"
                        "assert(host.system.sha256 'abc' == "
                        "'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')"),
                "%s", err.message);
}
END_TEST

START_TEST(bad_scripts) {
  static const char *const cases[][2] = {
      {"\n\nprnt(3)", ":3: undefined variable 'prnt': did you mean 'print'?"},
      {"\nx = 3", ":2: assignment to undefined variable 'x'"},
      {"local az = require 'ansatz'\naz.confg {}",
       ":2: az.confg: no such function: did you mean 'config'?"},
      {"local az = require 'ansatz'\naz.config { mode = 'x' }",
       ":2: az.config.mode: expects one of"},
      {"local az = require 'ansatz'\naz.config { domain = interval }",
       "az.config.domain: expects a domain, got a module without '()'"},
      {"local az = require 'ansatz'\naz.config { solver = 'bitblst' }", "did you mean 'bitblast'"},
      {"local az = require 'ansatz'\nlocal c = az.config {}\nc.mode = 'bmc'",
       ":3: az.config: is frozen"},
      {"local az = require 'ansatz'\naz.experiment { name = 'x', suites = {}, configs = {} }",
       "az.experiment.configs: is empty"},
      {"local az = require 'ansatz'\naz.experiment { name = 'x', suits = {} }",
       "did you mean 'suites'"},
      {"local az = require 'ansatz'\naz.run {}", "expects an az.experiment"},
      {"local az = require 'ansatz'\naz.suite { 'none/*.yml' }", "names no file"},
      {"local az = require 'ansatz'\naz.task { file = 'none.c' }", "none.c is missing"},
      {"local az = require 'ansatz'\naz.results 'nowhere'", "there are no results here"},
      {"require 'ansatz.nothing'", "no module 'nothing'"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ck_assert_int_eq(script(cases[i][0]), 2);
    ck_assert_msg(strstr(err.message, cases[i][1]) != NULL, "%s: %s", cases[i][0], err.message);
  }
}
END_TEST

int main(void) {
  Suite *suite = suite_create("lua");
  TCase *tests = tcase_create("lua");
  tcase_set_timeout(tests, 30);
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_test(tests, expressions);
  tcase_add_test(tests, bad_expressions);
  tcase_add_test(tests, configuration_files);
  tcase_add_test(tests, bad_configuration_files);
  tcase_add_test(tests, scripts);
  tcase_add_test(tests, bad_scripts);
  suite_add_tcase(suite, tests);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? 1 : 0;
}
