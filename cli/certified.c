/* verify --certify. Two processes share nothing but the certificate: the first decides and writes
 * the certificate; the second, `ansatz certify`, reads the program anew and checks the certificate.
 * The output is the report of the first process, with the result of the second inserted. */
#define _GNU_SOURCE /* memfd_create, pipe2 */
#include "cli/contract_clauses.h"
#include "cli/certify.h"
#include "ansatz/arena.h"
#include "cli/cli.h"
#include "cli/log.h"
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static int resource_error(const char *what) {
  fprintf(stderr, "ansatz: %s: %s\n", what, strerror(errno));
  return 3;
}

static double seconds_of_children(void) {
  struct rusage u;
  getrusage(RUSAGE_CHILDREN, &u);
  return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
         1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

/* Returns the bytes up to the end of the file, followed by a 0; stb_ds. */
static char *read_all(int fd) {
  char *text = NULL, part[65536];
  for (ssize_t n; (n = read(fd, part, sizeof part)) != 0;) {
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      arrfree(text);
      return NULL;
    }
    memcpy(arraddnptr(text, n), part, (size_t)n);
  }
  arrput(text, 0);
  return text;
}

/* ---- deciding -------------------------------------------------------------------------------- */

/* Returns the output of the deciding process, stb_ds, or NULL if it cannot be started. */
static char *decide(az_task_options *o, int (*verify)(az_task_options *o), int *status) {
  fflush(stdout);
  int out = memfd_create("report", MFD_CLOEXEC), before = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  char *text = NULL;
  if (out < 0 || before < 0 || dup2(out, STDOUT_FILENO) < 0) {
    *status = resource_error("the report cannot be stored");
  } else {
    *status = verify(o);
    fflush(stdout);
    dup2(before, STDOUT_FILENO);
    lseek(out, 0, SEEK_SET);
    text = read_all(out);
    if (!text) *status = resource_error("the report cannot be read");
  }
  if (out >= 0) close(out);
  if (before >= 0) close(before);
  return text;
}

/* ---- certifying ------------------------------------------------------------------------------ */

static const char **command(const az_task_options *o, az_arena *arena, double seconds) {
  const char **argv = NULL; /* stb_ds, NULL after the last */
  const struct {
    const char *name, *value;
  } options[] = {{"--function", o->source.function},
                 {"--harness", o->source.harness},
                 {"--proof", o->evidence.proofs},
                 {"--data-model", !o->source.has_data_model          ? NULL
                                  : o->source.data_model == AZ_ILP32 ? "ILP32"
                                                                     : "LP64"},
                 {"--signed-overflow", az_overflow_name(o->reading.overflow)}};
  arrput(argv, "ansatz");
  arrput(argv, "certify");
  arrput(argv, "--json");
  if (o->source.witness_indices) arrput(argv, "--witness-indices");
  if (o->reading.malloc_may_fail) arrput(argv, "--malloc-may-fail");
  for (size_t i = 0; i < arrlenu(o->source.removed); i++) {
    arrput(argv, "--remove-function-body");
    arrput(argv, o->source.removed[i]);
  }
  for (int i = 0; i < AZ_TOPICS; i++) {
    if (!(o->output.log >> i & 1u)) continue;
    arrput(argv, "--log");
    arrput(argv, az_topic_name((az_topic)i));
  }
  arrput(argv, "--timeout");
  arrput(argv, az_arena_printf(arena, "%.3f", seconds));
  for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
    if (!options[i].value) continue;
    arrput(argv, options[i].name);
    arrput(argv, options[i].value);
  }
  for (size_t i = 0; i < arrlenu(o->source.properties); i++) {
    arrput(argv, "--property");
    arrput(argv, o->source.properties[i]);
  }
  for (size_t i = 0; i + 1 < arrlenu(o->method.trust); i++) {
    arrput(argv, "--trust");
    arrput(argv, o->method.trust[i]);
  }
  for (size_t i = 0; i < o->source.clauses_given; i++) {
    const char *text = o->source.contract[i].text;
    arrput(argv, az_arena_printf(arena, "%s%s%s", az_clause_option(o->source.contract[i].kind),
                                 text ? "=" : "", text ? text : ""));
  }
  for (size_t i = 0; i < arrlenu(o->source.compiler); i++) {
    const char *option = o->source.compiler[i].option;
    bool includes = !strcmp(option, "-include");
    arrput(argv, includes ? "--include" : option);
    arrput(argv, o->source.compiler[i].value);
  }
  if (o->source.compile_commands) {
    arrput(argv, "--compile-commands");
    arrput(argv, o->source.compile_commands);
  }
  if (o->evidence.invariant_runs) {
    arrput(argv, "--check-invariants");
    arrput(argv, az_arena_printf(arena, "%u", o->evidence.invariant_runs));
  }
  arrput(argv, "--");
  arrput(argv, o->evidence.certificate);
  for (size_t i = 0; i < arrlenu(o->source.files); i++) arrput(argv, o->source.files[i]);
  arrput(argv, NULL);
  return argv;
}

/* Returns the object that `ansatz certify --json` prints, or NULL if it did not run. */
static json_t *check(const az_task_options *o, double seconds) {
  int out[2];
  if (pipe2(out, O_CLOEXEC)) return NULL;
  az_arena *arena = az_arena_new();
  const char **argv = command(o, arena, seconds);
  pid_t parent = getpid(), pid = fork();
  if (!pid) {
    prctl(PR_SET_PDEATHSIG, SIGTERM); /* at SIGTERM, the child ends its processes and cleans up */
    if (getppid() != parent) _exit(127);
    if (dup2(out[1], STDOUT_FILENO) < 0) _exit(127);
    execv("/proc/self/exe", (char *const *)(uintptr_t)argv);
    _exit(127);
  }
  close(out[1]);
  char *text = pid > 0 ? read_all(out[0]) : NULL;
  close(out[0]);
  while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR) {}
  json_t *answer = text ? json_loads(text, JSON_DISABLE_EOF_CHECK, NULL) : NULL;
  arrfree(text);
  arrfree(argv);
  az_arena_free(arena);
  return answer;
}

/* The result of a property's check. */
typedef struct finding {
  const char *name;
  const char *result, *reason, *solver;
  bool same_solver;
  double seconds;
  int rows;
  json_t *runs, *proofs; /* NULL: not requested */
} finding;

static finding finding_of(json_t *answer, const char *property) {
  const char *why = json_string_value(json_object_get(answer, "reason"));
  finding f = {.name = property,
               .result = "not certified",
               .reason = why ? why : "the check ended early",
               .solver = ""};
  size_t i;
  json_t *p;
  json_array_foreach(json_object_get(answer, "properties"), i, p) {
    const char *name = json_string_value(json_object_get(p, "name"));
    if (!name || strcmp(name, property)) continue;
    f.result = json_string_value(json_object_get(p, "result"));
    f.reason = json_string_value(json_object_get(p, "reason"));
    f.solver = json_string_value(json_object_get(p, "solver"));
    f.same_solver = json_is_true(json_object_get(p, "same_solver"));
    f.seconds = json_number_value(json_object_get(p, "seconds"));
    f.rows = (int)json_integer_value(json_object_get(p, "rows"));
    f.runs = json_object_get(p, "invariants");
    f.proofs = json_object_get(p, "proofs");
  }
  return f;
}

static bool is_refuted(const finding *f) {
  return !strcmp(f->result, "refuted");
}

static void complain(const finding *f) {
  fprintf(stderr,
          "ansatz: THE CERTIFICATION OF %s FAILED: %s. The verdict is unconfirmed and is not "
          "reported. This is an error of Ansatz: please report it with the program\n",
          f->name, f->reason);
}

/* ---- reports --------------------------------------------------------------------------------- */

/* Adds the findings to the report. Withholds a verdict that they refute. */
static bool merge_json(json_t *report, const finding *found) {
  const char *verdict = json_string_value(json_object_get(report, "verdict"));
  json_t *property, *properties = json_object_get(report, "properties");
  const finding *bad = NULL, *open = NULL;
  size_t k;
  for (size_t i = 0; i < arrlenu(found); i++) {
    const finding *f = &found[i];
    if (strcmp(f->result, "certified")) open = f;
    if (is_refuted(f)) bad = f;
    json_array_foreach(properties, k, property) {
      if (strcmp(json_string_value(json_object_get(property, "name")), f->name)) continue;
      json_object_set_new(property, "certified",
                          json_pack("{s:s, s:s, s:s, s:b, s:i, s:f, s:O*, s:O*}", "result",
                                    f->result, "reason", f->reason, "solver", f->solver,
                                    "same_solver", f->same_solver, "rows", f->rows, "seconds",
                                    f->seconds, "invariants", f->runs, "proofs", f->proofs));
      if (!is_refuted(f)) continue;
      json_object_set_new(property, "verdict",
                          json_sprintf("unknown (certification failed: %s)", f->reason));
    }
  }
  json_object_set_new(report, "certified",
                      open ? json_sprintf("%s (%s)", open->result, open->reason)
                           : json_string("certified"));
  if (!bad || !strncmp(verdict, "unknown", 7)) return false;
  json_object_set_new(report, "verdict",
                      json_sprintf("unknown (certification failed: %s)", bad->reason));
  return true;
}

static int print_json(json_t *report, const finding *found, double spent, int status) {
  bool refuted = merge_json(report, found);
  json_object_set_new(report, "proof_cpu", json_real(spent));
  json_dumpf(report, stdout, JSON_COMPACT | JSON_PRESERVE_ORDER);
  putchar('\n');
  return refuted ? 3 : status;
}

/* Prints the lines of the properties' verdicts unchanged, each followed by its finding. */
static int print_text(const char *text, const finding *found, int status) {
  const char *last = strstr(text, "VERDICT: "), *next;
  while (last && (next = strstr(last + 1, "\nVERDICT: "))) last = next + 1;
  if (!last) last = text + strlen(text);
  const finding *bad = NULL;
  printf("%.*s", (int)(last - text), text);
  for (size_t i = 0; i < arrlenu(found); i++) {
    const finding *f = &found[i];
    if (is_refuted(f)) bad = f;
    if (strcmp(f->result, "certified"))
      printf("%s: %s (%s)\n", f->name, f->result, f->reason);
    else
      printf("%s: certified   [%d row%s, %s%s, %.2f s]\n", f->name, f->rows,
             f->rows == 1 ? "" : "s", *f->solver ? f->solver : "no query",
             f->same_solver ? AZ_SAME_SOLVER : "", f->seconds);
    az_print_proofs(f->proofs, stdout);
    az_print_invariant_runs(f->runs, stdout);
  }
  if (!bad || !strncmp(last, "VERDICT: unknown", 16)) {
    fputs(last, stdout);
    return status;
  }
  printf("VERDICT: unknown (certification failed: %s)\n", bad->reason);
  return 3;
}

/* ---- both ------------------------------------------------------------------------------------ */

/* Returns the finding for each property that has a proof in the certificate; stb_ds. The texts in
 * the findings belong to the certificate and the answer. */
static finding *certify(az_task_options *o, double spent, json_t **certificate, json_t **answer) {
  const double times = 5, least = 5, for_runs = 10;
  finding *found = NULL;
  *answer = NULL;
  *certificate = json_load_file(o->evidence.certificate, 0, NULL);
  json_t *proof, *proofs = json_object_get(*certificate, "proofs");
  double seconds = times * spent > least ? times * spent : least;
  if (o->evidence.certify_time > 0) seconds = o->evidence.certify_time;
  if (o->evidence.invariant_runs) seconds += for_runs;
  if (json_array_size(proofs)) *answer = check(o, seconds);
  size_t i;
  json_array_foreach(proofs, i, proof) {
    const char *property = json_string_value(json_object_get(proof, "property"));
    if (!property) continue;
    arrput(found, finding_of(*answer, property));
    if (is_refuted(&arrlast(found))) complain(&arrlast(found));
  }
  return found;
}

int az_certified_verify(az_task_options *o, int (*verify)(az_task_options *o)) {
  char path[64];
  int kept = -1, status;
  if (!o->evidence.certificate) { /* the process that is started inherits this file's descriptor */
    kept = memfd_create("certificate", 0);
    if (kept < 0) return resource_error("the certificate cannot be stored");
    snprintf(path, sizeof path, "/proc/self/fd/%d", kept);
    o->evidence.certificate = path;
  }
  double before = seconds_of_children();
  char *text = decide(o, verify, &status);
  double spent = seconds_of_children() - before;
  json_t *certificate = NULL, *answer = NULL;
  finding *found = text ? certify(o, spent, &certificate, &answer) : NULL;
  json_t *report = o->output.json && found ? json_loads(text, JSON_DISABLE_EOF_CHECK, NULL) : NULL;
  if (!found && text)
    fputs(text, stdout);
  else if (report)
    status = print_json(report, found, spent, status);
  else if (text)
    status = print_text(text, found, status);
  if (fflush(stdout)) status = 3;
  json_decref(report);
  json_decref(certificate);
  json_decref(answer);
  arrfree(found);
  arrfree(text);
  if (kept >= 0) close(kept);
  return status;
}
