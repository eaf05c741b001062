/* End-to-end tests of a domain: programs in the folder `programs` that it proves and a weaker
 * domain does not, each with variants (the macro WRONG) that are false. A variant must not be
 * proved; that it is false is shown by the counterexample that the default configuration finds. All
 * variants but the first are for ANSATZ_LONG. Under AddressSanitizer there is no counterexample and
 * no weaker domain: these run the same code. */
#ifndef END_TO_END_H
#define END_TO_END_H

#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct end_to_end {
  const char *program, *property;
  int variants;                   /* WRONG is 1 .. variants */
  bool undefined;                 /* these use what is freed: they are refuted as that alone */
  bool refuted;                   /* the default configuration is asked in another test */
  const char *domain, *weaker[3]; /* domains that do not prove it */
} end_to_end;

/* What the last call of ansatz printed (its beginning), and its exit status. */
typedef struct end_to_end_output {
  char text[4000];
  int status;
} end_to_end_output;
static inline end_to_end_output *last_output(void) {
  static end_to_end_output last;
  return &last;
}

/* What ansatz says of the program with these options; in a static buffer. */
static inline const char *verdict(const end_to_end *test, int wrong, const char *property,
                                  const char *options) {
  static char command[2000], line[600], said[600];
  char folder[] = "/tmp/ansatz-test-XXXXXX";
  ck_assert_ptr_nonnull(mkdtemp(folder));
  snprintf(command, sizeof command,
           "cd %s && { echo '#define WRONG %d'; cat '%s/tests/unit/programs/%s.c'; } >p.c && '%s' "
           "verify --property %s %s p.c 2>&1",
           folder, wrong, ANSATZ_SOURCE_DIR, test->program, ANSATZ_BINARY, property, options);
  FILE *out = popen(command, "r");
  ck_assert_ptr_nonnull(out);
  *said = 0;
  end_to_end_output *last = last_output();
  size_t used = 0;
  while (fgets(line, sizeof line, out)) {
    if (!strncmp(line, "VERDICT: ", 9)) snprintf(said, sizeof said, "%s", line + 9);
    if (used + strlen(line) < sizeof last->text)
      used += (size_t)snprintf(last->text + used, sizeof last->text - used, "%s", line);
  }
  const int ended = pclose(out);
  last->status = WIFEXITED(ended) ? WEXITSTATUS(ended) : -1;
  snprintf(command, sizeof command, "rm -rf '%s'", folder);
  ck_assert_int_eq(system(command), 0);
  said[strcspn(said, "\n")] = 0;
  return said;
}

/* A strategy that no component can use is an error: shapes have one of their own. */
static inline bool has_numbers(const char *domain) {
  static const char *const numeric[] = {"interval", "zones", "octagons",  "polyhedra",
                                        "equality", "sums",  "predicates"};
  for (size_t i = 0; i < sizeof numeric / sizeof *numeric; i++)
    if (strstr(domain, numeric[i])) return true;
  return false;
}

static inline const char *by_domain(const end_to_end *test, int wrong, const char *domain) {
  char options[1000];
  snprintf(options, sizeof options,
           "--timeout 90 --signed-overflow strict --mode ai %s --domain '%s'",
           has_numbers(domain) ? "--strategy 'thresholds()'" : "", domain);
  return verdict(test, wrong, test->property, options);
}

#if defined __SANITIZE_ADDRESS__
enum { WEAKER_DOMAINS = 0, REFUTES = 0 };
#else
enum { WEAKER_DOMAINS = 3, REFUTES = 1 };
#endif

static inline void check_end_to_end(const end_to_end *test) {
  const char *said = by_domain(test, 0, test->domain);
  ck_assert_msg(!strcmp(said, "true"), "%s with %s: %s", test->program, test->domain, said);
  for (size_t i = 0; i < WEAKER_DOMAINS && test->weaker[i]; i++) {
    said = by_domain(test, 0, test->weaker[i]);
    ck_assert_msg(!strncmp(said, "unknown (", 9), "%s with %s: %s", test->program, test->weaker[i],
                  said);
  }
  const int most = getenv("ANSATZ_LONG") ? test->variants : 1;
  for (int wrong = 1; wrong <= most; wrong++) {
    said = by_domain(test, wrong, test->domain);
    ck_assert_msg(!strncmp(said, "unknown (", 9), "%s, wrong %d, with %s: %s", test->program, wrong,
                  test->domain, said);
    if (test->refuted || !REFUTES) continue;
    said =
        verdict(test, wrong, test->undefined ? "valid-memsafety" : test->property, "--timeout 20");
    ck_assert_msg(!strncmp(said, "false(", 6), "%s, wrong %d: %s", test->program, wrong, said);
  }
}

/* `test` checks the program whose number is _i. */
static inline int run_end_to_end(const char *name, const TTest *test, int count) {
  Suite *suite = suite_create(name);
  TCase *tcase = tcase_create(name);
  tcase_set_timeout(tcase, 600);
  tcase_add_loop_test(tcase, test, 0, count);
  suite_add_tcase(suite, tcase);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}

#endif
