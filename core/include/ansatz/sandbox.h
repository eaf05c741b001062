/* What keeps a run of the program under verification from doing harm: it may read files and
 * compute, and say how it ended. The worker and its compilers, which read what may be crafted, are
 * confined, too: they write where they were told to. */
#ifndef ANSATZ_SANDBOX_H
#define ANSATZ_SANDBOX_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum az_sandbox {
  AZ_SANDBOX_AUTO,   /* the strongest that the kernel has */
  AZ_SANDBOX_STRICT, /* Landlock (for the worker, a mount namespace will do) and a filter of system
                      * calls, or no run */
  AZ_SANDBOX_OFF,
  AZ_SANDBOX_FILTER /* as on a kernel without Landlock */
} az_sandbox;

/* Confines this process, and what it will execute; only for a process with one thread. False: not
 * to the degree that is asked for. */
bool az_sandbox_enter(az_sandbox sandbox);
/* What that does here, without doing it: "landlock+seccomp", "seccomp" or "none". */
const char *az_sandbox_name(az_sandbox sandbox);

enum {
  AZ_SANDBOX_NAMESPACES = 1,
  AZ_SANDBOX_LANDLOCK = 2,
  AZ_SANDBOX_SECCOMP = 4,
  AZ_SANDBOX_ALL = 7
};
/* Confines the worker: this process, with one thread, and all that it starts write to nothing but
 * the files and folders given (NULL behind the last; they exist), and have no network. `layers`: of
 * these at most. What was entered, such as "namespaces+landlock+seccomp"; NULL: not to the degree
 * that is asked for. */
const char *az_sandbox_enter_worker(az_sandbox sandbox, unsigned layers,
                                    const char *const *writable);
/* What that is here; tried in a process of its own. */
const char *az_sandbox_worker_name(az_sandbox sandbox);

#ifdef __cplusplus
}
#endif
#endif
