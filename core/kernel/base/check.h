/* Assertions. assert() is for what costs a comparison; AZ_CHECK() for what costs a loop or a
 * search, in a checking build only (CMake: ANSATZ_CHECK), as are whole checkers between passes.
 * Both state the design: an error of the user, of a module or of the machine is an az_error
 * instead. */
#ifndef AZ_BASE_CHECK_H
#define AZ_BASE_CHECK_H

#include <assert.h>

#ifdef ANSATZ_CHECK
#ifdef NDEBUG
#error "a checking build has assertions"
#endif
#define AZ_CHECK(holds) assert(holds)
#else
#define AZ_CHECK(holds) ((void)0)
#endif

#endif
