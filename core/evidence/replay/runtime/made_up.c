/* Random inputs from a seed. A log of them follows the report; random_runs.c computes the same
 * numbers from it. */
#include "runtime.h"

static native_seed from NAMED("from");
static uint64_t state NAMED("state");
static native_entry entries[NATIVE_LOG] NAMED("log");
static uint32_t logged NAMED("logged");

APART void runtime_write_state(void) {
  runtime_write(entries, logged * sizeof *entries);
}

APART void runtime_fill(uint32_t site, void *at, uint64_t bytes, uint32_t flags) {
  uint64_t size = at ? bytes : 0, unit = native_unit(size), end = 0;
  volatile uint8_t *to = at;
  if (!flags || !size || size > NATIVE_LARGE) return;
  if (!logged) {
    runtime_call(CALL_READ, NATIVE_SEED_FD, &from, sizeof from);
    state = from.seed;
  }
  runtime_check(logged < NATIVE_LOG, site, NATIVE_DIVERGED);
  entries[logged++] = (native_entry){site, (uint32_t)size, flags, runtime_led};
  const uint64_t *proposed = size <= 8 ? native_proposed(&from, site) : 0;
  for (; end + unit <= size; end += unit) {
    uint64_t value = proposed ? *proposed : native_draw(&from, &state, size) & native_mask(flags);
    for (uint64_t i = 0; i < unit; i++, value >>= 8) to[end + i] = (uint8_t)value;
  }
  for (; end < size; end++) to[end] = 0;
}
