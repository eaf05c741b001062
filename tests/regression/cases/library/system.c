/* Answers of the system: models that know where something is written, and how much. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#ifndef __i386__
_Static_assert(sizeof(struct stat) == 144 && sizeof(struct rusage) == 144, "as the model writes");
#endif
_Static_assert(sizeof(struct termios) == 60 && sizeof(struct rlimit) == 2 * sizeof(long) &&
                   sizeof(struct utsname) == 390 && sizeof(struct winsize) == 8 &&
                   sizeof(struct flock) == (sizeof(long) == 8 ? 32 : 16) && sizeof(struct timespec) == 2 * sizeof(long),
               "as the model writes");

int main(void) {
  int kept = 3;
#if P == 1 /* a clock */
  struct timespec t = {1, -1};
  if (clock_gettime(CLOCK_MONOTONIC, &t) == 0)
    assert(t.tv_nsec >= 0 && t.tv_nsec < 1000000000);
  else
    assert(t.tv_sec == 1 && t.tv_nsec == -1);
#elif P == 2  /* which time it is is not known, nor whether the clock can be read */
  struct timespec t = {1, -1};
  assert(clock_gettime(CLOCK_MONOTONIC, &t) == 0 && t.tv_sec < 5);
#elif P == 3  /* what fails behind it does fail */
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  assert(kept == 4);
#elif P == 4  /* a loop that waits */
  struct timespec start, now = {0, 0};
  clock_gettime(CLOCK_MONOTONIC, &start);
  do clock_gettime(CLOCK_MONOTONIC, &now);
  while (now.tv_sec - start.tv_sec < 5);
#elif P == 5  /* a terminal */
  struct termios old, raw;
  if (tcgetattr(0, &old)) return 1;
  raw = old;
  raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
  assert(!(raw.c_lflag & ECHO) && kept == 3);
  tcsetattr(0, TCSANOW, &raw);
#elif P == 6  /* its settings are not known */
  struct termios old;
  memset(&old, 0, sizeof old);
  if (tcgetattr(0, &old) == 0) assert(!(old.c_lflag & ECHO));
#elif P == 7  /* a message */
  char buffer[16];
  long n = recv(0, buffer, sizeof buffer, 0);
  assert(n >= -1 && n <= 16 && kept == 3);
  if (n > 0) buffer[n - 1] = 0;
#elif P == 8  /* of any content */
  char buffer[16] = "";
  if (recv(0, buffer, sizeof buffer, 0) >= 3) assert(memcmp(buffer, "GET", 3) != 0);
#elif P == 9  /* that does not fit */
  char buffer[16];
  return (int)recv(0, buffer, 17, 0);
#elif P == 10 /* behind which there is no null character */
  char buffer[16];
  long n = recv(0, buffer, sizeof buffer, 0);
  if (n >= 0) buffer[n] = 0;
#elif P == 11 /* a record that is too small */
  char *small = malloc(59);
  if (small) tcgetattr(0, (struct termios *)small);
  free(small);
#elif P == 12 /* a file */
  struct stat s;
  if (stat("x", &s) < 0) return 1;
  assert(S_ISREG(s.st_mode) || S_ISDIR(s.st_mode));
#elif P == 13 /* its size */
  struct stat s;
  char buffer[32];
  if (fstat(0, &s) == 0 && s.st_size >= 0 && s.st_size < 32) buffer[s.st_size] = 0;
  assert(kept == 3);
#elif P == 14 /* strings */
  struct utsname u;
  char name[64], where[64];
  if (uname(&u) == 0) assert(strlen(u.sysname) < 65);
  if (gethostname(name, sizeof name) == 0) assert(strlen(name) < 64);
  if (getcwd(where, sizeof where)) assert(strlen(where) < 64);
#elif P == 15 /* descriptors */
  int ends[2] = {-1, -1}, fd;
  if (pipe(ends) == 0)
    assert(ends[0] >= 0 && ends[0] != ends[1]);
  else
    assert(ends[0] == -1);
  fd = socket(AF_INET, SOCK_STREAM, 0);
  if (fd < 0) return 1;
  assert(fd >= 0 && dup2(fd, 7) <= 7);
#elif P == 16 /* errno tells why */
  errno = 0;
  if (dup(0) < 0) assert(errno == 0);
#elif P == 17 /* events */
  struct pollfd p[2] = {{0, POLLIN, 0}, {1, POLLOUT, 0}};
  int n = poll(p, 2, 100);
  assert(n <= 2 && p[0].fd == 0 && p[1].events == POLLOUT);
#elif P == 18
  struct pollfd p[2] = {{0, POLLIN, 0}, {1, POLLOUT, 0}};
  if (poll(p, 2, 100) > 0) assert(p[0].revents == 0 && p[1].revents == 0);
#elif P == 19 /* random bytes */
  unsigned char seed[4];
  if (getrandom(seed, sizeof seed, 0) == 4) assert(seed[0] != 5 || seed[3] != 200);
#elif P == 21 /* a window */
  struct winsize w = {24, 80, 0, 0};
  if (ioctl(1, TIOCGWINSZ, &w) < 0) assert(w.ws_row == 24 && w.ws_col == 80);
  assert(kept == 3);
#elif P == 22 /* of any size */
  struct winsize w = {24, 80, 0, 0};
  ioctl(1, TIOCGWINSZ, &w);
  assert(w.ws_row == 24);
#elif P == 23 /* that does not fit */
  struct winsize *w = malloc(sizeof *w - 1);
  if (w) ioctl(1, TIOCGWINSZ, w);
  free(w);
#elif P == 24 /* another request */
  char c = 'x';
  assert(ioctl(1, TIOCSTI, &c) == -1);
#elif P == 25 /* flags */
  int flags = fcntl(0, F_GETFL);
  if (flags < 0 || fcntl(0, F_SETFL, flags | O_NONBLOCK) == -1) return 1;
  assert(flags >= 0 && kept == 3);
#elif P == 26
  assert(fcntl(0, F_GETFL) != 2);
#elif P == 27 /* a lock */
  struct flock lock = {.l_type = F_WRLCK, .l_pid = 5};
  if (fcntl(0, F_GETLK, &lock) < 0) assert(lock.l_pid == 5);
  fcntl(0, F_SETLKW, &lock);
  int copy = fcntl(0, F_DUPFD, 100);
  assert(copy < 0 || copy >= 100);
#elif P == 28 /* no descriptor is negative */
  errno = 0;
  assert(fcntl(-1, F_SETFD, FD_CLOEXEC) == -1 && errno == EBADF && dup(-2) == -1);
  assert(listen(-1, 1) == -1 && tcdrain(-3) == -1 && dup2(-1, 5) == -1 && ftruncate(-1, 0) == -1);
#elif P == 29
  long id = syscall(SYS_gettid);
  assert(id > 0);
#elif P == 30
  assert(syscall(SYS_gettid) != 1234);
#elif P == 31
  int fd = kept - 3 - 1, n = 0;
  assert(ioctl(fd, FIONREAD, &n) < 0 && n == 0 && recv(fd, &n, 4, 0) == -1);
#else         /* a program that talks to itself knows what it receives */
  struct sockaddr at = {0};
  char buffer[4] = "";
  bind(3, &at, sizeof at);
  listen(3, 1);
  connect(4, &at, sizeof at);
  send(4, "abc", 4, 0);
  if (recv(5, buffer, 4, 0) == 4) assert(buffer[0] == 'a');
#endif
  return kept - 3;
}
