/* Private to core/evidence/replay/runtime: C that is compiled to bitcode when Ansatz is built, and
 * linked into programs that run. It makes system calls directly, since the program may define any
 * function of the C library. For the same reason, its names are not C identifiers. */
#pragma once

#include "replay/runtime.h"
#include <stdbool.h>

/* Functions of the runtime are not inlined, since LeakSanitizer looks for pointers on the stack. */
#define NAMED(name) __asm__("ansatz." name)
#define APART __attribute__((noinline))

static inline long runtime_call(long number, long a, const volatile void *b, unsigned long c) {
  long result;
#ifdef __x86_64__
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c)
                   : "rcx", "r11", "memory");
#else
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(a), "c"(b), "d"(c) : "memory");
#endif
  return result;
}

#ifdef __x86_64__
enum { CALL_READ = 0, CALL_WRITE = 1, CALL_EXIT = 231 };
#else
enum { CALL_READ = 3, CALL_WRITE = 4, CALL_EXIT = 252 };
#endif

static inline void runtime_write(const volatile void *from, unsigned long size) {
  runtime_call(CALL_WRITE, NATIVE_FD, from, size);
}

/* Undefined behaviour as in a report (`what` 0: none): the first one that may cause a later error,
 * and the first one that the run has passed. */
extern native_report runtime_noted NAMED("noted"), runtime_passed NAMED("passed");
extern uint32_t runtime_led NAMED("call"); /* site of the program's call that led into a model */

void runtime_check(bool ok, uint32_t site, uint32_t what) NAMED("check");
void runtime_write_state(void) NAMED("write_state"); /* writes the part that follows a report */
void runtime_fill(uint32_t site, void *at, uint64_t bytes, uint32_t flags) NAMED("fill");
