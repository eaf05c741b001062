/* ansatz worker DOCUMENT RESULT: one run of an experiment. It starts `ansatz verify` as the
 * document says, in a process of its own so that its crash, its limits and its CPU time are its
 * own, and writes one result file by rename. */
#define _GNU_SOURCE /* pipe2 */
#include "cli/cli.h"
#include "module/builtin.h"
#include "ansatz/arena.h"
#include "ansatz/clock.h"
#include "ansatz/process_tree.h"
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct command {
  az_arena *arena;
  const char **argv; /* stb_ds, NULL-terminated in the end */
} command;

static void option(command *c, const char *name, const char *value) {
  if (!value) return;
  arrput(c->argv, name);
  arrput(c->argv, az_arena_strdup(c->arena, value));
}

static bool module_option(command *c, az_registry *registry, json_t *doc, const char *key,
                          const char *name, az_error *err) {
  json_t *value = json_object_get(doc, key);
  if (!value || json_is_null(value)) return true;
  char *text = json_dumps(value, JSON_COMPACT);
  az_desc *d = az_desc_from_json(registry, text, err);
  free(text);
  if (!d) return false;
  char *lua = az_desc_print(d);
  option(c, name, lua);
  free(lua);
  az_desc_free(d);
  return true;
}

/* The document as a command line of `ansatz verify`. */
static bool translate(command *c, json_t *doc, az_error *err) {
  static const struct {
    const char *key, *name;
  } texts[] = {{"property", "--property"},
               {"data_model", "--data-model"},
               {"function", "--function"},
               {"mode", "--mode"},
               {"signed_overflow", "--signed-overflow"},
               {"sandbox", "--sandbox"},
               {"config", "--config"},
               {"solver", "--solver"}};
  const char *key = NULL;
  json_t *value, *file;
  size_t i;
  arrput(c->argv, "ansatz");
  arrput(c->argv, "verify");
  arrput(c->argv, "--json");
  for (i = 0; i < sizeof texts / sizeof *texts; i++) {
    value = json_object_get(doc, texts[i].key);
    option(c, texts[i].name, json_string_value(value));
  }
  value = json_object_get(doc, "max_unwind");
  if (json_is_integer(value))
    option(c, "--max-unwind",
           az_arena_printf(c->arena, "%lld", (long long)json_integer_value(value)));
  value = json_object_get(doc, "timeout");
  if (json_is_number(value))
    option(c, "--timeout", az_arena_printf(c->arena, "%.6g", json_number_value(value)));
  json_t *limits = json_object_get(doc, "limits");
  value = json_object_get(limits, "wall");
  if (json_is_number(value))
    option(c, "--wall", az_arena_printf(c->arena, "%.6g", json_number_value(value)));
  value = json_object_get(limits, "memory");
  if (json_is_number(value) && json_number_value(value) >= 1)
    option(c, "--memory", az_arena_printf(c->arena, "%.0f", json_number_value(value)));
  if (json_is_false(json_object_get(doc, "replay"))) arrput(c->argv, "--no-replay");
  if (json_is_true(json_object_get(doc, "certify"))) arrput(c->argv, "--certify");
  json_array_foreach(json_object_get(doc, "entry"), i, value)
      arrput(c->argv, az_arena_printf(c->arena, "--%s", json_string_value(value)));
  json_array_foreach(json_object_get(doc, "compiler"), i, value)
      arrput(c->argv, az_arena_strdup(c->arena, json_string_value(value)));
  json_array_foreach(json_object_get(doc, "trust"), i, value)
      option(c, "--trust", json_string_value(value));
  json_object_foreach(json_object_get(doc, "technique_limits"), key, value)
      option(c, "--limit", az_arena_printf(c->arena, "%s=%.17g", key, json_number_value(value)));
  json_object_foreach(json_object_get(doc, "switches"), key, value) option(
      c, "--switch", az_arena_printf(c->arena, "%s=%s", key, json_is_true(value) ? "on" : "off"));
  /* Modules that the experiment loaded by path: their folders are searched first. */
  const char *path = getenv("ANSATZ_PATH");
  json_array_foreach(json_object_get(doc, "module_files"), i, value) {
    key = json_string_value(value);
    const char *slash = key ? strrchr(key, '/') : NULL;
    if (slash)
      path = az_arena_printf(c->arena, "%.*s%s%s", (int)(slash - key), key, path ? ":" : "",
                             path ? path : "");
  }
  if (path) setenv("ANSATZ_PATH", path, 1);
  az_registry *registry = az_registry_new(err);
  bool fine = registry && module_option(c, registry, doc, "domain", "--domain", err) &&
              module_option(c, registry, doc, "strategy", "--strategy", err);
  az_registry_free(registry);
  if (!fine) return false;
  const char *task = json_string_value(json_object_get(doc, "task"));
  json_t *files = json_object_get(doc, "files");
  if (task)
    arrput(c->argv, task);
  else
    json_array_foreach(files, i, file) if (json_is_string(file))
        arrput(c->argv, json_string_value(file));
  if (!task && !json_array_size(files))
    return az_fail(err, AZ_ERR_INPUT, "a run document wants \"task\" or \"files\""), false;
  arrput(c->argv, NULL);
  return true;
}

/* What verify says until it ends; what it started may hold the pipe open. */
static char *slurp(pid_t pid, int fd, size_t most) {
  char *text = NULL, part[65536];
  int pidfd = pidfd_open(pid, 0);
  bool open = true, ended = false;
  fcntl(fd, F_SETFL, O_NONBLOCK);
  while (open || !ended) {
    struct pollfd p[2] = {{.fd = open ? fd : -1, .events = POLLIN},
                          {.fd = pidfd, .events = POLLIN}};
    siginfo_t info = {.si_pid = 0};
    poll(p, 2, pidfd >= 0 ? -1 : 20);
    ended = waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) || info.si_pid == pid;
    ssize_t n = 0;
    while (open && (n = read(fd, part, sizeof part)) > 0)
      if (arrlenu(text) + (size_t)n < most) memcpy(arraddnptr(text, n), part, (size_t)n);
    if (open && (!n || (errno != EAGAIN && errno != EINTR))) open = false;
    if (ended) break;
  }
  if (pidfd >= 0) close(pidfd);
  arrput(text, 0);
  return text;
}

/* The file for what verify says on standard error: beside the result, without a name. */
static FILE *open_log(const char *result) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s.said", result);
  FILE *log = fopen(path, "w+be");
  unlink(path);
  return log;
}

/* The time is that of the proof, so that it can be compared. */
static void set_apart_certification(json_t *result, json_t *answer) {
  json_t *proof = json_object_get(answer, "proof_cpu");
  if (!json_is_number(proof)) return;
  double all = json_number_value(json_object_get(result, "cpu")), own = json_number_value(proof);
  json_object_set_new(result, "cpu", json_real(own));
  json_object_set_new(result, "certify_cpu", json_real(all - own));
}

/* Runs it; {"answer", "exit" or "signal", "cpu", "wall", "memory", "stderr"}. */
static json_t *execute(const command *c, const char *result_file, az_error *err) {
  int out[2];
  FILE *log = open_log(result_file);
  if (pipe2(out, O_CLOEXEC) || !log)
    return az_fail(err, AZ_ERR_RESOURCE, "cannot start verify: %s", strerror(errno)), NULL;
  az_adopt_orphans();
  /* Another program in its place: for tests of limits and of crashes. */
  const char *program = getenv("ANSATZ_VERIFY");
  double started = az_clock();
  pid_t parent = getpid(), pid = fork();
  if (pid < 0)
    return az_fail(err, AZ_ERR_RESOURCE, "cannot start verify: %s", strerror(errno)), NULL;
  if (pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);
    if (dup2(out[1], 1) < 0 || dup2(fileno(log), 2) < 0) _exit(127);
    execv(program && *program ? program : "/proc/self/exe", (char *const *)(uintptr_t)c->argv);
    _exit(127);
  }
  close(out[1]);
  char *text = slurp(pid, out[0], 64u << 20);
  int status;
  struct rusage usage;
  while (wait4(pid, &status, 0, &usage) < 0 && errno == EINTR) {}
  az_processes_end(getpid());
  close(out[0]);
  json_t *result = json_object();
  json_object_set_new(result, "wall", json_real(az_clock() - started));
  json_object_set_new(result, "cpu",
                      json_real((double)usage.ru_utime.tv_sec + (double)usage.ru_stime.tv_sec +
                                1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)));
  json_object_set_new(result, "memory", json_integer((json_int_t)usage.ru_maxrss * 1024));
  if (WIFEXITED(status)) json_object_set_new(result, "exit", json_integer(WEXITSTATUS(status)));
  if (WIFSIGNALED(status)) json_object_set_new(result, "signal", json_integer(WTERMSIG(status)));
  json_t *answer = json_loads(text, JSON_DISABLE_EOF_CHECK, NULL);
  if (json_is_object(answer)) json_object_set(result, "answer", answer);
  set_apart_certification(result, answer);
  json_decref(answer);
  arrfree(text);
  long size = (fseek(log, 0, SEEK_END), ftell(log));
  fseek(log, size > 2000 ? size - 2000 : 0, SEEK_SET);
  char tail[2001];
  size_t n = fread(tail, 1, 2000, log);
  for (size_t i = 0; i < n; i++)
    if ((unsigned char)tail[i] > 126 || !tail[i]) tail[i] = '?';
  tail[n] = 0;
  fclose(log);
  if (n) json_object_set_new(result, "stderr", json_string(tail));
  return result;
}

static bool write_result(const char *path, json_t *result, az_error *err) {
  char part[PATH_MAX];
  snprintf(part, sizeof part, "%s.%d.part", path, (int)getpid());
  FILE *file = fopen(part, "wb");
  bool fine = file && !json_dumpf(result, file, JSON_SORT_KEYS | JSON_COMPACT);
  if (file) fine = !fflush(file) && !fsync(fileno(file)) && fine;
  int code = errno;
  if (file) fine = !fclose(file) && fine;
  if (fine && !rename(part, path)) return true;
  unlink(part);
  az_fail(err, AZ_ERR_RESOURCE, "%s: cannot be written: %s", path, strerror(fine ? errno : code));
  return false;
}

int az_cli_worker(int argc, char **argv) {
  if (argc != 3) {
    fputs("usage: ansatz worker DOCUMENT.json RESULT.json (started by ansatz run)\n", stderr);
    return 2;
  }
  az_error err = {.status = AZ_OK};
  json_error_t where;
  json_t *doc = json_load_file(argv[1], 0, &where);
  if (!json_is_object(doc)) {
    fprintf(stderr, "ansatz worker: %s:%d: %s\n", argv[1], where.line,
            doc ? "not an object" : where.text);
    return json_error_code(&where) == json_error_cannot_open_file ? 3 : 2;
  }
  command c = {.arena = az_arena_new(), .argv = NULL};
  json_t *result = translate(&c, doc, &err) ? execute(&c, argv[2], &err) : NULL;
  bool fine = result && write_result(argv[2], result, &err);
  json_decref(result);
  json_decref(doc);
  arrfree(c.argv);
  az_arena_free(c.arena);
  return fine ? 0 : az_cli_error(&err);
}
