/* Sandboxes. A run of the program under verification may read files, compute, and report its end.
 * The worker, with the compilers that it runs, processes possibly crafted input; it writes only to
 * designated files. */
#ifndef ANSATZ_SANDBOX_H
#define ANSATZ_SANDBOX_H

#include "ansatz/linkage.h"
#include <stdbool.h>

AZ_BEGIN_C

typedef enum az_sandbox {
  AZ_SANDBOX_AUTO,   /* the strongest that the kernel supports */
  AZ_SANDBOX_STRICT, /* Landlock (for the worker, a mount namespace will do) and a system-call
                        filter, or an error */
  AZ_SANDBOX_OFF,
  AZ_SANDBOX_FILTER /* the filter alone, as on a kernel without Landlock */
} az_sandbox;

/* Confines this process and everything that it executes; only for a process with one thread.
 * Returns false if the requested degree is not available. */
bool az_sandbox_enter(az_sandbox sandbox);
/* Returns the layers that az_sandbox_enter would use: "landlock+seccomp", "seccomp" or "none". */
const char *az_sandbox_name(az_sandbox sandbox);

enum {
  AZ_SANDBOX_NAMESPACES = 1,
  AZ_SANDBOX_LANDLOCK = 2,
  AZ_SANDBOX_SECCOMP = 4,
  AZ_SANDBOX_ALL = 7
};
/* Confines the worker: this process, with one thread, and its descendants write only to the given
 * files and folders (NULL-terminated; they exist), and have no network. `layers`: the layers that
 * may be used. Returns the layers in use, such as "namespaces+landlock+seccomp"; NULL if the
 * requested degree is not available. */
const char *az_sandbox_enter_worker(az_sandbox sandbox, unsigned layers,
                                    const char *const *writable);
/* Returns the layers that az_sandbox_enter_worker would use; a separate process tries them. */
const char *az_sandbox_worker_name(az_sandbox sandbox);

AZ_END_C
#endif
