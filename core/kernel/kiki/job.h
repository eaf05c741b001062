/* Jobs: whatever a verification does in turns. The base case, induction and invariants of one run,
 * the runs of a configuration, rankings and non-termination, and the properties of a task are jobs;
 * schedule.c decides whose turn it is, gives it a budget, and ends it. */
#ifndef AZ_KIKI_JOB_H
#define AZ_KIKI_JOB_H

#include <stdbool.h>
#include <stddef.h>

/* What a turn leaves. */
typedef enum az_job_state {
  AZ_JOB_MORE,    /* there is more to do (at the same k) */
  AZ_JOB_STALLED, /* likewise, but the budget was too small: another job goes first */
  AZ_JOB_NEXT_K,  /* nothing more can be learnt at this k */
  AZ_JOB_DONE,    /* no further turn would help, for want of anything to do or by a verdict */
} az_job_state;

/* One turn, which ends by itself at `cpu_end` (az_cpu(); 0: it has no end). */
typedef az_job_state az_job_turn(void *self, double cpu_end);

/* One of several jobs that follow each other, each with a share of the time that is left when its
 * turn comes. A job may have several slots, and goes on in the later ones where it was. */
typedef struct az_slot {
  const char *name; /* in the log */
  az_job_turn *turn;
  void *self;
  double share;     /* of the time left; from 1 on: all of it */
  double unlimited; /* seconds of the turn where the whole has no limit, times `share`; 0: no end */
  double margin;    /* behind it, the next slot has its turn only if so much time is left;
                       -HUGE_VAL: in any case */
} az_slot;

#endif
