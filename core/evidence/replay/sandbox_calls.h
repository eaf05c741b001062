/* Private to core/evidence/replay: numbers of system calls, by architecture. */
#ifndef ANSATZ_REPLAY_SANDBOX_CALLS_H
#define ANSATZ_REPLAY_SANDBOX_CALLS_H

#include <stddef.h>
#include <stdint.h>

typedef struct sandbox_calls {
  const uint32_t *denied, *denied_to_runs; /* to all; to runs of the program only */
  size_t count, count_of_runs;
  uint32_t open, openat, kill, tgkill, prlimit, unshare; /* decided by their arguments */
} sandbox_calls;

extern const sandbox_calls sandbox_x86_64, sandbox_i386;

#endif
