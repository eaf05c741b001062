/* Included before every unit test. Check tells the parent process of each assertion that holds, by
 * a write to a pipe, so that it knows the last one before a crash. Tests with millions of
 * assertions spend most of their time on it: a failed assertion names its line all the same, and a
 * crash the test. */
#ifndef ANSATZ_QUICK_CHECK_H
#define ANSATZ_QUICK_CHECK_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* some tests need what it declares, and are included behind this */
#endif
#include <check.h>

#define _mark_point(file, line) ((void)0)

/* How many random cases a test has: a sixth of those under AddressSanitizer, which takes four
 * times as long and is there for errors of memory, which each case shows alike. */
#if defined __SANITIZE_ADDRESS__
#define CASES(n) (((n) + 5) / 6)
#else
#define CASES(n) (n)
#endif

#endif
