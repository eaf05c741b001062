/* Decides whether a trace counts as a counterexample (docs/soundness.md 8, 9): the compiled program
 * must fail the check with AddressSanitizer and the checks for undefined behaviour, and the
 * interpreter must find no undefined behaviour either. */
#include "ansatz/statement.h"
#include "replay/native.h"
#include <assert.h>
#include <string.h>

/* Returns whether no compiled run can have the input: the input represents an approximation, or an
 * argv of main that is not a vector of strings. Only the interpreter uses the input's value. */
static bool is_assumed(const az_program *p, const az_event *e) {
  const az_stmt *s = e->stmt;
  if (e->kind != AZ_EV_INPUT || !s || s->kind != AZ_S_INPUT) return false;
  bool argv = s->input == AZ_IN_CHOICE && s->text && !strcmp(s->text, AZ_ARGV_CHOICE);
  return s->input == AZ_IN_APPROX ||
         (argv && e->value == az_zero_of(p->store, az_sort_of(p->store, e->value)));
}

static bool assumes_values(const az_program *p, const az_trace *trace) {
  bool any = false;
  for (size_t i = 0; i < trace->count && !any; i++) any = is_assumed(p, &trace->events[i]);
  return any;
}

static bool is_approximate(const az_program *p, const az_trace *trace) {
  return assumes_values(p, trace) || az_program_forbids(p, AZ_FORBIDS_REFUTATIONS, false);
}

static bool is_memory_class(az_class cls) {
  return (AZ_MEMORY_CLASSES >> cls & 1u) != 0;
}

/* Appends a reason to the note of `r`. */
static void add_note(az_replay *r, const char *text) {
  size_t n = strlen(r->note);
  snprintf(r->note + n, sizeof r->note - n, "%s%s", n ? "; " : "", text);
}

/* If r reports no settled undefined behaviour, copies what the other run reports. */
static void keep_settled(az_replay *r, const az_replay *other) {
  if (!*r->settled) memcpy(r->settled, other->settled, sizeof r->settled);
}

/* Replays where AddressSanitizer cannot be used. The interpreter must confirm the failure, too, and
 * alone confirms memory errors, unless a value that the trace makes up may cause them. */
static az_replay without_sanitizer(const az_program *p, const az_trace *trace,
                                   const az_replay_options *o, const az_check *expected,
                                   const char *why) {
  az_replay interpreted = az_replay_interpreted(p, trace, o);
  az_replay_options plain = *o;
  plain.address_sanitizer = false;
  az_replay r = {.verdict = AZ_REPLAY_IMPOSSIBLE};
  if (!is_memory_class(expected->cls)) r = az_replay_native(p, trace, &plain);
  bool agrees = interpreted.verdict == AZ_REPLAY_CONFIRMED;
  if (r.verdict == AZ_REPLAY_IMPOSSIBLE || (r.verdict == AZ_REPLAY_CONFIRMED && !agrees))
    r = interpreted;
  assert(r.verdict != AZ_REPLAY_CONFIRMED || agrees); /* a native run alone confirms nothing */
  bool alone = r.verdict == AZ_REPLAY_CONFIRMED && is_memory_class(expected->cls);
  if (alone && assumes_values(p, trace)) {
    r.verdict = AZ_REPLAY_IMPOSSIBLE;
    add_note(&r, "no run sets up the values that it takes");
  }
  keep_settled(&r, &interpreted);
  add_note(&r, why);
  return r;
}

bool native_is_defined(const az_program *p, const az_trace *trace, const az_replay_options *o,
                       az_replay *replay) {
  az_replay interpreted = az_replay_interpreted(p, trace, o);
  az_replay_verdict verdict = interpreted.verdict;
  keep_settled(replay, &interpreted);
  return o->address_sanitizer ? verdict != AZ_REPLAY_UNDEFINED : verdict == AZ_REPLAY_CONFIRMED;
}

static bool goes_elsewhere(const az_replay *r) {
  return r->verdict == AZ_REPLAY_OTHER && !r->exhausted;
}

/* The outcome if a run that places objects elsewhere does not confirm the failure. */
static az_replay depends(az_replay native, const az_replay *other) {
  native.verdict = AZ_REPLAY_OTHER;
  snprintf(
      native.note, sizeof native.note,
      "it depends on what C leaves to the implementation, such as addresses (elsewhere, %.300s)",
      other->note);
  return native;
}

/* Returns whether the program compares pointers or converts them to integers. */
static bool observes_addresses(const az_program *p) {
  for (az_stmts i = az_stmts_of(p); az_stmts_next(&i);)
    if (i.stmt->kind == AZ_S_SAME || i.stmt->kind == AZ_S_PTR_TO_INT) return true;
  return false;
}

/* Returns whether the program queries which objects are live. The compiled program uses the
 * formula's answers; the interpreter determines them. */
static bool asks_memory(const az_program *p) {
  for (az_stmts i = az_stmts_of(p); az_stmts_next(&i);)
    if (i.stmt->kind == AZ_S_INPUT && i.stmt->input == AZ_IN_MEMORY) return true;
  return false;
}

az_replay az_replay_counterexample(const az_program *p, const az_trace *trace,
                                   const az_replay_options *options) {
  az_replay_options o = *options;
  o.address_sanitizer = o.undefined = true;
  /* A counterexample ends with the check that it violates. */
  assert(trace->count && trace->events[trace->count - 1].check < p->check_count);
  const az_check *expected = &p->checks[trace->events[trace->count - 1].check];
  const char *why = native_no_address_sanitizer(p);
  /* The interpreter lacks code that the program runs but that the front end has not read. */
  if (az_program_forbids(p, AZ_FORBIDS_REFUTATIONS, true)) {
    if (!why) return az_replay_native(p, trace, &o);
    az_replay none = {.verdict = AZ_REPLAY_IMPOSSIBLE};
    add_note(&none, why);
    return none;
  }
  if (why) return without_sanitizer(p, trace, &o, expected, why);
  az_replay native = az_replay_native(p, trace, &o);
  if (native.fault) return native;
  if (native.verdict == AZ_REPLAY_IMPOSSIBLE || native.exhausted)
    return without_sanitizer(p, trace, &o, expected, native.note);
  bool access = expected->cls == AZ_C_DEREF || expected->cls == AZ_C_FREE;
  bool missed = native.unnoticed && access && !is_approximate(p, trace);
  if (native.verdict != AZ_REPLAY_CONFIRMED && !missed) return native;
  az_replay interpreted = az_replay_interpreted(p, trace, &o);
  if (missed) return interpreted.verdict == AZ_REPLAY_CONFIRMED ? interpreted : native;
  bool is_refused = interpreted.verdict != AZ_REPLAY_CONFIRMED && asks_memory(p);
  if (interpreted.verdict == AZ_REPLAY_UNDEFINED || is_refused) return interpreted;
  keep_settled(&native, &interpreted);
  if (is_memory_class(expected->cls) || is_approximate(p, trace)) return native;
  if (goes_elsewhere(&interpreted)) return depends(native, &interpreted);
  if (native.compares || observes_addresses(p)) { /* AddressSanitizer moves objects */
    o.address_sanitizer = false;
    az_replay plain = az_replay_native(p, trace, &o);
    if (goes_elsewhere(&plain)) return depends(native, &plain);
  }
  return native;
}
