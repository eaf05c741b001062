/* Reports of the running program. A report ends it. */
#include "runtime.h"

native_report runtime_noted, runtime_passed;
uint32_t runtime_led = UINT32_MAX;
bool runtime_value NAMED("value") = true; /* the function that returned last returned a value */

void runtime_report(uint32_t site, uint32_t what) NAMED("report");
void runtime_note(bool ok, uint32_t place, uint32_t what) NAMED("note");
void runtime_pass(bool ok, uint32_t place, uint32_t what) NAMED("pass");
void *runtime_made(uint32_t site, void *at, uint64_t bytes, uint32_t flags) NAMED("made");

/* If behaviour was noted before, that behaviour is reported instead, since it occurred first. */
APART void runtime_report(uint32_t site, uint32_t what) {
  native_report report = runtime_noted;
  if (!report.what) report = (native_report){site, what, runtime_led};
  runtime_write(&report, sizeof report);
  runtime_write(&runtime_passed, sizeof runtime_passed);
  runtime_write_state();
  runtime_call(CALL_EXIT, NATIVE_EXIT, 0, 0);
  __builtin_unreachable();
}

APART void runtime_check(bool ok, uint32_t site, uint32_t what) {
  if (!ok) runtime_report(site, what);
}

static void keep_first(native_report *kept, bool ok, uint32_t place, uint32_t what) NAMED("keep");

static void keep_first(native_report *kept, bool ok, uint32_t place, uint32_t what) {
  if (!ok && !kept->what) *kept = (native_report){place, what, runtime_led};
}

APART void runtime_note(bool ok, uint32_t place, uint32_t what) {
  keep_first(&runtime_noted, ok, place, what);
}

APART void runtime_pass(bool ok, uint32_t place, uint32_t what) {
  keep_first(&runtime_passed, ok, place, what);
}

/* Fills an allocation and returns its pointer, so that the caller's stack has no copy of it. */
APART void *runtime_made(uint32_t site, void *at, uint64_t bytes, uint32_t flags) {
  runtime_fill(site, at, bytes, flags);
  return at;
}
