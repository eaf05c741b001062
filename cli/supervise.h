/* A worker process with limits for its whole tree: whatever the program under verification, a
 * compiler or a back end does (exit, abort, print, hang, start processes), the user gets a verdict
 * and nothing is left behind. */
#ifndef ANSATZ_CLI_SUPERVISE_H
#define ANSATZ_CLI_SUPERVISE_H

#include "ansatz/sandbox.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Why there is no result. */
typedef struct az_loss {
  const char *why;    /* "timeout", "out of memory: ...", or what ended the worker */
  const char *status; /* az_supervise_status: the last one, or "" */
  const char *so_far; /* az_supervise_so_far: the last one, or "" */
  bool fault; /* it says nothing about the input: the machine or somebody else is the cause */
} az_loss;

/* Runs `work` in a child whose stdout is not the user's: it prints its result to `out` and answers
 * the exit status. The limits (0: none) are those of the child and of all processes that it starts,
 * together. Afterwards the result is printed on stdout and its exit status returned. If the child
 * does not live to its end, `lost` prints what is to be said instead and answers the exit status.
 * `folder` is a temporary folder while it lasts. A signal that asks this process to end (SIGINT,
 * SIGTERM, SIGHUP, SIGQUIT) does so when everything is cleaned up. */
typedef struct az_supervised {
  double cpu_seconds, wall_seconds;
  uint64_t memory; /* bytes, resident */
  int (*work)(void *ctx, FILE *out);
  int (*lost)(void *ctx, const az_loss *loss);
  void *ctx;
  const char **folder; /* its path is put here for `work` */
  az_sandbox sandbox;
  const char *const *writable; /* what `work` writes to beside the folder; NULL behind the last */
  const char **confined;       /* what the worker is confined by is put here for `work` */
} az_supervised;
int az_supervise(const az_supervised *job);
/* For `work`: the machine and not the input is the cause that there is no result. Answers the
 * status to return. */
int az_supervise_fault(const char *why);
/* What the work is about to do, one line, replaced by the next. It costs next to nothing. */
void az_supervise_status(const char *line);
/* What is known by now, replaced by the next. */
void az_supervise_so_far(const char *text);

#endif
