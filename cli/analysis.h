/* Abstract interpretation by itself: no solver checks what comes out, and no verdict is given. */
#ifndef ANSATZ_CLI_ANALYSIS_H
#define ANSATZ_CLI_ANALYSIS_H

#include "cli/task_options.h"

/* `show equations`. Exit status; errors were printed. */
int az_show_equations(const az_program *p, az_registry *registry, const az_task_options *o,
                      FILE *out);
/* `show analysis`: the state at each point, behind each assignment, too; with --iterates also what
 * was computed on the way. */
int az_show_analysis(const az_program *p, az_registry *registry, const az_task_options *o,
                     FILE *out);
/* `verify --no-check`: the claims at each loop head. */
int az_print_unchecked(const az_program *p, az_registry *registry, const az_task_options *o,
                       FILE *out);

#endif
