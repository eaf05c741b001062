/* Calls of the system: clocks, terminals, descriptors, sockets.
 * Most answers are unknown to a verifier: no counterexample chooses them. Records have the size of
 * glibc's, and what the system writes there is arbitrary. */
#include "system.h"

enum { STAT = sizeof(long) == 8 ? 144 : 88, TERMIOS = 60, USAGE = sizeof(long) == 8 ? 144 : 72 };

static long any_long(void) {
  return (long)__ansatz_unknown_long();
}

/* The bytes come from memory that was never written, so that they are arbitrary. */
static void fill(void *at, size_t size) {
  __builtin_memcpy(at, __builtin_alloca(size), size);
}

/* Writes a record that no counterexample chooses. Where the call fails, it writes nothing. */
static int get(void *at, size_t size) {
  if (fails()) return -1;
  fill(at, size);
  (void)__ansatz_unknown();
  return 0;
}

/* ---- time.h ---------------------------------------------------------------------------------- */

struct timespec {
  long tv_sec, tv_nsec;
};

/* Any time; in a replay the first one. */
static void set_time(struct timespec *to) {
  unsigned long high = (unsigned)__ansatz_choice(), low = (unsigned)__ansatz_choice();
  int part = __ansatz_choice();
  __ansatz_assume(part >= 0 && part < 1000000000);
  to->tv_sec = (long)(high << 16 << 16 | low);
  to->tv_nsec = part;
}

int clock_gettime(int which, struct timespec *to) {
  (void)which;
  if (fails()) return -1;
  set_time(to);
  return 0;
}

int clock_getres(int which, struct timespec *to) {
  (void)which;
  if (fails()) return -1;
  if (to) set_time(to);
  return 0;
}

/* Where a signal ends the sleep, the rest of it is written. */
int nanosleep(const struct timespec *time, struct timespec *rest) {
  __ansatz_range(time, sizeof *time);
  if (!fails()) return 0;
  if (rest && __ansatz_choice()) set_time(rest);
  return -1;
}

/* ---- unistd.h -------------------------------------------------------------------------------- */

int dup(int fd) {
  return change(fd) < 0 ? -1 : descriptor();
}

int dup2(int from, int to) {
  return change(to < 0 ? to : from) < 0 ? -1 : to;
}

int pipe(int ends[2]) {
  if (fails()) return -1;
  ends[0] = descriptor();
  ends[1] = descriptor();
  (void)__ansatz_unknown();
  __ansatz_assume(ends[0] >= 0 && ends[1] >= 0 && ends[0] != ends[1]);
  return 0;
}

long lseek(int fd, long offset, int from) {
  (void)fd, (void)offset, (void)from;
  long at = any_long();
  __ansatz_assume(at >= -1);
  if (at < 0) __ansatz_sets_errno();
  return at;
}

long sysconf(int name) {
  (void)name;
  long value = any_long();
  if (value == -1) __ansatz_sets_errno();
  return value;
}

int ftruncate(int fd, long size) {
  (void)size;
  return change(fd);
}

/* Any bytes, without a null character at their end. */
long readlink(const char *path, char *to, size_t room) {
  long n = any_long();
  __ansatz_string(path);
  __ansatz_range(to, room);
  __ansatz_assume(n >= -1 && (n < 0 || (size_t)n <= room));
  if (n < 0) __ansatz_sets_errno();
  if (n > 0) fill(to, (size_t)n);
  return n;
}

/* Writes a string if there is room for it. */
static _Bool tell(char *to, size_t room) {
  if (room) fill(to, room);
  size_t length = (size_t)any_long();
  if (fails() || length >= room) return 0;
  to[length] = 0;
  return 1;
}

int gethostname(char *to, size_t room) {
  return tell(to, room) ? 0 : -1;
}

char *getcwd(char *to, size_t room) {
  if (to) return tell(to, room) ? to : NULL;
  __ansatz_unsupported("getcwd that allocates");
  return NULL;
}

/* ---- fcntl.h, sys/ioctl.h, sys/syscall.h ----------------------------------------------------- */

enum { F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK, F_SETLKW };
enum { F_DUPFD_CLOEXEC = 1030, LOCK = sizeof(long) == 8 ? 32 : 16 };
enum { TCGETS = 0x5401, TCSETS, TCSETSW, TCSETSF, TIOCOUTQ = 0x5411, TIOCGWINSZ = 0x5413 };
enum { TIOCSWINSZ = 0x5414, FIONREAD = 0x541b, FIONBIO = 0x5421, SETTINGS = 36, WINDOW = 8 };

/* Returns any number, at least -1. */
static int setting(int fd) {
  if (change(fd) < 0) return -1;
  int n = __ansatz_unknown();
  __ansatz_assume(n >= -1);
  if (n < 0) __ansatz_sets_errno();
  return n;
}

static int get_from(int fd, void *at, size_t size) {
  return change(fd) < 0 ? -1 : get(at, size);
}

static int set_from(int fd, const void *at, size_t size) {
  __ansatz_range(at, size);
  return change(fd);
}

int fcntl(int fd, int command, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, command);
  int result = -1;
  switch (command) {
  case F_DUPFD:
  case F_DUPFD_CLOEXEC:
    result = setting(fd);
    __ansatz_assume(result < 0 || result >= __builtin_va_arg(list, int));
    break;
  case F_GETFD:
  case F_GETFL: result = setting(fd); break;
  case F_SETFD:
  case F_SETFL: result = change(fd); break;
  case F_GETLK: result = get_from(fd, __builtin_va_arg(list, void *), LOCK); break;
  case F_SETLK:
  case F_SETLKW: result = set_from(fd, __builtin_va_arg(list, void *), LOCK); break;
  default: __ansatz_unsupported("fcntl with another command");
  }
  __builtin_va_end(list);
  return result;
}

int ioctl(int fd, unsigned long request, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, request);
  void *at = __builtin_va_arg(list, void *);
  int result = -1;
  switch (request) {
  case TCGETS: result = get_from(fd, at, SETTINGS); break;
  case TIOCGWINSZ: result = get_from(fd, at, WINDOW); break;
  case TIOCOUTQ:
  case FIONREAD: result = get_from(fd, at, sizeof(int)); break;
  case TCSETS:
  case TCSETSW:
  case TCSETSF: result = set_from(fd, at, SETTINGS); break;
  case TIOCSWINSZ: result = set_from(fd, at, WINDOW); break;
  case FIONBIO: result = set_from(fd, at, sizeof(int)); break;
  default: __ansatz_unsupported("ioctl with another request");
  }
  __builtin_va_end(list);
  return result;
}

/* The numbers of getpid and gettid. */
long syscall(long number, ...) {
  enum { GETPID = sizeof(long) == 8 ? 39 : 20, GETTID = sizeof(long) == 8 ? 186 : 224 };
  if (number != GETPID && number != GETTID) __ansatz_unsupported("syscall with another number");
  int id = __ansatz_unknown();
  __ansatz_assume(id > 0);
  return id;
}

/* ---- termios.h ------------------------------------------------------------------------------- */

struct termios;

int tcgetattr(int fd, struct termios *to) {
  (void)fd;
  return get(to, TERMIOS);
}

int tcsetattr(int fd, int when, const struct termios *from) {
  (void)when;
  __ansatz_range(from, TERMIOS);
  return change(fd);
}

int tcflush(int fd, int queue) {
  (void)queue;
  return change(fd);
}

int tcdrain(int fd) {
  return change(fd);
}

/* ---- sys/stat.h ------------------------------------------------------------------------------ */

struct stat;

int stat(const char *path, struct stat *to) {
  __ansatz_string(path);
  return get(to, STAT);
}

int lstat(const char *path, struct stat *to) {
  __ansatz_string(path);
  return get(to, STAT);
}

int fstat(int fd, struct stat *to) {
  (void)fd;
  return get(to, STAT);
}

/* ---- sys/resource.h, sys/utsname.h ----------------------------------------------------------- */

struct rusage;
struct rlimit;
struct utsname;

int getrusage(int who, struct rusage *to) {
  (void)who;
  return get(to, USAGE);
}

int getrlimit(int resource, struct rlimit *to) {
  (void)resource;
  return get(to, 2 * sizeof(long));
}

/* Six strings of at most 64 characters. */
int uname(struct utsname *to) {
  enum { COUNT = 6, ROOM = 65 };
  char(*strings)[ROOM] = (void *)to;
  if (fails()) return -1;
  for (int i = 0; i < COUNT; i++) {
    fill(strings[i], ROOM);
    strings[i][ROOM - 1] = 0;
  }
  (void)__ansatz_unknown();
  return 0;
}

/* ---- poll.h, sys/select.h -------------------------------------------------------------------- */

struct pollfd {
  int fd;
  short events, revents;
};

int poll(struct pollfd *all, unsigned long count, int timeout) {
  (void)timeout;
  for (unsigned long i = 0; i < count; i++) all[i].revents = (short)__ansatz_choice();
  return answer(count < ~0u >> 1 ? (int)count : (int)(~0u >> 1));
}

/* ---- sys/socket.h ---------------------------------------------------------------------------- */

struct sockaddr;

/* A program that waits for connections and makes some may talk to itself. */
static struct {
  _Bool waits, connects;
} __ansatz_sockets;

int socket(int domain, int type, int protocol) {
  (void)domain, (void)type, (void)protocol;
  return descriptor();
}

int bind(int fd, const struct sockaddr *at, unsigned length) {
  __ansatz_range(at, length);
  __ansatz_sockets.waits = 1;
  return change(fd);
}

int listen(int fd, int count) {
  (void)count;
  __ansatz_sockets.waits = 1;
  return change(fd);
}

int connect(int fd, const struct sockaddr *to, unsigned length) {
  __ansatz_range(to, length);
  __ansatz_sockets.connects = 1;
  return change(fd);
}

int shutdown(int fd, int how) {
  (void)how;
  return change(fd);
}

int setsockopt(int fd, int level, int name, const void *value, unsigned length) {
  (void)level, (void)name;
  __ansatz_range(value, length);
  return change(fd);
}

/* Returns a number of bytes: -1, or at most `size`. */
static long bytes(size_t size, long n) {
  if (n < 0 || (size_t)n > size) n = -1;
  if (n < 0) __ansatz_sets_errno();
  return n;
}

long send(int fd, const void *from, size_t size, int flags) {
  (void)flags;
  __ansatz_range(from, size);
  return bytes(size, change(fd) < 0 ? -1 : __ansatz_choice());
}

long sendto(int fd, const void *from, size_t size, int flags, const struct sockaddr *to,
            unsigned length) {
  (void)flags;
  __ansatz_range(from, size);
  if (to) __ansatz_range(to, length);
  __ansatz_sockets.connects = 1;
  return bytes(size, change(fd) < 0 ? -1 : __ansatz_choice());
}

/* Another program chooses what it sends. */
static long received(int fd, void *to, size_t size) {
  long n = bytes(size, fd < 0 ? change(fd) : (long)__ansatz_input_long("number of bytes received"));
  if (n > 0) fill(to, (size_t)n);
  if (__ansatz_sockets.waits && __ansatz_sockets.connects) (void)__ansatz_unknown();
  return n;
}

long recv(int fd, void *to, size_t size, int flags) {
  (void)flags;
  return received(fd, to, size);
}

long recvfrom(int fd, void *to, size_t size, int flags, struct sockaddr *from, unsigned *room) {
  enum { ADDRESS = 128 };
  const long n = received(fd, to, size);
  (void)flags;
  if (n < 0 || !from) return n;
  const unsigned length = (unsigned)__ansatz_unknown();
  __ansatz_assume(length <= ADDRESS);
  fill(from, length < *room ? length : *room);
  *room = length;
  return n;
}

/* ---- sys/random.h ---------------------------------------------------------------------------- */

long getrandom(void *to, size_t size, unsigned flags) {
  (void)flags;
  long n = bytes(size, (long)__ansatz_input_long("number of random bytes"));
  if (n > 0) fill(to, (size_t)n);
  return n;
}

/* ---- stdlib.h: random numbers of glibc 2.36 -------------------------------------------------- */

unsigned arc4random(void) {
  return (unsigned)__ansatz_input("random number");
}

unsigned arc4random_uniform(unsigned bound) {
  const unsigned n = (unsigned)__ansatz_input("random number");
  return bound ? n % bound : 0;
}

void arc4random_buf(void *to, size_t size) {
  fill(to, size);
}
