/* The clock of a run, which counts its work, and the clocks of the machine: CLOCK_MONOTONIC, and
 * the CPU time that getrusage reports. */
#include "ansatz/clock.h"
#include <math.h>
#include <sys/resource.h>
#include <time.h>

static double seconds_of(const struct timeval *t) {
  return (double)t->tv_sec + (double)t->tv_usec * 1e-6;
}

double az_wall_clock(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
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

/* Returns the work in seconds or, if it is not between c/2 - s and 2c + s, the nearer bound, where
 * c is the CPU time and s is `slack`. Both bounds meet at the CPU limit, so that a run uses all of
 * its time and no more. Between them, the clock depends on the work alone. */
static double work_within(double work, double c, double end) {
  const double most = 0.1;
  double slack = end > 0 && end < 10 * most ? end / 10 : most;
  double least = c / 2 - slack, greatest = 2 * c + slack;
  if (end > 0) {
    least = fmax(least, end - 2 * (end - c));
    greatest = fmin(greatest, end - (end - c) / 2);
  }
  return fmax(fmin(work, greatest), fmax(least, 0));
}

static double seconds_of_work(az_work *w) {
  const double between = 0.002; /* reading the CPU time costs a system call */
  const double leap = 1e12;     /* cli/report.c subtracts it */
  const double work = (double)w->thousandths / AZ_WORK_SECOND, now = az_wall_clock();
  if (now - w->wall > between) {
    w->wall = now;
    w->cpu = machine_cpu();
  }
  if (!w->is_budget) return work_within(work, w->cpu, w->cpu_end);
  w->cut |= w->cpu_end > 0 && w->cpu >= w->cpu_end;
  return work + (w->cut ? leap : 0);
}

double az_clock(az_work *w) {
  return w ? seconds_of_work(w) : machine_cpu();
}

double az_stopwatch(az_work *w) {
  return w && w->is_budget ? seconds_of_work(w) : machine_cpu();
}
