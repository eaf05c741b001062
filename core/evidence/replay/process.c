/* Processes with a deadline. Nothing that they do can hang or crash the caller. */
#define _GNU_SOURCE /* pipe2 */
#include "replay/process.h"
#include "ansatz/process_tree.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
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
  int pipe_fd[2], trouble[2];
  process c = {.pid = -1, .fd = -1, .trouble = -1};
  pid_t self = getpid();
  if (pipe2(pipe_fd, O_CLOEXEC) != 0) return c;
  if (pipe2(trouble, O_CLOEXEC) != 0) {
    close(pipe_fd[0]);
    close(pipe_fd[1]);
    return c;
  }
  c.pid = fork();
  if (c.pid == 0) {
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != self) _exit(1);
    setpgid(0, 0);
    c.trouble = trouble[1];
    for (int fd = 0; fd < 3; fd++) dup2(null, fd);
    if (null < 0 || dup2(pipe_fd[1], fd_in_child) < 0) process_give_up(&c);
    static const int reset[] = {SIGINT, SIGTERM, SIGPIPE, SIGCHLD,
                                SIGHUP, SIGALRM, SIGXCPU, SIGPROF};
    for (size_t i = 0; i < sizeof reset / sizeof *reset; i++) signal(reset[i], SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    return c;
  }
  close(pipe_fd[1]);
  close(trouble[1]);
  if (c.pid < 0) {
    close(pipe_fd[0]);
    close(trouble[0]);
  } else {
    setpgid(c.pid, c.pid);
    c.fd = pipe_fd[0];
    c.trouble = trouble[0];
  }
  return c;
}

void process_give_up(const process *c) {
  int why = errno;
  ssize_t n = write(c->trouble, &why, sizeof why);
  (void)n;
  _exit(1);
}

/* Reads the available output. Returns false at its end. */
static bool take(int fd, char *output, size_t size, size_t *length) {
  for (;;) {
    char dropped[512];
    size_t room = size - *length;
    ssize_t n = room ? read(fd, output + *length, room) : read(fd, dropped, sizeof dropped);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno == EAGAIN;
    if (n == 0) return false;
    if (room) *length += (size_t)n;
    if (!room) /* A child that never stops writing must not delay the check of the deadline. */
      return true;
  }
}

/* Kills the processes that the child has started: its group and, if orphans become our children,
 * all our children, since there are no others at that time. */
static void end_what_is_left(process c) {
  int adopts = 0;
  kill(-c.pid, SIGKILL);
  if (prctl(PR_GET_CHILD_SUBREAPER, &adopts) == 0 && adopts) az_processes_end(getpid());
}

/* Waits for the end of the child, not of its pipe, which descendants may keep open. */
int process_finish(process c, char *output, size_t size, size_t *length, double seconds) {
  double deadline = now() + seconds;
  int pidfd = pidfd_open(c.pid, 0), status = 0;
  bool open = true, ended = false;
  *length = 0;
  fcntl(c.fd, F_SETFL, O_NONBLOCK);
  while (!ended) {
    double left = deadline - now();
    if (left <= 0) break;
    struct pollfd p[2] = {{.fd = open ? c.fd : -1, .events = POLLIN},
                          {.fd = pidfd, .events = POLLIN}};
    int most = pidfd >= 0 ? (int)(left * 1000) + 1 : 1;
    if (poll(p, 2, most) < 0 && errno != EINTR) break;
    ended = waitpid(c.pid, &status, WNOHANG) == c.pid;
    if (open) open = take(c.fd, output, size, length);
  }
  if (pidfd >= 0) close(pidfd);
  close(c.fd);
  if (!ended) {
    kill(c.pid, SIGKILL);
    while (waitpid(c.pid, &status, 0) < 0 && errno == EINTR) {}
  }
  end_what_is_left(c);
  int why = 0; /* no process has the other end any more, so reading cannot block */
  fcntl(c.trouble, F_SETFL, O_NONBLOCK);
  bool gave_up = read(c.trouble, &why, sizeof why) == sizeof why;
  close(c.trouble);
  if (gave_up) errno = why;
  return gave_up ? PROCESS_NOT_STARTED : ended ? status : -1;
}
