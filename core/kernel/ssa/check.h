/* The invariants of a formula (ssa.h), as a checking build asserts them after each build and each
 * extension. */
#ifndef AZ_SSA_CHECK_H
#define AZ_SSA_CHECK_H

#include "ssa/execute.h"

/* The first breach, or NULL. */
const char *az_ssa_breach(const az_ssa *ssa);
/* Larger formulas take as long to check as to build: only their parts are checked, not the cones of
 * their definitions. */
enum { AZ_SSA_CHECKED_TERMS = 200000 };

#endif
