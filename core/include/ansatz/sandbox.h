/* What keeps a run of the program under verification from doing harm: it may read files and
 * compute, and say how it ended. */
#ifndef ANSATZ_SANDBOX_H
#define ANSATZ_SANDBOX_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum az_sandbox {
  AZ_SANDBOX_AUTO,   /* the strongest that the kernel has */
  AZ_SANDBOX_STRICT, /* Landlock and a filter of system calls, or no run */
  AZ_SANDBOX_OFF,
  AZ_SANDBOX_FILTER /* as on a kernel without Landlock */
} az_sandbox;

/* Confines this process, and what it will execute; only for a process with one thread. False: not
 * to the degree that is asked for. */
bool az_sandbox_enter(az_sandbox sandbox);
/* What that does here, without doing it: "landlock+seccomp", "seccomp" or "none". */
const char *az_sandbox_name(az_sandbox sandbox);

#ifdef __cplusplus
}
#endif
#endif
