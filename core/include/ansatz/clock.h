/* Clocks for deadlines and shares of time. They show seconds of the machine or, under a budget, the
 * work that was done (docs/determinism.md): then no decision depends on the machine. */
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
  bool is_time;         /* under a budget: the clocks show the work, a second for a million units */
  /* The CPU limit as a safety net: at this CPU time of the machine the clocks leap beyond every
   * deadline; 0: never. */
  double cpu_end;
  bool cut; /* the clocks have leapt */
  uint32_t looks;
  uint64_t looked; /* thousandths when the CPU time was last compared with `cpu_end` */
} az_work;

#define AZ_WORK_UNIT 1000         /* thousandths */
#define AZ_WORK_SECOND 1000000000 /* thousandths of the work that a machine does in a second */
#define AZ_UNITS_OF_SECOND (AZ_WORK_SECOND / AZ_WORK_UNIT)

/* Each function accepts NULL: it then uses the machine's clocks, and counts no work. */
double az_clock(az_work *work); /* seconds for deadlines: CLOCK_MONOTONIC, or work */
/* Returns CPU seconds of this process and of the children it has waited for, or work. */
double az_cpu(az_work *work);
/* Attaches the counter of the work of the store's users, which outlives the store; NULL: none. */
struct az_store;
void az_store_set_work(struct az_store *store, az_work *work);
az_work *az_store_work(const struct az_store *store);
static inline void az_work_add(az_work *work, uint64_t thousandths) {
  if (work) work->thousandths += thousandths;
}

AZ_END_C
#endif
