#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
#if P == 1 || P == 2 || P == 3 || P == 4 || P == 5
  char *p = mmap(NULL, 5000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) return 1;
  p[4095] = 1;
#endif
#if P == 1 /* zero at first, in whole pages, at the beginning of one */
  assert(p && p[0] == 0 && p[4095] == 1 && ((unsigned long)p & 4095) == 0);
  munmap(p, 5000);
  assert(mmap(NULL, 0, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
#elif P == 2
  assert(p[4095] == 0);
#elif P == 3 /* a part of it */
  munmap(p, 4096);
  assert(p[4999] == 0);
#elif P == 4 /* another map */
  char *q = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (q != MAP_FAILED) q[4095] = 2;
  assert(p[4095] == 1 && p != q);
  munmap(p, 8192);
#elif P == 5 /* free does not end it */
  free(p);
#elif P == 6 /* mmap may fail */
  assert(mmap(NULL, 1, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED);
#elif P == 7 /* files are not modelled */
  assert(mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 3, 0) == MAP_FAILED);
#elif P == 8
  sem_t s;
  int v;
  sem_init(&s, 0, 2);
  sem_wait(&s);
  sem_wait(&s);
  assert(sem_trywait(&s) == -1 && errno == EAGAIN);
  sem_post(&s);
  sem_getvalue(&s, &v);
  assert(v == 1);
#elif P == 9
  sem_t s;
  sem_init(&s, 0, 1);
  assert(sem_trywait(&s) != 0);
#elif P == 10 /* waits for ever */
  sem_t s;
  sem_init(&s, 0, 0);
  sem_wait(&s);
  assert(0);
#elif P == 11
  pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_rdlock(&l);
  assert(pthread_rwlock_trywrlock(&l) == EBUSY);
  pthread_rwlock_unlock(&l);
  pthread_rwlock_unlock(&l);
  assert(pthread_rwlock_trywrlock(&l) == 0 && pthread_rwlock_tryrdlock(&l) == EBUSY);
#elif P == 12
  pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
  pthread_rwlock_wrlock(&l);
  assert(pthread_rwlock_tryrdlock(&l) == 0);
#elif P == 13 /* answers within their ranges */
  int status = 7, fds[2] = {0, 1};
  char b[8] = "", c[8] = "";
  struct iovec v[2] = {{b, 3}, {c, 8}};
  fd_set set;
  FD_ZERO(&set);
  FD_SET(0, &set);
  struct epoll_event e[2];
  assert(waitpid(-1, &status, WNOHANG) > 0 || status == 7);
  assert(pread(0, b, 4, 0) <= 4 && b[4] == 0 && writev(1, v, 2) <= 11);
  assert(select(1, &set, NULL, NULL, NULL) <= 1 && epoll_wait(3, e, 2, 0) <= 2 && fds[1] == 1);
  assert(kill(1, 0) <= 0 && flock(-1, LOCK_EX) == -1 && pread(-1, b, 4, 0) == -1);
#elif P == 14
  char b[4] = "abc";
  pread(0, b, 4, 0);
  assert(b[0] == 'a');
#elif P == 15
  assert(waitpid(-1, NULL, 0) == -1);
#elif P == 16
  assert(kill(1, 0) == 0);
#elif P == 17
  char name[] = "/tmp/aXXXXXX", other[] = "a";
  int fd = mkstemp(name);
  assert(fd >= -1 && name[5] == 'a' && name[12] == 0 && mkstemp(other) == -1 && other[0] == 'a');
#elif P == 18
  char name[] = "/tmp/aXXXXXX";
  mkstemp(name);
  assert(name[6] == 'X');
#elif P == 19 /* an address of its own */
  char *path = realpath(".", NULL);
  if (path) assert(path[0] == '/' && strlen(path) < 4096);
  free(path);
  struct in_addr a = {1};
  assert(strlen(inet_ntoa(a)) < 16 && inet_pton(AF_INET, "1.2.3.4", &a) <= 1);
#elif P == 20
  struct in_addr a = {1};
  inet_pton(AF_INET, "1.2.3.4", &a);
  assert(a.s_addr == 1);
#elif P == 21
  DIR *d = opendir(".");
  if (!d) return 1;
  for (struct dirent *e; (e = readdir(d));) assert(strlen(e->d_name) < 256);
  closedir(d);
#elif P == 22 /* after its end */
  DIR *d = opendir(".");
  if (!d) return 1;
  closedir(d);
  readdir(d);
#elif P == 23 /* more than there is room for */
  char *b = malloc(3);
  if (b) pwrite(1, b, 4, 0);
  free(b);
#elif P == 24 /* what comes after it runs only where there is no such program */
  char *a[] = {"true", NULL};
  assert(execvp("true", a) == -1);
  char seed[4] = "abc";
  explicit_bzero(seed, 4);
  assert(seed[0] == 0);
#elif P == 25
  execl("/bin/true", "true", (char *)NULL);
  assert(0);
#elif P == 26
  assert(arc4random_uniform(5) < 5 && arc4random_uniform(5) != 4);
#elif P == 27 /* another process's message */
  char b[4] = "";
  if (recvfrom(3, b, 4, 0, NULL, NULL) == 4) assert(b[2] != 77);
#endif
  return 0;
}
