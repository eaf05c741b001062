/* ansatz worker RESULT MODULES OPTION...: one run of an experiment (lua/ansatz/attempt.lua). It
 * starts `ansatz verify OPTION...` as a separate process, whose crashes, limits and CPU time are
 * its own, and writes a result file, which appears by rename. MODULES is the value for ANSATZ_PATH;
 * if empty, ANSATZ_PATH is unchanged. */
#define _GNU_SOURCE /* pipe2 */
#include "cli/cli.h"
#include "ansatz/arena.h"
#include "ansatz/clock.h"
#include "ansatz/process_tree.h"
#include "commit.h"
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

/* Reads the output of verify until verify ends, since its descendants may hold the pipe open
 * longer. */
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

enum { TAIL = 2000, LOG = 256 << 10 }; /* number of bytes of verify's output that are kept */

/* Computes the name of the file for verify's standard error. This file is beside the result, and
 * remains if this process is killed. */
static void log_path(const char *result, char path[PATH_MAX]) {
  snprintf(path, PATH_MAX, "%s.said", result);
}

/* Returns the last bytes of a file as ASCII text, in the arena. */
static const char *read_tail(az_arena *arena, FILE *file, long most) {
  long size = (fseek(file, 0, SEEK_END), ftell(file));
  fseek(file, size > most ? size - most : 0, SEEK_SET);
  char *text = az_arena_alloc(arena, (size_t)most + 1);
  size_t n = fread(text, 1, (size_t)most, file);
  for (size_t i = 0; i < n; i++)
    if ((unsigned char)text[i] > 126 || !text[i]) text[i] = '?';
  text[n] = 0;
  return text;
}

/* Splits the CPU time into that of the proof ("cpu") and that of its certification. */
static void set_apart_certification(json_t *result, json_t *answer) {
  json_t *proof = json_object_get(answer, "proof_cpu");
  if (!json_is_number(proof)) return;
  double all = json_number_value(json_object_get(result, "cpu")), own = json_number_value(proof);
  json_object_set_new(result, "cpu", json_real(own));
  json_object_set_new(result, "certify_cpu", json_real(all - own));
}

/* Stores iterates as text: there are many, and most are never read. */
static void encode_iterates(json_t *answer) {
  json_t *iterates = json_object_get(answer, "iterates");
  char *text = iterates ? json_dumps(iterates, JSON_COMPACT | JSON_REAL_PRECISION(9)) : NULL;
  if (text) json_object_set_new(answer, "iterates", json_string(text));
  free(text);
}

/* Runs the command argv. Returns {"answer", "exit" or "signal", "cpu", "wall", "memory",
 * "stderr"}. */
static json_t *execute(char **argv, const char *result_file, az_arena *arena, az_error *err) {
  int out[2];
  char log_file[PATH_MAX];
  log_path(result_file, log_file);
  FILE *log = fopen(log_file, "w+be");
  if (pipe2(out, O_CLOEXEC) || !log)
    return az_fail(err, AZ_ERR_RESOURCE, "cannot start verify: %s", strerror(errno)), NULL;
  az_adopt_orphans();
  /* For tests of limits and crashes, ANSATZ_VERIFY names another program. */
  const char *program = getenv("ANSATZ_VERIFY");
  double started = az_wall_clock();
  pid_t parent = getpid(), pid = fork();
  if (pid < 0)
    return az_fail(err, AZ_ERR_RESOURCE, "cannot start verify: %s", strerror(errno)), NULL;
  if (pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);
    if (dup2(out[1], 1) < 0 || dup2(fileno(log), 2) < 0) _exit(127);
    execv(program && *program ? program : "/proc/self/exe", argv);
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
  json_object_set_new(result, "wall", json_real(az_wall_clock() - started));
  json_object_set_new(result, "cpu",
                      json_real((double)usage.ru_utime.tv_sec + (double)usage.ru_stime.tv_sec +
                                1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)));
  json_object_set_new(result, "memory", json_integer((json_int_t)usage.ru_maxrss * 1024));
  json_object_set_new(result, "commit", json_string(ANSATZ_COMMIT));
  if (WIFEXITED(status)) json_object_set_new(result, "exit", json_integer(WEXITSTATUS(status)));
  if (WIFSIGNALED(status)) json_object_set_new(result, "signal", json_integer(WTERMSIG(status)));
  json_t *answer = json_loads(text, JSON_DISABLE_EOF_CHECK, NULL);
  encode_iterates(answer);
  if (json_is_object(answer)) json_object_set(result, "answer", answer);
  set_apart_certification(result, answer);
  json_decref(answer);
  arrfree(text);
  const char *tail = read_tail(arena, log, TAIL);
  if (*tail) {
    json_object_set_new(result, "stderr", json_string(tail));
    json_object_set_new(result, "log", json_string(read_tail(arena, log, LOG)));
  }
  fclose(log);
  unlink(log_file);
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
  static char program[] = "ansatz", command[] = "verify", node[] = "node";
  if (argc == 5 && !strcmp(argv[1], "--node")) { /* --node: runs one task of a job array */
    argv[1] = node;
    return az_cli_in_lua(argc - 1, argv + 1);
  }
  if (argc < 4) {
    fputs("usage: ansatz worker RESULT.json MODULES OPTION ... (started by ansatz run)\n", stderr);
    return 2;
  }
  const char *result_file = argv[1];
  if (*argv[2]) setenv("ANSATZ_PATH", argv[2], 1);
  argv[1] = program, argv[2] = command;
  az_error err = {.status = AZ_OK};
  az_arena *arena = az_arena_new();
  json_t *result = execute(argv + 1, result_file, arena, &err);
  bool fine = result && write_result(result_file, result, &err);
  json_decref(result);
  az_arena_free(arena);
  return fine ? 0 : az_cli_error(&err);
}
