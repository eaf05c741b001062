/* Abstract interpretation alone: no solver checks the result, and there is no verdict. */
#ifndef ANSATZ_CLI_ANALYSIS_H
#define ANSATZ_CLI_ANALYSIS_H

#include "cli/task_options.h"

/* `show equations`. Returns the exit status; errors have been printed. */
int az_show_equations(const az_program *p, az_registry *registry, const az_task_options *o,
                      FILE *out);
/* `show analysis`: prints the states at loop heads and after each assignment; with --iterates also
 * the iterates. */
int az_show_analysis(const az_program *p, az_registry *registry, const az_task_options *o,
                     FILE *out);
/* `verify --no-check`: prints the claims at each loop head. */
int az_print_unchecked(const az_program *p, az_registry *registry, const az_task_options *o,
                       FILE *out);

#endif
