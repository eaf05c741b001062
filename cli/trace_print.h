/* Prints counterexamples. */
#pragma once

#include "ansatz/trace.h"

/* Prints the trace with the text of the source lines. If the interpreter can follow the trace to
 * the check that fails, this includes branches, returned values, allocations and the names of all
 * objects. */
void az_cli_print_trace(const az_program *program, const az_trace *trace, FILE *out);
