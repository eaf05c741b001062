/* Replay by the concrete interpreter. */
#include "replay/machine.h"

az_replay az_replay_interpreted(const az_program *p, const az_trace *trace,
                                const az_replay_options *o) {
  az_replay r = {.verdict = AZ_REPLAY_OTHER, .check = AZ_NONE};
  if (trace->count == 0 || trace->events[trace->count - 1].kind != AZ_EV_FAIL) {
    r.verdict = AZ_REPLAY_IMPOSSIBLE;
    snprintf(r.note, sizeof r.note, "the trace does not end in a failing check");
    return r;
  }
  const az_check *expected = &p->checks[trace->events[trace->count - 1].check];
  double seconds = o->seconds > 0 ? o->seconds : 5;
  double steps = (o->undefined && seconds > 0.2 ? 0.2 : seconds) * 1e7;
  az_interpreter_options options = {
      .trace = trace, .classes = o->classes, .max_steps = (uint64_t)steps};
  options.defined = o->undefined;
  options.strict = o->strict_undefined;
  if (expected->cls == AZ_C_MEMTRACK || expected->cls == AZ_C_MEMCLEANUP) options.leak = expected;
  az_access_types *types = o->undefined ? access_types_new(p, o) : NULL;
  options.types = types;
  if (o->stop_at_overflow) options.classes |= 1u << AZ_C_OVERFLOW;
  if (o->undefined)
    options.classes |= 1u << AZ_C_DIV_BY_ZERO | 1u << AZ_C_SHIFT | 1u << AZ_C_CONVERSION;
  az_run run = az_interpret(p, &options);
  access_types_free(types);
  char where[256];
  r.loc = run.loc;
  if (run.passed)
    snprintf(r.settled, sizeof r.settled, "%s at %s", run.passed,
             az_loc_text(p, run.passed_at, where, sizeof where));
  az_loc_text(p, run.loc, where, sizeof where);
  switch (run.end) {
  case AZ_RUN_FAILED_CHECK: {
    const az_check *got = &p->checks[run.check];
    if (!(o->classes & 1u << got->cls) && got->cls != AZ_C_OVERFLOW) {
      r.verdict = AZ_REPLAY_UNDEFINED;
      snprintf(r.note, sizeof r.note, "%s at %s", got->text, where);
    } else if (!(o->classes & 1u << got->cls)) {
      r.verdict = AZ_REPLAY_OVERFLOW;
      snprintf(r.note, sizeof r.note, "signed overflow at %s", where);
    } else if (got == expected) {
      r.verdict = AZ_REPLAY_CONFIRMED;
      snprintf(r.note, sizeof r.note, "the interpreter fails at %s", where);
    } else {
      snprintf(r.note, sizeof r.note, "another check fails first: %s at %s", got->id, where);
    }
    break;
  }
  case AZ_RUN_RETURNED:
    snprintf(r.note, sizeof r.note, "the run returned %d", run.exit_code);
    break;
  case AZ_RUN_STOPPED: snprintf(r.note, sizeof r.note, "the run stopped at %s", where); break;
  case AZ_RUN_ASSUMPTION:
    snprintf(r.note, sizeof r.note, "the run violates an assumption at %s", where);
    break;
  case AZ_RUN_INVALID_ACCESS:
    if (o->undefined) r.verdict = AZ_REPLAY_UNDEFINED;
    snprintf(r.note, sizeof r.note, "invalid access at %s", where);
    break;
  case AZ_RUN_UNDEFINED:
    r.verdict = AZ_REPLAY_UNDEFINED;
    snprintf(r.note, sizeof r.note, "%s at %s", run.what, where);
    break;
  case AZ_RUN_UNSUPPORTED:
    r.exhausted = true;
    snprintf(r.note, sizeof r.note, "the run leaves the interpreter's model at %s", where);
    break;
  case AZ_RUN_STEPS:
    r.exhausted = true;
    snprintf(r.note, sizeof r.note, "the run takes too many steps");
    break;
  }
  return r;
}
