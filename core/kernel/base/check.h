/* Assertions. assert() is for cheap conditions. AZ_CHECK() is for those that need a loop or a
 * search; like the checkers between passes, it exists only in a checking build (CMake:
 * ANSATZ_CHECK). Both state invariants; errors of user, module or machine are reported as an
 * az_error. */
#pragma once

#include <assert.h>

#ifdef ANSATZ_CHECK
#ifdef NDEBUG
#error "a checking build has assertions"
#endif
#define AZ_CHECK(holds) assert(holds)
#else
#define AZ_CHECK(holds) ((void)0)
#endif
