/* What a confined process can do and what it cannot, with Landlock and without, also after a switch
 * to the 32-bit system calls. */
#define _GNU_SOURCE
#include "ansatz/sandbox.h"
#include "temporary_folder.h"
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static char *folder, file[4096], other[4096];

static const az_sandbox kinds[] = {AZ_SANDBOX_AUTO, AZ_SANDBOX_FILTER};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* The status of a child that enters the sandbox and then does it. */
static int confined(az_sandbox sandbox, int (*act)(void)) {
  fflush(NULL);
  pid_t pid = fork();
  if (pid == 0) _exit(az_sandbox_enter(sandbox) ? act() : 99);
  int status = 0;
  ck_assert_int_eq(waitpid(pid, &status, 0), pid);
  return status;
}

static int writes(void) {
  if (open(file, O_WRONLY) >= 0) return 1;
  if (open(file, O_RDONLY | O_TRUNC) >= 0) return 2;
  if (open(other, O_RDWR | O_CREAT, 0600) >= 0) return 3;
  if (!unlink(file) || !rename(file, other) || !mkdir(other, 0700) || !symlink(file, other))
    return 4;
  if (!link(file, other) || !chmod(file, 0777) || !truncate(file, 0) || !mkfifo(other, 0600))
    return 5;
  if (!unlinkat(AT_FDCWD, file, 0) || openat(AT_FDCWD, file, O_APPEND | O_WRONLY) >= 0) return 6;
  int memory = memfd_create("x", 0);
  return memory >= 0 && syscall(SYS_io_uring_setup, 1, NULL) >= 0 ? 7 : 0;
}

static int reaches_out(void) {
  if (socket(AF_INET, SOCK_STREAM, 0) >= 0 || socket(AF_UNIX, SOCK_STREAM, 0) >= 0) return 1;
  if (!kill(getppid(), SIGCONT) || !kill(-1, SIGCONT) || !kill(0, SIGCONT)) return 2;
  if (!syscall(SYS_tgkill, getppid(), getppid(), SIGCONT) ||
      !syscall(SYS_tkill, getppid(), SIGCONT))
    return 3;
  return ptrace(PTRACE_ATTACH, getppid(), NULL, NULL) == 0 ? 4 : 0;
}

#if defined(__x86_64__)
static long call_32(long number, uint32_t a, uint32_t b) {
  long result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"((long)a), "c"((long)b) : "memory");
  return result;
}

static void exit_well(int signal) {
  (void)signal;
  _exit(0);
}

/* 5: open, 10: unlink, 39: mkdir, 37: kill, 359: socket. Paths lie where 32 bits reach. */
static int writes_by_32_bits(void) {
  char *low =
      mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
  if (low == MAP_FAILED) return 0;
  uint32_t at = (uint32_t)(uintptr_t)low;
  strcpy(low, file);
  signal(SIGSEGV, exit_well); /* a kernel without such calls */
  if (call_32(20, 0, 0) == -ENOSYS) return 0;
  signal(SIGSEGV, SIG_DFL);
  if (call_32(5, at, O_WRONLY) >= 0) return 1;
  if (call_32(10, at, 0) >= 0) return 2;
  strcpy(low, other);
  if (call_32(39, at, 0700) >= 0) return 3;
  if (call_32(37, (uint32_t)getppid(), SIGCONT) >= 0) return 4;
  return call_32(359, AF_UNIX, SOCK_STREAM) >= 0 ? 5 : 0;
}
#endif

static int computes(void) {
  char text[8] = "";
  int fd = open(file, O_RDONLY);
  if (fd < 0 || read(fd, text, 4) != 4 || strcmp(text, "kept")) return 1;
  if (kill(getpid(), 0)) return 2;
  pid_t child = fork();
  if (child == 0) _exit(5);
  int status;
  if (waitpid(child, &status, 0) != child || WEXITSTATUS(status) != 5) return 3;
  return mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) ==
         MAP_FAILED;
}

static int aborts(void) {
  abort();
}

static void expect(int (*act)(void)) {
  for (int i = 0; i < KINDS; i++) {
    int status = confined(kinds[i], act);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "%s: status %x",
                  az_sandbox_name(kinds[i]), (unsigned)status);
  }
}

START_TEST(nothing_is_written) {
  if (!strcmp(az_sandbox_name(AZ_SANDBOX_AUTO), "none")) return;
  expect(writes);
#if defined(__x86_64__)
  expect(writes_by_32_bits);
#endif
  char text[8] = "";
  FILE *in = fopen(file, "r");
  ck_assert(in && fread(text, 1, 4, in) == 4 && !strcmp(text, "kept"));
  fclose(in);
  ck_assert_int_ne(access(other, F_OK), 0);
}
END_TEST

START_TEST(nobody_is_reached) {
  if (!strcmp(az_sandbox_name(AZ_SANDBOX_AUTO), "none")) return;
  expect(reaches_out);
}
END_TEST

/* ---- the worker ------------------------------------------------------------------------------ */

/* Writes where it may (folder/own), and nowhere else. */
static int works(void) {
  char path[96];
  snprintf(path, sizeof path, "%s/own/x", folder);
  int fd = open(path, O_WRONLY | O_CREAT, 0600);
  if (fd < 0 || write(fd, "x", 1) != 1 || close(fd) || chmod(path, 0700) || unlink(path)) return 1;
  if (open("/dev/null", O_WRONLY) < 0) return 2;
  if (open(file, O_WRONLY) >= 0 || !rename(file, other) || !unlink(file)) return 3;
  if (open(other, O_WRONLY | O_CREAT, 0600) >= 0 || !mkdir(other, 0700)) return 4;
  snprintf(path, sizeof path, "%s/own", folder);
  if (!rmdir(path)) return 5;
  char text[8] = "";
  fd = open(file, O_RDONLY);
  if (fd < 0 || read(fd, text, 4) != 4 || strcmp(text, "kept")) return 6;
  return 0;
}

/* What a mount namespace and a filter refuse, and Landlock does not. */
static int changes_modes(void) {
  return !chmod(file, 0777);
}

static int has_network(void) {
  if (socket(AF_INET, SOCK_DGRAM, 0) >= 0 || socket(AF_UNIX, SOCK_STREAM, 0) >= 0) return 1;
  return !mount("none", folder, "tmpfs", 0, NULL) || !unshare(CLONE_NEWNS) ? 2 : 0;
}

/* A run of the program is started in it. */
static int starts_runs(void) {
  pid_t pid = fork();
  if (pid == 0) _exit(az_sandbox_enter(AZ_SANDBOX_AUTO) ? writes() : 99);
  int status;
  return waitpid(pid, &status, 0) != pid || !WIFEXITED(status) || WEXITSTATUS(status);
}

/* 77: this system has not all of these layers. */
static int confined_worker(unsigned layers, int (*act)(void)) {
  char own[80];
  snprintf(own, sizeof own, "%s/own", folder);
  const char *const writable[] = {own, NULL};
  fflush(NULL);
  pid_t pid = fork();
  if (pid == 0) {
    const char *name = az_sandbox_enter_worker(AZ_SANDBOX_AUTO, layers, writable);
    unsigned entered = (strstr(name, "namespaces") ? AZ_SANDBOX_NAMESPACES : 0u) |
                       (strstr(name, "landlock") ? AZ_SANDBOX_LANDLOCK : 0u) |
                       (strstr(name, "seccomp") ? AZ_SANDBOX_SECCOMP : 0u);
    _exit(entered == layers ? act() : 77);
  }
  int status = 0;
  ck_assert_int_eq(waitpid(pid, &status, 0), pid);
  ck_assert(WIFEXITED(status));
  return WEXITSTATUS(status);
}

static void expect_worker(unsigned layers, int (*act)(void)) {
  int status = confined_worker(layers, act);
  ck_assert_msg(!status || status == 77, "layers %u: %d", layers, status);
}

START_TEST(the_worker_writes_where_it_may) {
  char own[80];
  snprintf(own, sizeof own, "%s/own", folder);
  ck_assert(!mkdir(own, 0700));
  for (unsigned layers = 1; layers <= AZ_SANDBOX_ALL; layers++) {
    if (layers != AZ_SANDBOX_SECCOMP) expect_worker(layers, works);
    if (layers & AZ_SANDBOX_NAMESPACES) expect_worker(layers, changes_modes);
    if (layers & AZ_SANDBOX_SECCOMP) expect_worker(layers, has_network);
    if (layers & AZ_SANDBOX_SECCOMP) expect_worker(layers, starts_runs);
  }
  rmdir(own);
  struct stat st;
  ck_assert(!stat(file, &st) && (st.st_mode & 0777) != 0777);
}
END_TEST

START_TEST(strict_wants_files_and_calls) {
  const char *const nothing[] = {NULL};
  const unsigned weak[] = {0, AZ_SANDBOX_SECCOMP, AZ_SANDBOX_LANDLOCK, AZ_SANDBOX_NAMESPACES};
  for (size_t i = 0; i < sizeof weak / sizeof *weak; i++) {
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) _exit(az_sandbox_enter_worker(AZ_SANDBOX_STRICT, weak[i], nothing) != NULL);
    int status = 0;
    ck_assert(waitpid(pid, &status, 0) == pid && WIFEXITED(status) && !WEXITSTATUS(status));
  }
}
END_TEST

START_TEST(programs_run) {
  expect(computes);
  for (int i = 0; i < KINDS; i++) {
    int status = confined(kinds[i], aborts);
    ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
  }
}
END_TEST

int main(void) {
  folder = az_folder_new();
  if (!folder) return 1;
  snprintf(file, sizeof file, "%s/file", folder);
  snprintf(other, sizeof other, "%s/other", folder);
  FILE *out = fopen(file, "w");
  if (!out || fputs("kept", out) < 0 || fclose(out)) return 1;
  TCase *cases = tcase_create("all");
  tcase_add_test(cases, nothing_is_written);
  tcase_add_test(cases, nobody_is_reached);
  tcase_add_test(cases, programs_run);
  tcase_add_test(cases, the_worker_writes_where_it_may);
  tcase_add_test(cases, strict_wants_files_and_calls);
  return run_in_folder(cases, "sandbox", folder);
}
