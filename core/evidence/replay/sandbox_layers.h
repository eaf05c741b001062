/* Private to core/evidence/replay: the layers of a sandbox, for the process that calls
 * (landlock(7), seccomp(2)). */
#ifndef ANSATZ_REPLAY_SANDBOX_LAYERS_H
#define ANSATZ_REPLAY_SANDBOX_LAYERS_H

#include <stdbool.h>

typedef enum sandbox_part {
  SANDBOX_RUN,   /* the program under verification: it writes nothing */
  SANDBOX_WORKER /* the worker and its compilers: they write where they may, and start runs */
} sandbox_part;

/* The version of Landlock; 0: there is none. */
int sandbox_landlock_version(void);
/* Nothing on the file system is written, made or removed but below the paths (NULL: nothing), no
 * TCP, no signals to processes outside. */
bool sandbox_landlock(const char *const *writable);
bool sandbox_seccomp(sandbox_part part);
bool sandbox_has_seccomp(void);

#endif
