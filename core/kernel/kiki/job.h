/* Jobs: the parts of a verification that work in turns. The base case, induction and invariants of
 * one run, the runs of a configuration, rankings and non-termination, and the properties of a task
 * are jobs; schedule.c decides which one has the next turn, gives it a budget, and ends it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The state of a job after a turn. */
typedef enum az_job_state {
  AZ_JOB_MORE,    /* there is more to do (at the same k) */
  AZ_JOB_STALLED, /* more to do, but the budget was too small: another job has its turn first */
  AZ_JOB_NEXT_K,  /* everything was tried at this k */
  AZ_JOB_DONE,    /* no further turn would help: there is nothing left to do, or a verdict */
} az_job_state;

/* Takes one turn, which ends by itself at `cpu_end` (az_clock(); 0: no limit). */
typedef az_job_state az_job_turn(void *self, double cpu_end);

/* A slot in a sequence of jobs: a job with a share of the time that is left when its turn comes. A
 * job may have several slots: each later slot continues the job. */
typedef struct az_slot {
  const char *name; /* in the log */
  az_job_turn *turn;
  void *self;
  double share; /* of the time left, not negative; 1 or more: all of it */
  /* If there is no limit for the sequence: this many seconds, times `share`; 0: no limit. */
  double unlimited;
  double margin; /* the next slot has its turn only if this much time is left; -HUGE_VAL: always */
} az_slot;
