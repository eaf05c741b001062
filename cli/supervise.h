/* A worker process with limits for its whole process tree. Whatever the program under verification,
 * a compiler or a back end does (exit, abort, print, hang, start processes), the user gets a
 * verdict, and no process or file is left behind. */
#ifndef ANSATZ_CLI_SUPERVISE_H
#define ANSATZ_CLI_SUPERVISE_H

#include "ansatz/sandbox.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* The reason why there is no result. */
typedef struct az_loss {
  const char *why;    /* "timeout", "out of memory: ...", or the worker's end */
  const char *status; /* the last az_supervise_status, or "" */
  const char *so_far; /* the last az_supervise_so_far, or "" */
  bool fault;         /* the cause is the machine or its other users, not the input */
} az_loss;

/* Runs `work` in a child whose stdout is not the user's: it prints its result to `out` and returns
 * the exit status. The limits (0: none) apply to the child and all processes that it starts,
 * together. Then prints the result on stdout and returns its exit status. If the child does not
 * reach its end, `lost` prints the output instead and returns the exit status. `folder` is a
 * temporary folder for the time of the run. A signal that asks this process to end (SIGINT,
 * SIGTERM, SIGHUP, SIGQUIT) takes effect after cleaning up. */
/* The reason for `unknown` after a CPU limit of this many seconds. */
#define AZ_TIMEOUT_FORMAT "timeout: %g s of CPU"

typedef struct az_supervised {
  double cpu_seconds, wall_seconds;
  uint64_t memory; /* bytes, resident */
  int (*work)(void *ctx, FILE *out);
  int (*lost)(void *ctx, const az_loss *loss);
  void *ctx;
  const char **folder; /* receives the path of the folder, for `work` */
  az_sandbox sandbox;
  const char *const *writable; /* other paths that `work` may write; NULL after the last */
  const char **confined;       /* receives the names of the worker's sandbox layers */
} az_supervised;
int az_supervise(const az_supervised *job);
/* Called by `work` if there is no result and the machine, not the input, is the cause. Returns the
 * exit status. */
int az_supervise_fault(const char *why);
/* Reports the next step of the work, as a line that replaces the previous one. Costs almost
 * nothing. */
void az_supervise_status(const char *line);
/* Reports the results so far, which replace the previous ones. */
void az_supervise_so_far(const char *text);

#endif
