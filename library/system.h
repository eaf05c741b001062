/* The parts that models of system calls share. No counterexample chooses their answers. */
#pragma once

#include "contract.h"

/* Returns whether the call fails. */
static inline _Bool fails(void) {
  if (!__ansatz_fails()) return 0;
  __ansatz_sets_errno();
  return 1;
}

/* Returns a number that is -1, or at least 0 and at most `most`. */
static inline int answer(int most) {
  int n = __ansatz_choice();
  __ansatz_assume(n >= -1 && n <= most);
  if (n < 0) __ansatz_sets_errno();
  return n;
}

static inline int descriptor(void) {
  return answer((int)(~0u >> 1));
}

/* A call that changes what a descriptor stands for, or sends something there. A descriptor may have
 * been open when the program started, but not a negative one. */
static inline int change(int fd) {
  if (fd >= 0) return -fails();
  __ansatz_fails_with(EBADF);
  return -1;
}
