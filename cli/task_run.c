/* Runs a task under supervision: the worker resolves the options and does the work. The files that
 * it may write are made before it starts. */
#include "ansatz/allocate.h"
#include "cli/cli.h"
#include "cli/task_options.h"
#include <errno.h>
#include <fcntl.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *az_task_file_of(const char *path, const char *property, bool several) {
  const char *slash = strrchr(path, '/');
  const char *dot = strrchr(slash ? slash : path, '.');
  if (!several || !strncmp(path, "/dev/", 5) || !strncmp(path, "/proc/", 6))
    return az_asprintf("%s", path);
  if (!dot) return az_asprintf("%s.%s", path, property);
  return az_asprintf("%.*s.%s%s", (int)(dot - path), path, property, dot);
}

typedef struct task_run {
  az_task_options *o;
  int (*work)(void *ctx, FILE *out);
  int (*lost)(void *ctx, const az_loss *loss);
} task_run;

static int resolve_and_work(void *ctx, FILE *out) {
  task_run *run = ctx;
  az_error err = {.status = AZ_OK};
  if (az_task_options_resolve(run->o, &err))
    return err.status == AZ_ERR_FAULT ? az_supervise_fault(err.message) : az_cli_error(&err);
  return run->work(run->o, out);
}

static int run_is_lost(void *ctx, const az_loss *loss) {
  task_run *run = ctx;
  return run->lost(run->o, loss);
}

static bool exists(const char *path) {
  struct stat st;
  return !stat(path, &st);
}

static az_status add_name(void *ctx, const char *name, uint32_t classes, const char *error,
                          az_error *err) {
  const char ***names = ctx;
  (void)classes, (void)error, (void)err;
  for (size_t i = 0; i < arrlenu(*names); i++)
    if (!strcmp((*names)[i], name)) return AZ_OK;
  arrput(*names, name);
  return AZ_OK;
}

/* Lists the files of a verdict: one file, or one for each property on the command line. */
static void list_by_property(az_task_options *o, const char *path) {
  const char **names = NULL;
  az_error later = {.status = AZ_OK}; /* the worker reports the error */
  for (size_t i = 0; path && i < arrlenu(o->source.properties); i++)
    az_property_list(o->source.properties[i], o->source.function, add_name, &names, &later);
  bool several = arrlenu(names) > 1;
  if (path && !several) arrput(o->resolved.by_property, az_task_file_of(path, "", false));
  for (size_t i = 0; several && i < arrlenu(names); i++)
    arrput(o->resolved.by_property, az_task_file_of(path, names[i], true));
  arrfree(names);
}

/* Makes the file, since the worker may not make files in its folder. Open descriptors are writable
 * anyway. Does not wait for the reader of a FIFO, since only the worker has limits. */
static void make_writable(az_task_options *o, const char *path, int anew) {
  bool is_file = strncmp(path, "/proc/self/fd/", 14) != 0;
  int fd = is_file ? open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | anew, 0666) : -1;
  bool lacks_reader = is_file && fd < 0 && errno == ENXIO;
  if (fd < 0 && !lacks_reader) return;
  if (fd >= 0) close(fd);
  arrput(o->resolved.writable, path);
}

/* Lists the files that the user wants to have written. */
static void list_writable(az_task_options *o) {
  list_by_property(o, o->evidence.witness);
  list_by_property(o, o->evidence.test_file);
  if (o->evidence.certificate) make_writable(o, o->evidence.certificate, 0);
  if (o->output.log_json) make_writable(o, o->output.log_json, O_TRUNC);
  for (size_t i = 0; i < arrlenu(o->resolved.by_property); i++)
    make_writable(o, o->resolved.by_property[i], O_TRUNC); /* an old file belongs to another run */
  if (o->output.dump && exists(o->output.dump)) arrput(o->resolved.writable, o->output.dump);
  if (o->method.reuse && exists(o->method.reuse)) arrput(o->resolved.writable, o->method.reuse);
  if (o->evidence.proofs && exists(o->evidence.proofs))
    arrput(o->resolved.writable, o->evidence.proofs);
  arrput(o->resolved.writable, NULL);
}

int az_task_run(az_task_options *o, int (*work)(void *ctx, FILE *out),
                int (*lost)(void *ctx, const az_loss *loss)) {
  task_run run = {o, work, lost};
  list_writable(o);
  az_supervised job = {.cpu_seconds = o->resources.timeout,
                       .wall_seconds = o->resources.wall,
                       .memory = o->resources.memory,
                       .work = resolve_and_work,
                       .lost = run_is_lost,
                       .ctx = &run,
                       .folder = &o->resolved.work_folder,
                       .sandbox = o->resources.sandbox,
                       .writable = o->resolved.writable,
                       .confined = &o->resolved.confined};
  return az_supervise(&job);
}
