/* The clock for deadlines (CLOCK_MONOTONIC) and the CPU time for limits (getrusage). Under a budget
 * of work, the work of the run replaces both. */
#include "ansatz/clock.h"
#include <sys/resource.h>
#include <time.h>

static double seconds_of(const struct timeval *t) {
  return (double)t->tv_sec + (double)t->tv_usec * 1e-6;
}

static double machine_cpu(void) {
  double sum = 0;
  for (int i = 0; i < 2; i++) {
    struct rusage usage;
    if (getrusage(i ? RUSAGE_CHILDREN : RUSAGE_SELF, &usage) == 0)
      sum += seconds_of(&usage.ru_utime) + seconds_of(&usage.ru_stime);
  }
  return sum;
}

/* Returns the work in seconds. Only some of the calls compare the CPU time with its limit, as that
 * costs a system call. */
static double seconds_of_work(az_work *w) {
  enum { READINGS = 64, BETWEEN = AZ_WORK_SECOND / 100 };
  const double leap = 1e12; /* cli/report.c subtracts it */
  if (w->cpu_end > 0 && !w->cut &&
      (++w->looks % READINGS == 0 || w->thousandths - w->looked > BETWEEN)) {
    w->looked = w->thousandths;
    w->cut = machine_cpu() >= w->cpu_end;
  }
  return (w->cut ? leap : 0) + (double)w->thousandths / AZ_WORK_SECOND;
}

double az_clock(az_work *w) {
  if (w && w->is_time) return seconds_of_work(w);
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double az_cpu(az_work *w) {
  return w && w->is_time ? seconds_of_work(w) : machine_cpu();
}
