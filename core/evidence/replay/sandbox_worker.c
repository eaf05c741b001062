/* The sandbox of the worker with its compilers, whose input may be crafted to take them over. It
 * lets them write only to the given paths, and prevents all communication, by three layers, each of
 * which may be missing (mount_namespaces(7), landlock(7), seccomp(2)):
 *
 * - a mount namespace in which everything is read-only but the given folders. An ordinary caller
 *   gets a separate user namespace for it; a privileged one loses most privileges, except those to
 *   read, since the superuser may verify another user's files;
 * - Landlock, as in the sandbox of a run;
 * - a seccomp filter: no sockets, no mounts, no kernel interfaces that a compiler does not need.
 *
 * Without a mount namespace, modes and times of the user's own files can be changed, since Landlock
 * does not restrict this. */
#define _GNU_SOURCE /* unshare */
#include "ansatz/allocate.h"
#include "ansatz/sandbox.h"
#include "replay/sandbox_layers.h"
#include <fcntl.h>
#include <limits.h>
#include <linux/capability.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- privileges ------------------------------------------------------------------------------ */

static bool write_text(const char *path, const char *text) {
  int fd = open(path, O_WRONLY | O_CLOEXEC);
  bool written = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
  if (fd >= 0) close(fd);
  return written;
}

/* Enters a user namespace whose only user is this one. */
static bool enter_own_users(void) {
  char users[64], groups[64];
  snprintf(users, sizeof users, "%u %u 1\n", geteuid(), geteuid());
  snprintf(groups, sizeof groups, "%u %u 1\n", getegid(), getegid());
  return !unshare(CLONE_NEWUSER | CLONE_NEWNS) && write_text("/proc/self/setgroups", "deny") &&
         write_text("/proc/self/uid_map", users) && write_text("/proc/self/gid_map", groups);
}

static void drop_privileges(void) {
  const uint32_t kept = 1u << CAP_DAC_OVERRIDE | 1u << CAP_DAC_READ_SEARCH;
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct data[2] = {{0}};
  for (int c = 0; c <= CAP_LAST_CAP; c++)
    if (c >= 32 || !(kept >> c & 1)) prctl(PR_CAPBSET_DROP, c, 0, 0, 0);
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  if (syscall(SYS_capget, &header, data)) return;
  data[0].effective &= kept;
  data[0].permitted &= kept;
  data[0].inheritable = 0;
  data[1] = (struct __user_cap_data_struct){0};
  syscall(SYS_capset, &header, data);
}

/* ---- mounts ---------------------------------------------------------------------------------- */

enum { MOUNT_SETATTR = 442, RECURSIVELY = 0x8000 };

/* The argument of mount_setattr, which older systems' headers lack. */
typedef struct mount_attributes {
  uint64_t set, clear, propagation, user_namespace;
} mount_attributes;

static bool set_read_only(const char *path, bool read_only) {
  mount_attributes a = {.set = read_only, .clear = !read_only}; /* MOUNT_ATTR_RDONLY is 1 */
  return !syscall(MOUNT_SETATTR, AT_FDCWD, path, read_only ? RECURSIVELY : 0, &a, sizeof a);
}

/* Returns whether the n-th writable path is in a folder that is writable as a whole. */
static bool is_covered(const char *const *writable, size_t n) {
  bool covered = false;
  for (size_t i = 0; writable[i] && !covered; i++) {
    size_t length = strlen(writable[i]);
    bool below = !strncmp(writable[n], writable[i], length) && writable[n][length] == '/';
    covered = below || (i < n && !strcmp(writable[n], writable[i])) || (i != n && length == 1);
  }
  return covered;
}

/* Returns whether the n-th writable path needs a mount; pipes and devices do not. */
static bool is_mounted(const char *const *writable, size_t n) {
  struct stat st;
  return !stat(writable[n], &st) && (S_ISREG(st.st_mode) || S_ISDIR(st.st_mode)) &&
         !is_covered(writable, n);
}

static bool clear_read_only(const char *const *writable) {
  bool done = true;
  for (size_t i = 0; writable[i]; i++)
    done = (!is_mounted(writable, i) || set_read_only(writable[i], false)) && done;
  return done;
}

/* Takes absolute paths, since "." still leads to the folder under a mount on the working folder. */
static bool make_read_only(const char *const *writable) {
  char here[PATH_MAX];
  bool somewhere = getcwd(here, sizeof here) != NULL;
  bool done = !mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL);
  for (size_t i = 0; done && writable[i]; i++)
    done = !is_mounted(writable, i) || !mount(writable[i], writable[i], NULL, MS_BIND, NULL);
  done = done && set_read_only("/", true) && clear_read_only(writable);
  /* The working folder may be below one of the mounts, so it is looked up again. */
  return done && (!somewhere || !chdir(here));
}

/* A privileged process gets no user namespace: there, it could not read other users' files. */
static bool enter_namespaces(const char *const *writable) {
  bool privileged = !unshare(CLONE_NEWNS);
  if (!privileged && !enter_own_users()) return false;
  bool confined = make_read_only(writable);
  if (privileged) drop_privileges();
  return confined;
}

enum { MOST_WRITABLE = 64 };

/* ---- all ------------------------------------------------------------------------------------- */

static const char *const names[] = {
    "none",    "namespaces",         "landlock",         "namespaces+landlock",
    "seccomp", "namespaces+seccomp", "landlock+seccomp", "namespaces+landlock+seccomp"};

const char *az_sandbox_enter_worker(az_sandbox sandbox, unsigned layers,
                                    const char *const *writable) {
  if (sandbox == AZ_SANDBOX_OFF) return names[0];
  if (sandbox == AZ_SANDBOX_FILTER) layers &= ~(unsigned)AZ_SANDBOX_LANDLOCK;
  unsigned entered = 0;
  const char *paths[MOST_WRITABLE + 2] = {"/dev/null"};
  for (size_t i = 0; writable[i]; i++)
    if (i == MOST_WRITABLE || !(paths[i + 1] = realpath(writable[i], NULL))) return NULL;
  if ((layers & AZ_SANDBOX_NAMESPACES) && enter_namespaces(paths + 1))
    entered |= AZ_SANDBOX_NAMESPACES;
  if (!prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) {
    if ((layers & AZ_SANDBOX_LANDLOCK) && sandbox_landlock(paths)) entered |= AZ_SANDBOX_LANDLOCK;
    if ((layers & AZ_SANDBOX_SECCOMP) && sandbox_seccomp(SANDBOX_WORKER))
      entered |= AZ_SANDBOX_SECCOMP;
  }
  const unsigned files = AZ_SANDBOX_NAMESPACES | AZ_SANDBOX_LANDLOCK;
  bool strong = (entered & files) && (entered & AZ_SANDBOX_SECCOMP);
  const char *name = sandbox == AZ_SANDBOX_STRICT && !strong ? NULL : names[entered];
  for (size_t i = 1; paths[i]; i++) {
    /* A namespace without some of its mounts may forbid accesses that are needed. */
    if (access(paths[i], W_OK)) name = NULL;
    az_free(paths[i]);
  }
  return name;
}

const char *az_sandbox_worker_name(az_sandbox sandbox) {
  const char *const nothing[] = {NULL};
  pid_t pid = fork();
  if (!pid) {
    const char *name = az_sandbox_enter_worker(sandbox, AZ_SANDBOX_ALL, nothing);
    int which = 0;
    while (name && strcmp(names[which], name)) which++;
    _exit(which);
  }
  int status = 0;
  bool known = pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status);
  return names[known ? WEXITSTATUS(status) & 7 : 0];
}
