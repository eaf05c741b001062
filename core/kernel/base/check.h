/* Assertions. assert() is for cheap conditions; AZ_CHECK(), for those that take a loop or a search,
 * exists only in a checking build (CMake: ANSATZ_CHECK), as do the checkers between passes. Both
 * state invariants; errors of user, module or machine are an az_error instead. */
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
