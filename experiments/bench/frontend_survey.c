/* Runs the front end on every task of a folder of suites, each in a child of its own, and says what
 * it accepts: figures, causes with their counts, failures.
 * Usage: frontend_survey [-v] SUITES_FOLDER [PATTERN] */
#include "ansatz/frontend.h"
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static uint32_t classes = 1u << AZ_C_UNREACH | 1u << AZ_C_OVERFLOW | 1u << AZ_C_BOUNDS;

static az_program *load(const char *const *files, size_t count, az_data_model model,
                        const char *function, const char *folder, az_store *store, az_error *err) {
  az_frontend_options options = {.files = files,
                                 .file_count = count,
                                 .data_model = model,
                                 .function = function,
                                 .classes = classes,
                                 .work_folder = folder};
  az_program *p = az_frontend(&options, store, err);
  if (p && az_program_validate(p, err) != AZ_OK) {
    az_program_free(p);
    return NULL;
  }
  return p;
}

/* One task: lines "C cause", "W warning", "E error", "S statements". */
static void child(const char *path, const char *folder, FILE *out) {
  az_error err = {0};
  az_task *task = az_task_read(path, NULL, &err);
  az_store *store = az_store_new();
  az_program *p = NULL;
  if (task) {
    const char *function = NULL; /* tasks of 2ls-entry name their function in a comment */
    char line[512], name[128];
    FILE *in = fopen(path, "r");
    while (in && fgets(line, sizeof line, in))
      if (sscanf(line, "# 2ls-entry: %127[A-Za-z0-9_]", name) == 1) function = name;
    if (in) fclose(in);
    p = load(task->files, task->file_count, task->data_model, function, folder, store, &err);
  }
  if (!p) fprintf(out, "E %s\n", err.message);
  for (uint32_t i = 0; p && i < p->cause_count; i++) fprintf(out, "C %s\n", p->causes[i].text);
  for (uint32_t i = 0; p && i < p->warning_count; i++) fprintf(out, "W %s\n", p->warnings[i]);
  if (p) az_program_free(p);
  az_store_free(store);
  az_task_free(task);
}

static int compare_lines(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void print_counts(char **lines, size_t n, const char *title) {
  if (n) qsort(lines, n, sizeof *lines, compare_lines);
  printf("%s\n", title);
  for (size_t i = 0; i < n;) {
    size_t j = i;
    while (j < n && strcmp(lines[i], lines[j]) == 0) j++;
    printf("%6zu  %s\n", j - i, lines[i]);
    i = j;
  }
  for (size_t i = 0; i < n; i++) free(lines[i]);
  free(lines);
}

int main(int argc, char **argv) {
  bool verbose = argc > 1 && strcmp(argv[1], "-v") == 0;
  if (verbose) argv++, argc--;
  if (argc < 2)
    return fprintf(stderr, "usage: frontend_survey [-v] SUITES_FOLDER [PATTERN]\n"), 2;
  char pattern[4096];
  snprintf(pattern, sizeof pattern, "%s/%s", argv[1], argc > 2 ? argv[2] : "*/*.yml");
  glob_t found;
  if (glob(pattern, 0, NULL, &found) != 0)
    return fprintf(stderr, "%s: nothing there\n", pattern), 2;
  char **causes = NULL, **errors = NULL;
  size_t cause_count = 0, error_count = 0, accepted = 0, exact = 0, crashed = 0;
  double worst = 0;
  for (size_t i = 0; i < found.gl_pathc; i++) {
    const char *task = found.gl_pathv[i];
    char folder[] = "/tmp/survey.XXXXXX", command[64];
    int pipes[2];
    if (!mkdtemp(folder) || pipe(pipes) != 0) return 1;
    fflush(stdout);
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    pid_t pid = fork();
    if (pid == 0) {
      close(pipes[0]);
      setrlimit(RLIMIT_CPU, &(struct rlimit){20, 20});
      FILE *out = fdopen(pipes[1], "w");
      child(task, folder, out);
      fclose(out);
      _exit(0); /* not the parent's memory */
    }
    close(pipes[1]);
    FILE *in = fdopen(pipes[0], "r");
    char line[2048];
    bool ok = true, clean = true;
    while (fgets(line, sizeof line, in)) {
      line[strcspn(line, "\n")] = 0;
      if (verbose) printf("%s: %s\n", task, line);
      if (*line == 'C') {
        clean = false;
        causes = realloc(causes, (cause_count + 1) * sizeof *causes);
        causes[cause_count++] = strdup(line + 2);
      }
      if (*line == 'E') {
        ok = false;
        errors = realloc(errors, (error_count + 1) * sizeof *errors);
        errors[error_count] = malloc(strlen(line) + strlen(task) + 8);
        sprintf(errors[error_count++], "%s: %s", task, line + 2);
      }
    }
    fclose(in);
    int status = 0;
    waitpid(pid, &status, 0);
    clock_gettime(CLOCK_MONOTONIC, &end);
    double seconds =
        (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
    if (seconds > worst) worst = seconds;
    if (seconds > 1) printf("slow: %s %.1f s\n", task, seconds);
    if (status != 0) {
      crashed++;
      printf("crash: %s (status %x)\n", task, (unsigned)status);
    } else if (ok) {
      accepted++;
      exact += clean;
    }
    snprintf(command, sizeof command, "rm -rf %s", folder);
    if (system(command) != 0) return 1;
  }
  print_counts(causes, cause_count, "causes of over-approximation (tasks)");
  print_counts(errors, error_count, "not accepted");
  printf("%zu tasks: %zu accepted (%.1f %%), %zu of them exactly (%.1f %%), %zu crashed, slowest "
         "%.1f s\n",
         found.gl_pathc, accepted, 100.0 * (double)accepted / (double)found.gl_pathc, exact,
         100.0 * (double)exact / (double)found.gl_pathc, crashed, worst);
  globfree(&found);
  return crashed != 0;
}
