/* fork, a pipe for the result, CPU time read from /proc: the supervisor sleeps as long as the
 * worker cannot have used up its time. */
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#include "cli/supervise.h"
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static int status_fd = -1; /* in the worker: where status lines go; one process, one job */

static void send_all(int fd, const char *data, size_t n) {
  while (n) {
    ssize_t w = write(fd, data, n);
    if (w < 0 && errno == EINTR) continue;
    if (w <= 0) return;
    data += w;
    n -= (size_t)w;
  }
}

static void message(int fd, char kind, const char *data, size_t n) {
  char head[16];
  memset(head, 0, sizeof head);
  head[0] = kind;
  uint64_t size = n;
  memcpy(head + 8, &size, sizeof size);
  send_all(fd, head, sizeof head);
  send_all(fd, data, n);
}

void az_supervise_status(const char *line) {
  if (status_fd >= 0) message(status_fd, 'S', line, strlen(line));
}

static double tree_cpu(pid_t pid) {
  char path[64], line[1024];
  snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
  FILE *f = fopen(path, "r");
  if (!f) return 0;
  size_t n = fread(line, 1, sizeof line - 1, f);
  fclose(f);
  line[n] = 0;
  const char *p = strrchr(line, ')');
  unsigned long long t[4] = {0};
  if (!p || sscanf(p + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %llu %llu", &t[0],
                   &t[1], &t[2], &t[3]) != 4)
    return 0;
  return (double)(t[0] + t[1] + t[2] + t[3]) / (double)sysconf(_SC_CLK_TCK);
}

typedef struct inbox {
  char *data;
  size_t used, room;
  char *result, *so_far;
} inbox;

static void take(inbox *in) {
  for (;;) {
    if (in->used < 16) return;
    uint64_t size;
    memcpy(&size, in->data + 8, sizeof size);
    if (in->used < 16 + size) return;
    char *text = malloc(size + 1);
    memcpy(text, in->data + 16, size);
    text[size] = 0;
    char **slot = in->data[0] == 'S' ? &in->so_far : &in->result;
    free(*slot);
    *slot = text;
    memmove(in->data, in->data + 16 + size, in->used - 16 - size);
    in->used -= 16 + size;
  }
}

/* Calls of the program nest on our stack, recursion to its bound: the work gets a stack to match
 * (only what is used costs memory). */
#define STACK_BYTES ((size_t)256 << 20)

typedef struct work_call {
  const az_supervised *job;
  FILE *out;
  int status;
} work_call;

static void *work_thread(void *ctx) {
  work_call *call = ctx;
  call->status = call->job->work(call->job->ctx, call->out);
  return NULL;
}

static int work_on_large_stack(const az_supervised *job, FILE *out) {
  work_call call = {job, out, 3};
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  bool started = !pthread_attr_setstacksize(&attributes, STACK_BYTES) &&
                 !pthread_create(&thread, &attributes, work_thread, &call);
  pthread_attr_destroy(&attributes);
  if (started)
    pthread_join(thread, NULL);
  else
    call.status = job->work(job->ctx, out);
  return call.status;
}

static int worker(const az_supervised *job, int fd) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  status_fd = fd;
  int null = open("/dev/null", O_WRONLY);
  if (null >= 0) dup2(null, STDOUT_FILENO);
  char *text = NULL;
  size_t n = 0;
  FILE *out = open_memstream(&text, &n);
  int status = work_on_large_stack(job, out);
  fclose(out);
  message(fd, 'R', text, n);
  return status;
}

static pid_t running; /* for the signal handler alone */
static void on_signal(int sig) {
  if (running > 0) kill(-running, SIGKILL);
  signal(sig, SIG_DFL);
  raise(sig);
}

int az_supervise(const az_supervised *job) {
  int pipes[2];
  fflush(NULL);
  if (pipe(pipes)) return job->lost(job->ctx, strerror(errno), "");
  pid_t pid = fork();
  if (pid < 0) return job->lost(job->ctx, strerror(errno), "");
  if (!pid) {
    close(pipes[0]);
    _exit(worker(job, pipes[1]));
  }
  close(pipes[1]);
  setpgid(pid, pid);
  running = pid;
  signal(SIGINT, on_signal);
  signal(SIGTERM, on_signal);
  signal(SIGHUP, on_signal);
  inbox in = {0};
  bool late = false, open = true;
  while (open) {
    int wait_ms = -1;
    if (job->cpu_seconds > 0) {
      double rest = job->cpu_seconds - tree_cpu(pid);
      if (rest <= 0) {
        late = true;
        break;
      }
      wait_ms = rest > 1000 ? 1000000 : (int)(rest * 1000) + 10;
    }
    struct pollfd p = {.fd = pipes[0], .events = POLLIN};
    int ready = poll(&p, 1, wait_ms);
    if (ready < 0 && errno != EINTR) break;
    if (ready <= 0) continue;
    if (in.room - in.used < 65536) in.data = realloc(in.data, in.room += 1u << 20);
    ssize_t n = read(pipes[0], in.data + in.used, in.room - in.used);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0)
      open = false;
    else
      in.used += (size_t)n;
    take(&in);
  }
  if (late) kill(-pid, SIGKILL);
  close(pipes[0]);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
  kill(-pid, SIGKILL); /* what the worker may have left behind */
  running = 0;
  int result;
  char why[64];
  if (in.result && WIFEXITED(status)) {
    fputs(in.result, stdout);
    result = fflush(stdout) ? 3 : WEXITSTATUS(status);
  } else {
    if (late)
      snprintf(why, sizeof why, "timeout");
    else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
      snprintf(why, sizeof why, "killed, perhaps out of memory");
    else if (WIFSIGNALED(status))
      snprintf(why, sizeof why, "internal error: signal %d", WTERMSIG(status));
    else if (WEXITSTATUS(status) == 3)
      snprintf(why, sizeof why, "out of memory");
    else
      snprintf(why, sizeof why, "internal error: exit status %d", WEXITSTATUS(status));
    result = job->lost(job->ctx, why, in.so_far ? in.so_far : "");
  }
  free(in.data);
  free(in.result);
  free(in.so_far);
  return result;
}

char *az_work_folder(void) {
  const char *tmp = getenv("TMPDIR");
  char path[4096];
  snprintf(path, sizeof path, "%s/ansatz-XXXXXX", tmp && *tmp ? tmp : "/tmp");
  return mkdtemp(path) ? strdup(path) : NULL;
}

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *ftw) {
  (void)st, (void)kind, (void)ftw;
  return remove(path);
}

void az_remove_folder(const char *path) {
  nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}
