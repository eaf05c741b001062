/* Clocks for deadlines and shares of time. In a run, they count the work done instead of time, so
 * that decisions depend neither on the machine nor on its load (docs/determinism.md). */
#ifndef ANSATZ_CLOCK_H
#define ANSATZ_CLOCK_H

#include "ansatz/linkage.h"
#include <stdbool.h>
#include <stdint.h>

AZ_BEGIN_C

/* The work of one run: terms built, gates, steps of the solver, statements executed. One unit takes
 * about a microsecond on a machine of 2024. */
typedef struct az_work {
  uint64_t thousandths; /* thousandths of a unit, so far */
  bool is_budget;       /* the clocks depend on the work alone, until `cpu_end` */
  /* The CPU time at which the run ends itself; 0: never. At that time, the clocks show `cpu_end`
   * or, under a budget, leap beyond every deadline. */
  double cpu_end;
  bool cut;         /* under a budget: the clocks have leapt */
  double cpu, wall; /* the CPU time, and the wall-clock time, when the CPU time was last read */
} az_work;

#define AZ_WORK_UNIT 1000         /* thousandths */
#define AZ_WORK_SECOND 1000000000 /* thousandths of the work that a machine does in a second */
#define AZ_UNITS_OF_SECOND (AZ_WORK_SECOND / AZ_WORK_UNIT)

/* Each function accepts NULL, for which it returns the CPU time and counts no work.
 *
 * The clocks of a run show its work, one second per million units. As some work is not counted,
 * these clocks are kept within bounds of the CPU time, except under a budget. */
/* Returns the time in which deadlines and shares are given: work in seconds or, without a run, CPU
 * seconds of this process and of the children that it has waited for. */
double az_clock(az_work *work);
/* Returns seconds for reports: CPU seconds or, under a budget, work. */
double az_stopwatch(az_work *work);
double az_wall_clock(void); /* CLOCK_MONOTONIC, in seconds */
/* Attaches a counter (NULL: none) for the work of the store's users. It must outlive the store. */
struct az_store;
void az_store_set_work(struct az_store *store, az_work *work);
az_work *az_store_work(const struct az_store *store);
static inline void az_work_add(az_work *work, uint64_t thousandths) {
  if (work) work->thousandths += thousandths;
}

AZ_END_C
#endif
