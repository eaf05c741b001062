/* unistd.h, fcntl.h, sys/uio.h, sys/file.h, sys/select.h, sys/epoll.h, netdb's kin: files, vectors
 * of bytes, sets of descriptors, addresses. As in system.c, no counterexample chooses the answers.
 */
#include "system.h"

enum { SET = 128, ADDRESS = 128, EVENT = 12, PATH = 4096, IP4 = 2, IP6 = 10 };

/* The bytes come from memory that was never written; no counterexample chooses them. */
static void fill(void *at, size_t size) {
  __builtin_memcpy(at, __builtin_alloca(size), size);
  (void)__ansatz_unknown();
}

static int change_path(const char *path) {
  __ansatz_string(path);
  return -fails();
}

static long count_of(int fd, size_t size) {
  long n = change(fd) < 0 ? -1 : __ansatz_choice();
  if (n < 0 || (size_t)n > size) n = -1;
  if (n < 0) __ansatz_sets_errno();
  return n;
}

/* ---- files ----------------------------------------------------------------------------------- */

int truncate(const char *path, long size) {
  (void)size;
  return change_path(path);
}

int creat(const char *path, unsigned mode) {
  (void)mode;
  __ansatz_string(path);
  return descriptor();
}

int symlink(const char *from, const char *to) {
  __ansatz_string(from);
  return change_path(to);
}

int link(const char *from, const char *to) {
  __ansatz_string(from);
  return change_path(to);
}

int chown(const char *path, unsigned user, unsigned group) {
  (void)user, (void)group;
  return change_path(path);
}

int lchown(const char *path, unsigned user, unsigned group) {
  (void)user, (void)group;
  return change_path(path);
}

int fchown(int fd, unsigned user, unsigned group) {
  (void)user, (void)group;
  return change(fd);
}

int fchmod(int fd, unsigned mode) {
  (void)mode;
  return change(fd);
}

int mkfifo(const char *path, unsigned mode) {
  (void)mode;
  return change_path(path);
}

int fchdir(int fd) {
  return change(fd);
}

int fdatasync(int fd) {
  return change(fd);
}

int flock(int fd, int how) {
  (void)how;
  return change(fd);
}

int lockf(int fd, int how, long size) {
  (void)how, (void)size;
  return change(fd);
}

int utime(const char *path, const void *times) {
  if (times) __ansatz_range(times, 2 * sizeof(long));
  return change_path(path);
}

int utimes(const char *path, const void *times) {
  if (times) __ansatz_range(times, 4 * sizeof(long));
  return change_path(path);
}

long pread(int fd, void *to, size_t size, long at) {
  (void)at;
  long n = count_of(fd, size);
  if (n > 0) fill(to, (size_t)n);
  return n;
}

long pwrite(int fd, const void *from, size_t size, long at) {
  (void)at;
  __ansatz_range(from, size);
  return count_of(fd, size);
}

/* Writes six characters over the Xs at the end of the name. */
static _Bool name_file(char *name) {
  enum { CHOSEN = 6 };
  size_t n = 0;
  while (name[n]) n++;
  for (size_t i = 0; i < CHOSEN; i++)
    if (n < CHOSEN || name[n - 1 - i] != 'X') {
      __ansatz_fails_with(EINVAL);
      return 0;
    }
  for (size_t i = 0; i < CHOSEN; i++) {
    char c = (char)__ansatz_unknown();
    __ansatz_assume(c != 0);
    name[n - 1 - i] = c;
  }
  return !fails();
}

int mkstemp(char *name) {
  return name_file(name) ? descriptor() : -1;
}

char *mkdtemp(char *name) {
  return name_file(name) ? name : NULL;
}

/* A string at least as long as that of the file itself, of its own where there is no room for it.
 */
char *realpath(const char *path, char *to) {
  __ansatz_string(path);
  if (fails()) return NULL;
  const unsigned long last = (unsigned)__ansatz_unknown();
  __ansatz_assume(last > 0 && last < PATH);
  if (to)
    fill(to, last);
  else
    to = malloc(last + 1);
  if (!to) return NULL;
  to[0] = '/';
  to[last] = 0;
  return to;
}

/* ---- dirent.h -------------------------------------------------------------------------------- */

enum { NAME = 256 };

struct dirent {
  char number[2 * sizeof(long)];
  unsigned short size;
  unsigned char type;
  char name[NAME];
};

/* The entries of a directory, and their number, are not known. */
void *opendir(const char *path) {
  __ansatz_string(path);
  return fails() ? NULL : malloc(sizeof(struct dirent));
}

struct dirent *readdir(struct dirent *at) {
  __ansatz_range(at, sizeof *at);
  if (!__ansatz_choice()) return NULL; /* also the answer in a replay */
  fill(at, sizeof *at - 1);
  at->name[NAME - 1] = 0;
  return at;
}

int closedir(struct dirent *at) {
  free(at);
  return -fails();
}

/* ---- vectors --------------------------------------------------------------------------------- */

struct iovec {
  void *at;
  size_t size;
};

long writev(int fd, const struct iovec *all, int count) {
  size_t size = 0;
  for (int i = 0; i < count; i++) {
    __ansatz_range(all[i].at, all[i].size);
    size += all[i].size;
  }
  return count_of(fd, size);
}

long readv(int fd, const struct iovec *all, int count) {
  size_t size = 0;
  for (int i = 0; i < count; i++) size += all[i].size;
  long n = count_of(fd, size);
  for (int i = 0; n > 0 && i < count; i++) fill(all[i].at, all[i].size);
  return n;
}

/* ---- sets of descriptors --------------------------------------------------------------------- */

int select(int count, void *reads, void *writes, void *others, void *time) {
  if (count < 0) {
    __ansatz_fails_with(EINVAL);
    return -1;
  }
  const long long most = (long long)count * ((reads != NULL) + (writes != NULL) + (others != NULL));
  int n = __ansatz_unknown();
  __ansatz_assume(n >= -1 && n <= most);
  if (n < 0) {
    __ansatz_sets_errno();
    return n;
  }
  if (reads) fill(reads, SET);
  if (writes) fill(writes, SET);
  if (others) fill(others, SET);
  if (time) fill(time, 2 * sizeof(long));
  return n;
}

int epoll_create(int size) {
  (void)size;
  return descriptor();
}

int epoll_create1(int flags) {
  (void)flags;
  return descriptor();
}

int epoll_ctl(int set, int what, int fd, void *event) {
  (void)what;
  if (event) __ansatz_range(event, EVENT);
  return change(set < 0 ? set : fd);
}

int epoll_wait(int set, void *events, int room, int time) {
  (void)set, (void)time;
  if (room <= 0) {
    __ansatz_fails_with(EINVAL);
    return -1;
  }
  int n = answer(room);
  if (n > 0) fill(events, (size_t)n * EVENT);
  return n;
}

/* ---- addresses ------------------------------------------------------------------------------- */

/* Writes as much as there is room for, and how long it is. */
static int tell(int fd, void *to, unsigned *room, unsigned most) {
  if (change(fd) < 0) return -1;
  unsigned n = (unsigned)__ansatz_unknown();
  __ansatz_assume(n <= most);
  fill(to, n < *room ? n : *room);
  *room = n;
  return 0;
}

int accept(int fd, void *to, unsigned *room) {
  if (to ? tell(fd, to, room, ADDRESS) : change(fd)) return -1;
  return descriptor();
}

int getsockname(int fd, void *to, unsigned *room) {
  return tell(fd, to, room, ADDRESS);
}

int getpeername(int fd, void *to, unsigned *room) {
  return tell(fd, to, room, ADDRESS);
}

int getsockopt(int fd, int level, int name, void *to, unsigned *room) {
  (void)level, (void)name;
  return tell(fd, to, room, *room);
}

unsigned inet_addr(const char *text) {
  __ansatz_string(text);
  return (unsigned)__ansatz_unknown();
}

int inet_aton(const char *text, void *to) {
  __ansatz_string(text);
  const _Bool is_address = __ansatz_unknown();
  if (is_address) fill(to, sizeof(unsigned));
  return is_address;
}

static size_t bytes_of(int family) {
  enum { FOUR = 4, SIXTEEN = 16 };
  return family == IP4 ? FOUR : family == IP6 ? SIXTEEN : 0;
}

int inet_pton(int family, const char *text, void *to) {
  const size_t size = bytes_of(family);
  __ansatz_string(text);
  if (!size) __ansatz_sets_errno();
  if (!size) return -1;
  const _Bool is_address = __ansatz_unknown();
  if (is_address) fill(to, size);
  return is_address;
}

char *inet_ntoa(unsigned address) {
  static char text[16];
  (void)address;
  fill(text, sizeof text - 1);
  text[sizeof text - 1] = 0;
  return text;
}

const char *inet_ntop(int family, const void *from, char *to, unsigned room) {
  const size_t size = bytes_of(family);
  const unsigned last = (unsigned)__ansatz_unknown();
  if (size) __ansatz_range(from, size);
  if (!size || last >= room || fails()) {
    __ansatz_sets_errno();
    return NULL;
  }
  fill(to, last);
  to[last] = 0;
  return to;
}
