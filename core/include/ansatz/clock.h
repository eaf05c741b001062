/* Clocks for deadlines and time limits. */
#ifndef ANSATZ_CLOCK_H
#define ANSATZ_CLOCK_H

#ifdef __cplusplus
extern "C" {
#endif

double az_clock(void); /* seconds of CLOCK_MONOTONIC; deadlines are given in these */
double az_cpu(void);   /* CPU seconds of this process and of the children it has waited for */

#ifdef __cplusplus
}
#endif
#endif
