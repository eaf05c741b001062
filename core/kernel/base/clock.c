/* The clock for deadlines (CLOCK_MONOTONIC) and the CPU time for limits (getrusage). */
#include "ansatz/clock.h"
#include <sys/resource.h>
#include <time.h>

double az_clock(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double seconds_of(const struct timeval *t) {
  return (double)t->tv_sec + (double)t->tv_usec * 1e-6;
}

double az_cpu(void) {
  double sum = 0;
  for (int i = 0; i < 2; i++) {
    struct rusage usage;
    if (getrusage(i ? RUSAGE_CHILDREN : RUSAGE_SELF, &usage) == 0)
      sum += seconds_of(&usage.ru_utime) + seconds_of(&usage.ru_stime);
  }
  return sum;
}
