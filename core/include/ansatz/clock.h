/* Clocks for deadlines and shares of time. In a run, they show the work that was done, so that
 * decisions do not depend on the machine or on its load (docs/determinism.md). */
#ifndef ANSATZ_CLOCK_H
#define ANSATZ_CLOCK_H

#include "ansatz/linkage.h"
#include <stdbool.h>
#include <stdint.h>

AZ_BEGIN_C

/* The work of one run: terms built, gates, steps of the solver, statements executed. One unit is
 * about a microsecond of a machine of 2024. */
typedef struct az_work {
  uint64_t thousandths; /* thousandths of a unit, so far */
  bool is_budget;       /* the clocks depend on the work alone, but for the limit */
  /* The CPU time at which the run ends itself; 0: never. Under a budget the clocks leap beyond
   * every deadline there; else they show `cpu_end` there. */
  double cpu_end;
  bool cut;         /* under a budget: the clocks have leapt */
  double cpu, wall; /* the CPU time that was last read, and when */
} az_work;

#define AZ_WORK_UNIT 1000         /* thousandths */
#define AZ_WORK_SECOND 1000000000 /* thousandths of the work that a machine does in a second */
#define AZ_UNITS_OF_SECOND (AZ_WORK_SECOND / AZ_WORK_UNIT)

/* Each function accepts NULL: it then reads the CPU time, and counts no work.
 *
 * The clocks of a run show its work, a second for a million units. Without a budget they are held
 * within bounds of the CPU time, as some work is not counted. */
/* Returns the seconds of deadlines and shares: work or, without a run, CPU seconds of this process
 * and of the children that it has waited for. */
double az_clock(az_work *work);
/* Returns seconds for reports: CPU seconds or, under a budget, work. */
double az_stopwatch(az_work *work);
double az_wall_clock(void); /* CLOCK_MONOTONIC, in seconds */
/* Attaches the counter of the work of the store's users, which outlives the store; NULL: none. */
struct az_store;
void az_store_set_work(struct az_store *store, az_work *work);
az_work *az_store_work(const struct az_store *store);
static inline void az_work_add(az_work *work, uint64_t thousandths) {
  if (work) work->thousandths += thousandths;
}

AZ_END_C
#endif
