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
#define _GNU_SOURCE /* unshare */
#include "ansatz/sandbox.h"
#include "replay/process.h"
#include "replay/sandbox_layers.h"
#include <sched.h>
#include <sys/prctl.h>

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
