/* The thirteen worked analyses of the slides (Cousot, Cousot, Logozzo, "A parametric segmentation
 * functor") over C programs: experiments/functor has a configuration of each, with the values that
 * the slides print at their points. The points are the numbers in the programs' comments. With
 * ANSATZ_ROUNDS=100 the median time of as many analyses is printed. */
#include "../../lua/host/host.h"
#include "abstract/abstract.h"
#include "ansatz/allocate.h"
#include "ansatz/clock.h"
#include "ansatz/folder.h"
#include "ansatz/frontend.h"
#include "ansatz/strategy.h"
#include <check.h>
#include <glob.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER ANSATZ_SOURCE_DIR "/experiments/functor/"

typedef struct told { /* a state of a point, in the order of computation */
  uint32_t point;
  void *state;
} told;

typedef struct analysis {
  char *program;
  az_store *store;
  az_registry *registry;
  az_program *p;
  az_desc *domain, *strategy;
  az_abstract *abstract;
  const az_equations *equations;
  az_transfer transfer;
  az_solution solution;
  told *told; /* stb_ds */
} analysis;

static char *slurp(const char *path) {
  FILE *in = fopen(path, "r");
  ck_assert_msg(in != NULL, "%s", path);
  char *text = NULL;
  size_t size = 0;
  ck_assert(getdelim(&text, &size, 0, in) > 0);
  fclose(in);
  return text;
}

/* ---- points ---------------------------------------------------------------------------------- */

/* The line of the comment, and whether the loop's block ends behind it. */
static uint32_t line_of(const char *source, const char *label, bool *at_end, bool *at_head) {
  char marker[24];
  snprintf(marker, sizeof marker, "/* %s: */", label);
  const char *at = strstr(source, marker);
  ck_assert_msg(at != NULL, "no point %s", label);
  uint32_t line = 1;
  for (const char *c = source; c < at; c++) line += *c == '\n';
  *at_head = at >= source + 6 && !strncmp(at - 6, "while ", 6);
  const char *next = at + strlen(marker);
  *at_end = next[strspn(next, " \n")] == '}';
  return line;
}

static uint32_t point_of(const analysis *a, const char *source, const char *label) {
  bool at_end, at_head;
  uint32_t line = line_of(source, label, &at_end, &at_head), found = AZ_NONE, head = AZ_NONE;
  const az_equations *e = a->equations;
  for (uint32_t p = 0; p < e->point_count; p++) {
    if (e->points[p].head) head = p;
    if (e->points[p].loc.line > line && found == AZ_NONE) found = p;
  }
  if (at_head) return head;
  if (!at_end) return found;
  for (uint32_t i = 0; i < e->points[head].in_count; i++) { /* what leads back */
    uint32_t from = e->edges[e->points[head].in[i]].from;
    if (from > head) return from;
  }
  ck_abort_msg("no point %s", label);
  return AZ_NONE;
}

/* ---- running --------------------------------------------------------------------------------- */

static void open_analysis(analysis *a, const char *text) {
  az_error err = {.status = AZ_OK};
  char *lines = strdup(text), *rest = lines, *file = NULL;
  a->store = az_store_new();
  a->registry = az_registry_new(&err);
  for (char *line; (line = strsep(&rest, "\n"));) {
    char *value = strchr(line, ' ');
    if (!value) continue;
    *value++ = 0;
    if (!strcmp(line, "program")) {
      file = az_asprintf("%s%s", FOLDER, value);
    } else if (!strcmp(line, "domain")) {
      a->domain = az_lua_domain_expression(a->registry, AZ_MODULE_DOMAIN, value, &err);
      ck_assert_msg(a->domain != NULL, "%s", err.message);
    } else if (!strcmp(line, "strategy")) {
      a->strategy = az_lua_domain_expression(a->registry, AZ_MODULE_STRATEGY, value, &err);
      ck_assert_msg(a->strategy != NULL, "%s", err.message);
    }
  }
  free(lines);
  char folder[] = "/tmp/functor-XXXXXX";
  const char *name = file;
  ck_assert(file && a->domain && a->strategy && mkdtemp(folder));
  az_frontend_options o = {
      .files = &name, .file_count = 1, .classes = 1u << AZ_C_UNREACH, .work_folder = folder};
  a->p = az_frontend(&o, a->store, &err);
  ck_assert_msg(a->p != NULL, "%s", err.message);
  a->program = slurp(file);
  free(file);
  az_folder_remove(folder);
  az_abstract_config config = {.classes = o.classes, .each_statement = true};
  a->abstract = az_abstract_new(a->p, a->registry, &config, &err);
  ck_assert_msg(a->abstract != NULL, "%s", err.message);
  a->equations = az_abstract_equations(a->abstract);
}

static void listen(void *ctx, uint32_t point, const char *how, const void *state) {
  analysis *a = ctx;
  (void)how;
  void *copy = state ? a->transfer.ops->copy(a->transfer.self, state) : NULL;
  arrput(a->told, ((told){point, copy}));
}

static void run(analysis *a, bool listens) {
  az_error err = {.status = AZ_OK};
  az_status status = az_transfer_open(&a->equations->context, a->domain, &a->transfer, &err);
  ck_assert_msg(status == AZ_OK, "%s", err.message);
  a->solution = az_solution_new(a->equations);
  if (listens) a->solution.iterate = listen, a->solution.ctx = a;
  const az_strategy_ops *ops = a->strategy->module->operations;
  status = ops->solve(a->equations, &a->transfer, a->strategy, &a->solution, 0, &err);
  ck_assert_msg(status == AZ_OK, "%s", err.message);
}

static void end_run(analysis *a) {
  for (size_t i = 0; i < arrlenu(a->told); i++)
    if (a->told[i].state) a->transfer.ops->free(a->transfer.self, a->told[i].state);
  arrfree(a->told);
  az_solution_free(&a->solution, a->equations, &a->transfer);
  az_transfer_close(&a->transfer);
}

static void close_analysis(analysis *a) {
  az_abstract_free(a->abstract);
  az_program_free(a->p);
  az_desc_free(a->domain);
  az_desc_free(a->strategy);
  az_registry_free(a->registry);
  az_store_free(a->store);
  free(a->program);
}

/* ---- comparing ------------------------------------------------------------------------------- */

static int by_text(const void *x, const void *y) {
  return strcmp(*(char *const *)x, *(char *const *)y);
}

/* The expressions of a set, ordered. */
static const char *copy_set(const char *at, char **to) {
  char *elements[32], text[400];
  size_t count = 0, length = strcspn(at, "}");
  ck_assert(length < sizeof text);
  memcpy(text, at, length);
  text[length] = 0;
  char *rest = text;
  for (char *e; (e = strsep(&rest, ","));) elements[count++] = e;
  qsort(elements, count, sizeof *elements, by_text);
  for (size_t i = 0; i < count; i++) *to += sprintf(*to, "%s%s", i ? "," : "", elements[i]);
  return at + length;
}

/* T is the interval of all values. */
static char *normal(const char *text) {
  static const char all[] = "[-oo,+oo]";
  char *copy = calloc(1, strlen(text) + 1), *to = copy;
  for (const char *c = text; *c;) {
    if (!strncmp(c, all, sizeof all - 1)) {
      *to++ = 'T';
      c += sizeof all - 1;
    } else if ((*to++ = *c++) == '{') {
      c = copy_set(c, &to);
    }
  }
  return copy;
}

static void check_value(const analysis *a, const void *state, const char *where, const char *name,
                        const char *expected) {
  const az_transfer_context *context = &a->equations->context;
  ck_assert_msg(state != NULL, "nothing gets to %s", where);
  for (uint32_t v = 0; v < context->var_count; v++) {
    if (strcmp(context->vars[v].name, name)) continue;
    char *text = a->transfer.ops->print_variable(a->transfer.self, state, v);
    ck_assert_ptr_nonnull(text);
    char *found = normal(text), *wanted = normal(expected);
    ck_assert_msg(!strcmp(found, wanted), "%s: %s is %s, expected %s", where, name, text, expected);
    free(text), free(found), free(wanted);
    return;
  }
  ck_abort_msg("no variable %s", name);
}

/* The n-th state that was computed of a point. */
static const void *iterate_of(const analysis *a, uint32_t point, uint32_t n) {
  for (size_t i = 0; i < arrlenu(a->told); i++)
    if (a->told[i].point == point && a->told[i].state && !--n) return a->told[i].state;
  return NULL;
}

static void check_values(const analysis *a, const char *text) {
  char *lines = strdup(text), *rest = lines;
  const char *where = "";
  const void *state = NULL;
  uint32_t checked = 0;
  for (char *line; (line = strsep(&rest, "\n"));) {
    char label[8];
    uint32_t n = 0;
    if (sscanf(line, "at %7s iterate %u", label, &n) >= 1) {
      uint32_t point = point_of(a, a->program, label);
      state = n ? iterate_of(a, point, n) : a->solution.states[point];
      where = line;
    } else if (*where && *line) {
      char *value = strchr(line, ' ');
      ck_assert(value != NULL);
      *value++ = 0;
      check_value(a, state, where, line, value);
      checked++;
    }
  }
  ck_assert(checked > 0);
  free(lines);
}

static int by_time(const void *x, const void *y) {
  double a = *(const double *)x, b = *(const double *)y;
  return (a > b) - (a < b);
}

static void measure(analysis *a, const char *path, uint32_t rounds) {
  double *times = calloc(rounds, sizeof *times);
  for (uint32_t i = 0; i < rounds; i++) {
    double start = az_clock(NULL);
    run(a, false);
    times[i] = az_clock(NULL) - start;
    end_run(a);
  }
  qsort(times, rounds, sizeof *times, by_time);
  printf("%s: median %.6f s of %u\n", strrchr(path, '/') + 1, times[rounds / 2], rounds);
  fflush(stdout);
  free(times);
}

/* ---- the examples ---------------------------------------------------------------------------- */

static glob_t files;

START_TEST(example) {
  const char *path = files.gl_pathv[_i], *rounds = getenv("ANSATZ_ROUNDS");
  char *text = slurp(path);
  analysis a = {.program = NULL};
  open_analysis(&a, text);
  run(&a, true);
  check_values(&a, text);
  end_run(&a);
  if (rounds && atoi(rounds) > 0) measure(&a, path, (uint32_t)atoi(rounds));
  close_analysis(&a);
  free(text);
}
END_TEST

START_TEST(all_are_there) {
  ck_assert_uint_eq(files.gl_pathc, 13);
}
END_TEST

int main(void) {
  if (glob(FOLDER "*.txt", 0, NULL, &files)) return 1;
  Suite *suite = suite_create("functor");
  TCase *cases = tcase_create("examples of the slides");
  tcase_set_timeout(cases, 60);
  tcase_add_test(cases, all_are_there);
  tcase_add_loop_test(cases, example, 0, (int)files.gl_pathc);
  suite_add_tcase(suite, cases);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  globfree(&files);
  return failed != 0;
}
