/* The sandbox of a run, built from means that Linux gives to ordinary users (landlock(7),
 * seccomp(2), user_namespaces(7)), in three layers:
 *
 * - a separate user namespace, if there can be one: no privileges, not even those of root, and a
 *   separate bound on the number of processes;
 * - Landlock: nothing on the file system is written, made or removed, no TCP, no signals to and no
 *   ptrace of processes outside;
 * - a seccomp filter: no sockets, no opening for writing, no change of names, modes or times of
 *   files, no signals to other processes. The filter covers both architectures that an x86-64
 *   processor has, as a program may switch (int 0x80).
 *
 * ptrace stays allowed, because LeakSanitizer uses it to stop the program's threads. Memory and
 * time are limited elsewhere: AddressSanitizer reserves more addresses than any rlimit would allow.
 *
 * libseccomp gives the numbers of system calls; the filter itself is generated here, since
 * libseccomp would take 1.4 ms instead of 0.3 ms in every run. */
#define _GNU_SOURCE /* O_PATH, CLONE_NEWUSER */
#include "ansatz/sandbox.h"
#include "replay/process.h"
#include "replay/sandbox_layers.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- Landlock (older systems' headers lack parts of this) ------------------------------------ */

typedef struct ruleset {
  uint64_t files, network, scopes;
} ruleset;

typedef struct rule {
  uint64_t rights;
  int folder;
} __attribute__((packed)) rule;

enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };

/* Returns the version of the interface, or 0 if there is none. */
int sandbox_landlock_version(void) {
  long version = syscall(CREATE_RULESET, NULL, 0, 1);
  return version > 0 ? (int)version : 0;
}

/* Rights, by the version of Landlock that introduced them. */
static const uint64_t write_file = 1u << 1, remove_and_make = 0x1ff0, refer = 1u << 13,
                      truncate_file = 1u << 14, ioctl_device = 1u << 15;

/* Grants all handled rights to a folder; to another file, those that apply to it. */
static bool allow_below(int rules, const char *path, uint64_t handled) {
  struct stat st;
  rule r = {.rights = handled, .folder = open(path, O_PATH | O_CLOEXEC)};
  if (r.folder < 0) return false;
  if (!fstat(r.folder, &st) && !S_ISDIR(st.st_mode))
    r.rights &= write_file | truncate_file | ioctl_device;
  bool added = !syscall(ADD_RULE, rules, 1, &r, 0);
  close(r.folder);
  return added;
}

/* Handles all rights that this version knows, except to read, list and execute. */
bool sandbox_landlock(const char *const *writable) {
  int version = sandbox_landlock_version();
  if (!version) return false;
  ruleset r = {.files = write_file | remove_and_make};
  size_t size = sizeof r.files;
  if (version >= 2) r.files |= refer;
  if (version >= 3) r.files |= truncate_file;
  if (version >= 4) {
    r.network = 3; /* rights to bind and to connect */
    size = offsetof(ruleset, scopes);
  }
  if (version >= 5) r.files |= ioctl_device;
  if (version >= 6) {
    r.scopes = 3; /* abstract Unix sockets, signals */
    size = sizeof r;
  }
  long fd = syscall(CREATE_RULESET, &r, size, 0);
  if (fd < 0) return false;
  bool confined = true;
  for (; writable && *writable; writable++)
    confined = allow_below((int)fd, *writable, r.files) && confined;
  confined = confined && !syscall(RESTRICT_SELF, (int)fd, 0);
  close((int)fd);
  return confined;
}

/* ---- system calls ---------------------------------------------------------------------------- */

/* System calls that are refused to the worker with its compilers and to runs of the program; an
 * architecture may lack some of these names. Calls that open files for writing, send signals, set
 * limits of other processes or make namespaces are decided by their arguments, below. */
static const char denied[] =
    "socket socketcall io_uring_setup io_uring_enter io_uring_register "
    "mknod mknodat open_by_handle_at chown chown32 lchown lchown32 fchown fchown32 fchownat "
    "setxattr lsetxattr fsetxattr removexattr lremovexattr fremovexattr "
    "mount umount umount2 chroot pivot_root move_mount open_tree fsopen fsconfig fsmount "
    "mount_setattr setns swapon swapoff reboot sethostname setdomainname "
    "init_module finit_module delete_module create_module kexec_load kexec_file_load "
    "bpf perf_event_open userfaultfd keyctl add_key request_key "
    "shmget msgget semget ipc mq_open mq_unlink "
    "process_vm_writev process_madvise pidfd_getfd pidfd_send_signal "
    "stime settimeofday clock_settime clock_settime64 adjtimex clock_adjtime clock_adjtime64 "
    "acct quotactl quotactl_fd iopl ioperm "
    "setpriority sched_setscheduler sched_setparam sched_setattr sched_setaffinity";

/* System calls that are refused to runs only. */
static const char denied_to_runs[] =
    "creat unlink unlinkat rename renameat renameat2 mkdir mkdirat rmdir link linkat symlink "
    "symlinkat openat2 truncate truncate64 chmod fchmod fchmodat fchmodat2 "
    "utime utimes futimesat utimensat utimensat_time64 unshare "
    "rt_sigqueueinfo rt_tgsigqueueinfo tkill";

/* By number, as libseccomp 2.5 lacks their names: setxattrat, removexattrat, open_tree_attr. */
static const uint32_t denied_by_number[] = {463, 466, 467};

/* i386 has these besides socketcall and ipc, to which libseccomp resolves their names: socket,
 * semget, shmget, msgget. */
static const uint32_t denied_by_number_i386[] = {359, 393, 395, 399};

/* ---- seccomp --------------------------------------------------------------------------------- */

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
/* Continues with the next instruction if the condition holds; else skips `skipped` instructions. */
#define UNLESS(condition, value, skipped)                                                          \
  (struct sock_filter) BPF_JUMP(BPF_JMP | (condition) | BPF_K, value, 0, skipped)
#define REFUSED (SECCOMP_RET_ERRNO | EPERM)

/* Loads the lower half of an argument. */
static struct sock_filter load_argument(size_t i) {
  uint32_t offset = (uint32_t)(offsetof(struct seccomp_data, args) + i * sizeof(uint64_t));
  return (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset);
}

/* Allows the call only if its argument, a number of 32 bits, is `value`. */
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

static void refuse(filter *f, uint32_t number) {
  emit(f, UNLESS(BPF_JEQ, number, 1));
  emit(f, ANSWER(REFUSED));
}

/* Returns the call's number on the architecture, or a number that no call has. */
static uint32_t number_of(uint32_t architecture, const char *name) {
  int number = seccomp_syscall_resolve_name_arch(architecture, name);
  return number < 0 ? UINT32_MAX : (uint32_t)number;
}

static void refuse_all(filter *f, uint32_t architecture, const char *names) {
  for (; *names; names += strspn(names, " ")) {
    char name[32];
    size_t length = strcspn(names, " ");
    snprintf(name, sizeof name, "%.*s", (int)length, names);
    uint32_t number = number_of(architecture, name);
    if (number != UINT32_MAX) refuse(f, number);
    names += length;
  }
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* `architecture`: the number that libseccomp and the kernel's audit use. */
static void filter_calls(filter *f, uint32_t architecture, sandbox_part part) {
  uint32_t self = (uint32_t)getpid();
  emit(f, LOAD(nr));
  emit(f, UNLESS(BPF_JGE, X32_BIT, 1));
  emit(f, ANSWER(REFUSED));
  refuse_all(f, architecture, denied);
  for (size_t i = 0; i < COUNT(denied_by_number); i++) refuse(f, denied_by_number[i]);
  for (size_t i = 0; architecture == SCMP_ARCH_X86 && i < COUNT(denied_by_number_i386); i++)
    refuse(f, denied_by_number_i386[i]);
  allow_only(f, number_of(architecture, "prlimit64"), 0, 0);
  if (part == SANDBOX_WORKER) { /* for the sandbox of a run */
    allow_only(f, number_of(architecture, "unshare"), 0, CLONE_NEWUSER);
  } else {
    refuse_all(f, architecture, denied_to_runs);
    refuse_writing(f, number_of(architecture, "open"), 1);
    refuse_writing(f, number_of(architecture, "openat"), 2);
    allow_only(f, number_of(architecture, "kill"), 0, self);
    allow_only(f, number_of(architecture, "tgkill"), 0, self);
  }
  emit(f, ANSWER(SECCOMP_RET_ALLOW));
}

bool sandbox_seccomp(sandbox_part part) {
  filter f = {.count = 0};
  emit(&f, LOAD(arch));
  emit(&f, UNLESS(BPF_JEQ, AUDIT_ARCH_X86_64, 1));
  unsigned short to_x86_64 = f.count;
  emit(&f, (struct sock_filter)BPF_STMT(BPF_JMP | BPF_JA, 0)); /* the distance is filled in below */
  emit(&f, UNLESS(BPF_JEQ, AUDIT_ARCH_I386, 1));
  emit(&f, (struct sock_filter)BPF_STMT(BPF_JMP | BPF_JA, 1));
  emit(&f, ANSWER(REFUSED));
  filter_calls(&f, SCMP_ARCH_X86, part);
  f.code[to_x86_64].k = f.count - to_x86_64 - 1u;
  filter_calls(&f, SCMP_ARCH_X86_64, part);
  struct sock_fprog program = {.len = f.count, .filter = f.code};
  return f.count < MOST_INSTRUCTIONS && !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

bool sandbox_has_seccomp(void) {
  return !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL) || errno == EFAULT;
}

/* ---- the sandbox of a run -------------------------------------------------------------------- */

enum { MOST_PROCESSES = 256 };

bool az_sandbox_enter(az_sandbox sandbox) {
  if (sandbox == AZ_SANDBOX_OFF) return true;
  if (!unshare(CLONE_NEWUSER)) process_limit(RLIMIT_NPROC, MOST_PROCESSES);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return sandbox != AZ_SANDBOX_STRICT;
  bool landlock = sandbox != AZ_SANDBOX_FILTER && sandbox_landlock(NULL),
       seccomp = sandbox_seccomp(SANDBOX_RUN);
  return sandbox != AZ_SANDBOX_STRICT || (landlock && seccomp);
}

const char *az_sandbox_name(az_sandbox sandbox) {
  if (sandbox == AZ_SANDBOX_OFF) return "none";
  bool seccomp = sandbox_has_seccomp();
  if (sandbox == AZ_SANDBOX_FILTER) return seccomp ? "seccomp" : "none";
  if (!seccomp) return sandbox_landlock_version() ? "landlock" : "none";
  return sandbox_landlock_version() ? "landlock+seccomp" : "seccomp";
}
