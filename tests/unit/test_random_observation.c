/* An observation with random ghost cells, variables and views (random_observation.h) changes no
 * verdict into a wrong one, whatever domain observes it, in all modes and for several k: on tasks
 * of experiments/programs, and on small programs whose loops are nested, entered again, left early,
 * made of goto, or in functions that are called twice or call themselves. ANSATZ_RANDOM_SEED
 * chooses other random numbers, ANSATZ_RANDOM_RUNS how many observations each program is verified
 * with. */
#include "random_observation.h"
#include "ansatz/folder.h"
#include "ansatz/frontend.h"
#include "kiki/engine.h"
#include "pipeline/services.h"
#include "step_formula.h"

static const az_module module = RANDOM_OBSERVATION;

/* Fails where WRONG is defined. */
static const char *const texts[] = {
    /* nested loops */
    "int main(void) { unsigned s = 0, i = 0; while (i < 3) { unsigned j = 0; while (j < i) { j++; "
    "s++; }"
    " i++; } CHECK(s == 3 + WRONG); }",
    "int main(void) { unsigned x = 0; while (in()) { x = 0; while (in() && x < 9) x += 2; }"
    " CHECK(x <= 10 - WRONG); }",
    /* left by break, continue, goto, return */
    "int main(void) { unsigned i = 0, n = 0; while (in()) { if (n > 6) break; n++; if (in()) "
    "continue;"
    " if (i < 4) i++; } CHECK(i <= n - WRONG || !n); }",
    "static unsigned f(unsigned m) { unsigned i; for (i = 0; i < m; i++) if (in()) return i; "
    "return m; }\n"
    "int main(void) { unsigned a = f(5), b = f(a); CHECK(b <= a && a + b < 11 - WRONG); }",
    /* a loop of goto with two back edges, and one that is entered at two places */
    "int main(void) { unsigned s = 0; again: if (s > 7) goto out; s++; if (in()) goto again; s++;"
    " goto again; out: CHECK(s <= 9 - WRONG); }",
    "int main(void) { unsigned s = 0; if (in()) goto inside; while (s < 6) { s++; inside: s += 2; }"
    " CHECK(s <= 8 - WRONG); }",
    /* recursion with loops, and calls in loops */
    "static unsigned g(unsigned n) { unsigned s = 0; while (s < n) s++; return n ? s + g(n - 1) : "
    "s; }\n"
    "int main(void) { CHECK(g(2) == 3 + WRONG); }",
    "static unsigned add(unsigned x) { unsigned y = x; while (y < x + 2) y++; return y; }\n"
    "int main(void) { unsigned s = 0; while (in() && s < 8) s = add(s); CHECK(s < 10 - WRONG * 2); "
    "}",
    /* allocated objects */
    "struct n { int v; struct n *next; };\n"
    "int main(void) { struct n *l = 0; while (in()) { struct n *t = malloc(sizeof *t); t->v = l ? "
    "2 : 1;"
    " t->next = l; l = t; } while (l) { CHECK(l->v >= 1 && l->v <= 2 - WRONG); l = l->next; } }",
    "struct n { int v; struct n *next; };\n"
    "int main(void) { struct n *l = 0, *m = 0; int r = 0; while (in()) { struct n *t = "
    "malloc(sizeof *t);"
    " t->v = r; t->next = l; l = t; r = 1 - r; } while (l) { struct n *t = l->next; if (in()) { "
    "l->v = 3;"
    " l->next = m; m = l; } else free(l); l = t; } while (m) { CHECK(m->v == 3 - WRONG); m = "
    "m->next; } }",
    "int main(void) { int *p = 0, x = 1; while (in()) { int *q = malloc(sizeof *q); *q = x; if (p) "
    "x = *p;"
    " free(p); p = q; if (WRONG && in()) x = 2; } CHECK(!p || *p == 1); }",
};
enum { TEXTS = sizeof texts / sizeof *texts };
static const char *const tasks[] = {
    "count_nested",       "counts_down",           "below_limit",       "alternates",
    "byte_counter_wraps", "delay_of_five",         "array_small_fill",  "bug_in_round_25",
    "lists/values",       "lists/values_false",    "lists/removed",     "lists/tail_false",
    "lists/two_lists",    "lists/two_lists_false", "lists/path_before", "lists/path_before_false",
    "lists/numbered",     "lists/numbered_false",
};
enum { TASKS = sizeof tasks / sizeof *tasks };

static const char *const expressions[] = {
    "interval", "zones", "affine", "heap", "equality", "octagons", "congruence",
};
enum { EXPRESSIONS = sizeof expressions / sizeof *expressions };

typedef struct verification {
  const char *const *files;
  size_t count;
  az_data_model model;
  uint32_t classes;
  const char *folder;
} verification;

static uint64_t from_environment(const char *name, uint64_t usual) {
  const char *text = getenv(name);
  return text ? strtoull(text, NULL, 10) : usual;
}

/* Each run has a program and terms of its own: nothing is left of other ghost cells. */
static az_verdict verify(const verification *v, const char *json, az_mode mode, uint32_t k) {
  az_error err = {.status = AZ_OK};
  az_store *store = az_store_new();
  az_registry *registry = open_registry();
  ck_assert_msg(az_registry_add(registry, &module, "test", &err) == AZ_OK, "%s", err.message);
  az_frontend_options o = {.files = v->files,
                           .file_count = v->count,
                           .data_model = v->model,
                           .classes = v->classes,
                           .work_folder = v->folder};
  az_program *program = az_frontend(&o, store, &err);
  ck_assert_msg(program != NULL, "%s", err.message);
  az_desc *domain = az_desc_from_json(registry, json, &err);
  ck_assert_msg(domain != NULL, "%s", err.message);
  az_form form = {.domain = domain, .share = 1};
  az_engine_config config = {.services = &az_services_all,
                             .mode = mode,
                             .forms = &form,
                             .form_count = 1,
                             .max_unwind = k,
                             .cpu_end = az_clock(NULL) + 1.5};
  az_result *result = az_engine_run(program, registry, v->classes, &config, &err);
  ck_assert_msg(result != NULL, "%s: %s", json, err.message);
  az_verdict verdict = result->verdict;
  az_result_free(result);
  az_desc_free(domain);
  az_program_free(program);
  az_registry_free(registry);
  az_store_free(store);
  return verdict;
}

/* With random observations, domains, modes and k. */
static void check_verdicts(const verification *v, const char *name, uint32_t number, bool holds) {
  static const az_mode modes[] = {AZ_MODE_AI, AZ_MODE_KIKI, AZ_MODE_KIKI, AZ_MODE_KINDUCTION};
  random_source r = {from_environment("ANSATZ_RANDOM_SEED", 12) + number};
  for (uint64_t i = 0, n = from_environment("ANSATZ_RANDOM_RUNS", 2); i < n; i++) {
    char json[600];
    const char *with = random_below(&r, 2)
                           ? ",{\"module\":\"objects\",\"kind\":\"observation\",\"options\":{}}"
                           : "";
    snprintf(json, sizeof json,
             "{\"module\":\"%s\",\"kind\":\"domain\",\"options\":{\"observe\":[{\"module\":"
             "\"random_ghosts\",\"kind\":\"observation\",\"options\":{\"seed\":%u}}%s]}}",
             expressions[random_below(&r, EXPRESSIONS)], random_below(&r, 1000000), with);
    az_mode mode = modes[random_below(&r, 4)];
    uint32_t k = 1 + random_below(&r, 4);
    if (getenv("ANSATZ_RANDOM_SHOWN"))
      fprintf(stderr, "%s: %s, mode %d, k = %u\n", name, json, (int)mode, k);
    az_verdict verdict = verify(v, json, mode, k);
    ck_assert_msg(verdict == AZ_V_UNKNOWN || verdict == (holds ? AZ_V_TRUE : AZ_V_FALSE),
                  "%s is said to be %s by %s, mode %d, k = %u", name, az_verdict_name(verdict),
                  json, (int)mode, k);
  }
}

START_TEST(small_programs) {
  static const char head[] =
      "void *malloc(unsigned long); void free(void *); int __VERIFIER_nondet_int(void);\n"
      "void reach_error(void) {}\n#define in() (__VERIFIER_nondet_int() != 0)\n"
      "#define CHECK(c) do { if (!(c)) reach_error(); } while (0)\n";
  char *folder = az_folder_new(), path[4096], name[32];
  ck_assert_ptr_nonnull(folder);
  snprintf(path, sizeof path, "%s/p.c", folder);
  const char *file = path;
  bool wrong = _i >= TEXTS;
  FILE *out = fopen(path, "w");
  ck_assert(out && fprintf(out, "%s#define WRONG %d\n%s\n", head, wrong, texts[_i % TEXTS]) > 0 &&
            fclose(out) == 0);
  verification v = {&file, 1, AZ_LP64, 1u << AZ_C_UNREACH, folder};
  snprintf(name, sizeof name, "program %d%s", _i % TEXTS, wrong ? ", wrong" : "");
  check_verdicts(&v, name, (uint32_t)_i, !wrong);
  az_folder_remove(folder);
  free(folder);
}
END_TEST

START_TEST(experiments) {
  char *folder = az_folder_new(), path[600];
  ck_assert_ptr_nonnull(folder);
  snprintf(path, sizeof path, "%s/experiments/programs/%s.yml", ANSATZ_SOURCE_DIR, tasks[_i]);
  az_error err = {.status = AZ_OK};
  az_task *task = az_task_read(path, NULL, &err);
  ck_assert_msg(task != NULL, "%s", err.message);
  for (size_t i = 0; i < task->property_count; i++) {
    const az_task_property *q = &task->properties[i];
    const char *name;
    uint32_t classes;
    if (q->expected < 0 || az_property_parse(q->name, NULL, &name, &classes, &err) != AZ_OK)
      continue;
    verification v = {(const char *const *)task->files, task->file_count, task->data_model, classes,
                      folder};
    check_verdicts(&v, tasks[_i], 100 + (uint32_t)_i, q->expected == 1);
  }
  az_task_free(task);
  az_folder_remove(folder);
  free(folder);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("random_observation");
  TCase *tcase = tcase_create("random_observation");
  tcase_set_timeout(tcase, 800);
  tcase_add_loop_test(tcase, small_programs, 0, CASES(2 * TEXTS));
  tcase_add_loop_test(tcase, experiments, 0, CASES(TASKS));
  suite_add_tcase(suite, tcase);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
