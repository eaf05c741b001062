/* Assertions. assert() is for conditions that cost a comparison; AZ_CHECK() for those that cost a
 * loop or a search, only in a checking build (CMake: ANSATZ_CHECK), as are checkers between passes.
 * Both state the design; an error of user, module or machine is an az_error instead. */
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
