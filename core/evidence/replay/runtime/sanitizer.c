/* The runtime with AddressSanitizer, which calls __asan_on_error before it ends the program. */
#include "runtime.h"

extern const char *__asan_get_report_description(void);
extern int __lsan_do_recoverable_leak_check(void);
void __asan_on_error(void);
void runtime_scrub(void) NAMED("scrub");
void runtime_leaked(uint32_t site, uint32_t what) NAMED("leaked");
void runtime_kept(uint32_t site, uint32_t what) NAMED("kept");
void runtime_tally(const void *at, uint32_t n) NAMED("tally");

volatile uint32_t runtime_at NAMED("at") = UINT32_MAX; /* site of the last access with a check */
uint32_t runtime_blocks NAMED("blocks");               /* live blocks of the heap */

/* Writes the location, the undefined behaviour that was noted and passed, and the kind of error. */
APART void __asan_on_error(void) {
  const char *kind = __asan_get_report_description();
  unsigned long size = 0;
  if (!kind) return;
  while (((const volatile char *)kind)[size++]) {}
  runtime_write(&runtime_at, sizeof runtime_at);
  runtime_write(&runtime_led, sizeof runtime_led);
  runtime_write(&runtime_noted, sizeof runtime_noted);
  runtime_write(&runtime_passed, sizeof runtime_passed);
  runtime_write(kind, size);
  runtime_write_state();
}

APART void runtime_scrub(void) {
  volatile char stack[65536];
  for (unsigned i = 0; i < sizeof stack; i++) stack[i] = 0;
}

/* Checks for leaks, after zeroing the unused stack: stale pointers there might hide a leak. */
APART void runtime_leaked(uint32_t site, uint32_t what) {
  runtime_scrub();
  runtime_check(!__lsan_do_recoverable_leak_check(), site, what);
}

APART void runtime_tally(const void *at, uint32_t n) {
  if (at) runtime_blocks += n;
}

APART void runtime_kept(uint32_t site, uint32_t what) {
  runtime_check(!runtime_blocks, site, what);
}
