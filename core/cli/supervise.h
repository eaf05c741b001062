/* A worker process with a CPU limit for its whole tree: whatever a back end does (exit, abort,
 * print, hang), the user gets a verdict. */
#ifndef ANSATZ_CLI_SUPERVISE_H
#define ANSATZ_CLI_SUPERVISE_H

#include <stdio.h>

/* Runs `work` in a child whose stdout is not the user's: it prints its result to `out` and answers
 * the exit status. `status` (one line, replaced by the next) says how far it is:
 * az_supervise_status. Afterwards the result is printed on stdout and its exit status returned. If
 * the child does not live to its end, `lost` prints what is to be said instead and answers the exit
 * status: `why` is "timeout", "out of memory", or what killed it; `so_far` is the last status or
 * "". */
typedef struct az_supervised {
  double cpu_seconds; /* 0: no limit */
  int (*work)(void *ctx, FILE *out);
  int (*lost)(void *ctx, const char *why, const char *so_far);
  void *ctx;
} az_supervised;
int az_supervise(const az_supervised *job);
void az_supervise_status(const char *line);

/* A temporary folder of this run and its removal with all that is in it. NULL: errno says why. */
char *az_work_folder(void);
void az_remove_folder(const char *path);

#endif
