/* Private to core/evidence/replay: the layers of a sandbox, each for the calling process
 * (landlock(7), seccomp(2)). */
#pragma once

#include <stdbool.h>

typedef enum sandbox_part {
  SANDBOX_RUN,   /* the program under verification: it writes nothing */
  SANDBOX_WORKER /* the worker and its compilers: they write to given paths and start runs */
} sandbox_part;

/* Returns the version of Landlock, or 0 if the kernel has none. */
int sandbox_landlock_version(void);
/* Forbids writing, creating or removing files except below the paths (NULL: everywhere), TCP, and
 * signals to processes outside. */
bool sandbox_landlock(const char *const *writable);
bool sandbox_seccomp(sandbox_part part);
bool sandbox_has_seccomp(void);
