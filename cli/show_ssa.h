/* `show ssa`: a formula as definitions of variables, in the order of execution. */
#ifndef AZ_CLI_SHOW_SSA_H
#define AZ_CLI_SHOW_SSA_H

#include "cutpoint/cutpoint.h"

/* With `cuts`, prints at each loop head the variables that the loop changes; NULL: omits them. */
void az_ssa_print(const az_ssa *ssa, const az_cuts *cuts, FILE *out);

#endif
