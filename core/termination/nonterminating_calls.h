/* See nonterminating_calls.c. */
#ifndef AZ_TERMINATION_ENDLESS_CALLS_H
#define AZ_TERMINATION_ENDLESS_CALLS_H

#include "ansatz/program.h"

/* Rewrites the program, whose functions, blocks and statements are its own, for the recursion that
 * the function is part of, as nonterminating_calls.c describes. Returns false if that is
 * impossible, when the program is of no use, or on an error. */
bool az_program_forget_callers(az_program *p, uint32_t function, az_error *err);

#endif
