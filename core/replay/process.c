/* Processes with a deadline: nothing that they do can hang or crash the caller. */
#define _GNU_SOURCE /* pipe2 */
#include "replay/process.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void process_limit(int resource, rlim_t value) {
  struct rlimit r;
  if (getrlimit(resource, &r) != 0) return;
  if (r.rlim_max != RLIM_INFINITY && value > r.rlim_max) value = r.rlim_max;
  r.rlim_cur = value;
  if (resource != RLIMIT_STACK) r.rlim_max = value;
  setrlimit(resource, &r);
}

process process_start(int fd_in_child) {
  int pipe_fd[2];
  process c = {-1, -1};
  if (pipe2(pipe_fd, O_CLOEXEC) != 0) return c;
  c.pid = fork();
  if (c.pid == 0) {
    int null = open("/dev/null", O_RDWR);
    setpgid(0, 0);
    for (int fd = 0; fd < 3; fd++) dup2(null, fd);
    if (dup2(pipe_fd[1], fd_in_child) < 0) _exit(1);
    static const int reset[] = {SIGINT, SIGTERM, SIGPIPE, SIGCHLD,
                                SIGHUP, SIGALRM, SIGXCPU, SIGPROF};
    for (size_t i = 0; i < sizeof reset / sizeof *reset; i++) signal(reset[i], SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    return c;
  }
  close(pipe_fd[1]);
  if (c.pid < 0)
    close(pipe_fd[0]);
  else {
    setpgid(c.pid, c.pid);
    c.fd = pipe_fd[0];
  }
  return c;
}

int process_finish(process c, char *said, size_t size, size_t *length, double seconds) {
  double deadline = now() + seconds;
  bool killed = false;
  *length = 0;
  for (;;) {
    double left = deadline - now();
    struct pollfd p = {.fd = c.fd, .events = POLLIN};
    int ready = left > 0 ? poll(&p, 1, (int)(left * 1000) + 1) : 0;
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) {
      killed = true;
      break;
    }
    char dropped[512];
    size_t room = size - *length;
    ssize_t n = room ? read(c.fd, said + *length, room) : read(c.fd, dropped, sizeof dropped);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    if (room) *length += (size_t)n;
  }
  close(c.fd);
  int status = 0;
  while (!killed) { /* the pipe is closed, but it may run on */
    pid_t got = waitpid(c.pid, &status, WNOHANG);
    if (got == c.pid || (got < 0 && errno != EINTR)) {
      kill(-c.pid, SIGKILL); /* what it started */
      return status;
    }
    if (now() > deadline)
      killed = true;
    else
      nanosleep(&(struct timespec){0, 200000}, NULL);
  }
  kill(-c.pid, SIGKILL);
  kill(c.pid, SIGKILL);
  while (waitpid(c.pid, &status, 0) < 0 && errno == EINTR) {}
  return -1;
}
