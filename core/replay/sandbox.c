/* The sandbox of a run, from what an ordinary user may ask of a Linux kernel (landlock(7),
 * seccomp(2), user_namespaces(7)), in three layers:
 *
 * - a user namespace of its own, where there are any: no privileges, even of root's, and a bound of
 *   its own on the number of processes;
 * - Landlock: nothing on the file system is written, made or removed, no TCP, no signals to and no
 *   ptrace of processes outside;
 * - a seccomp filter: no sockets, no opening for writing, no change of names, modes or times of
 *   files, no signals to other processes. It holds for the system calls of both architectures that
 *   an x86-64 processor has, as a program may switch (int 0x80).
 *
 * ptrace stays allowed, as LeakSanitizer stops the program's threads by it. Memory and time are
 * limited elsewhere: AddressSanitizer reserves more addresses than any rlimit would let it. */
#define _GNU_SOURCE /* unshare, O_PATH */
#include "ansatz/sandbox.h"
#include "replay/process.h"
#include "replay/sandbox_calls.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST_PROCESSES = 256 };

/* ---- Landlock; the headers of older systems lack some of this -----------------------------------
 */

typedef struct ruleset {
  uint64_t files, network, scopes;
} ruleset;

enum { CREATE_RULESET = 444, RESTRICT_SELF = 446 };

/* The version of the interface; 0: there is none. */
static int landlock_version(void) {
  long version = syscall(CREATE_RULESET, NULL, 0, 1);
  return version > 0 ? (int)version : 0;
}

/* All rights that this version knows but those to read, list and execute. */
static bool enter_landlock(void) {
  int version = landlock_version();
  if (!version) return false;
  const uint64_t write = 1u << 1, remove_and_make = 0x1ff0, refer = 1u << 13, truncate = 1u << 14,
                 ioctl_device = 1u << 15;
  ruleset r = {.files = write | remove_and_make};
  size_t size = sizeof r.files;
  if (version >= 2) r.files |= refer;
  if (version >= 3) r.files |= truncate;
  if (version >= 4) {
    r.network = 3; /* to bind and to connect */
    size = offsetof(ruleset, scopes);
  }
  if (version >= 5) r.files |= ioctl_device;
  if (version >= 6) {
    r.scopes = 3; /* abstract Unix sockets, signals */
    size = sizeof r;
  }
  long fd = syscall(CREATE_RULESET, &r, size, 0);
  if (fd < 0) return false;
  bool confined = !syscall(RESTRICT_SELF, (int)fd, 0);
  close((int)fd);
  return confined;
}

/* ---- seccomp
 * ------------------------------------------------------------------------------------- */

enum { MOST_INSTRUCTIONS = 1024, X32_BIT = 0x40000000 };

typedef struct filter {
  struct sock_filter code[MOST_INSTRUCTIONS];
  unsigned short count;
} filter;

static void emit(filter *f, struct sock_filter instruction) {
  if (f->count < MOST_INSTRUCTIONS) f->code[f->count++] = instruction;
}

#define LOAD(field)                                                                                \
  (struct sock_filter)                                                                             \
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)(offsetof(struct seccomp_data, field)))
#define ANSWER(what) (struct sock_filter) BPF_STMT(BPF_RET | BPF_K, what)
/* Goes on with the next instruction if the condition holds, else behind `skipped` of them. */
#define UNLESS(condition, value, skipped)                                                          \
  (struct sock_filter) BPF_JUMP(BPF_JMP | (condition) | BPF_K, value, 0, skipped)
#define REFUSED (SECCOMP_RET_ERRNO | EPERM)

/* The lower half of an argument. */
static struct sock_filter load_argument(size_t i) {
  uint32_t offset = (uint32_t)(offsetof(struct seccomp_data, args) + i * sizeof(uint64_t));
  return (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset);
}

/* The call is allowed only if its argument, a number of 32 bits, is `value`. */
static void allow_only(filter *f, uint32_t number, size_t argument, uint32_t value) {
  emit(f, UNLESS(BPF_JEQ, number, 4));
  emit(f, load_argument(argument));
  emit(f, UNLESS(BPF_JEQ, value, 1));
  emit(f, ANSWER(SECCOMP_RET_ALLOW));
  emit(f, ANSWER(REFUSED));
}

static void refuse_writing(filter *f, uint32_t number, size_t flags) {
  emit(f, UNLESS(BPF_JEQ, number, 4));
  emit(f, load_argument(flags));
  emit(f, UNLESS(BPF_JSET, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND, 1));
  emit(f, ANSWER(REFUSED));
  emit(f, ANSWER(SECCOMP_RET_ALLOW));
}

static void filter_calls(filter *f, const sandbox_calls *calls) {
  uint32_t self = (uint32_t)getpid();
  emit(f, LOAD(nr));
  emit(f, UNLESS(BPF_JGE, X32_BIT, 1));
  emit(f, ANSWER(REFUSED));
  for (size_t i = 0; i < calls->count; i++) {
    emit(f, UNLESS(BPF_JEQ, calls->denied[i], 1));
    emit(f, ANSWER(REFUSED));
  }
  refuse_writing(f, calls->open, 1);
  refuse_writing(f, calls->openat, 2);
  allow_only(f, calls->kill, 0, self);
  allow_only(f, calls->tgkill, 0, self);
  allow_only(f, calls->prlimit, 0, 0);
  emit(f, ANSWER(SECCOMP_RET_ALLOW));
}

static bool enter_seccomp(void) {
  filter f = {.count = 0};
  emit(&f, LOAD(arch));
  emit(&f, UNLESS(BPF_JEQ, AUDIT_ARCH_X86_64, 1));
  unsigned short to_x86_64 = f.count;
  emit(&f, (struct sock_filter)BPF_STMT(BPF_JMP | BPF_JA, 0)); /* how far is set below */
  emit(&f, UNLESS(BPF_JEQ, AUDIT_ARCH_I386, 1));
  emit(&f, (struct sock_filter)BPF_STMT(BPF_JMP | BPF_JA, 1));
  emit(&f, ANSWER(REFUSED));
  filter_calls(&f, &sandbox_i386);
  f.code[to_x86_64].k = f.count - to_x86_64 - 1u;
  filter_calls(&f, &sandbox_x86_64);
  struct sock_fprog program = {.len = f.count, .filter = f.code};
  return f.count < MOST_INSTRUCTIONS && !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

/* ---- both
 * ---------------------------------------------------------------------------------------- */

bool az_sandbox_enter(az_sandbox sandbox) {
  if (sandbox == AZ_SANDBOX_OFF) return true;
  if (!unshare(CLONE_NEWUSER)) process_limit(RLIMIT_NPROC, MOST_PROCESSES);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return sandbox != AZ_SANDBOX_STRICT;
  bool landlock = sandbox != AZ_SANDBOX_FILTER && enter_landlock(), seccomp = enter_seccomp();
  return sandbox != AZ_SANDBOX_STRICT || (landlock && seccomp);
}

const char *az_sandbox_name(az_sandbox sandbox) {
  if (sandbox == AZ_SANDBOX_OFF) return "none";
  bool seccomp = !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL) || errno == EFAULT;
  if (sandbox == AZ_SANDBOX_FILTER) return seccomp ? "seccomp" : "none";
  if (!seccomp) return landlock_version() ? "landlock" : "none";
  return landlock_version() ? "landlock+seccomp" : "seccomp";
}
