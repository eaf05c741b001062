/* The invariants of a formula (ssa.h), which a checking build asserts after each build and each
 * extension. */
#ifndef AZ_SSA_CHECK_H
#define AZ_SSA_CHECK_H

#include "ssa/execute.h"

/* Returns the first breach, or NULL. */
const char *az_ssa_breach(const az_ssa *ssa);
/* In formulas with more terms, definitions are not searched for cycles: that would take as long as
 * building the formula. */
enum { AZ_SSA_CHECKED_TERMS = 200000 };

#endif
