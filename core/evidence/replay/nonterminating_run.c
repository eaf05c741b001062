/* Runs the compiled program on the inputs of an execution that was proved to be infinite. A run
 * cannot confirm the proof, but a run that ends refutes it. */
#include "replay/native.h"
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

static bool recurses(const az_program *p) {
  for (uint32_t f = 0; f < p->function_count; f++)
    if (p->functions[f].recursive) return true;
  return false;
}

/* Returns whether the end of the run is not evidence: the run was killed, or had other inputs. */
static bool says_nothing(const az_program *p, const native_end *e) {
  if (native_is_out_of_time(e->status)) return true;
  if (e->reported)
    return e->report.what == NATIVE_NO_EVENT || e->report.what == NATIVE_DIVERGED ||
           e->report.what == NATIVE_STUB;
  if (*e->error) return native_is_exhausted(e->error);
  if (!WIFSIGNALED(e->status)) return false;
  int signal = WTERMSIG(e->status);
  return signal == SIGKILL || ((signal == SIGSEGV || signal == SIGBUS) && recurses(p));
}

az_replay az_replay_nonterminating(const az_program *p, const az_trace *trace,
                                   const az_replay_options *options) {
  static const az_check none = {.cls = AZ_C_UNREACH};
  az_replay r = {.verdict = AZ_REPLAY_IMPOSSIBLE, .check = AZ_NONE};
  az_replay_options o = *options;
  o.address_sanitizer = !native_no_address_sanitizer(p);
  o.undefined = o.nonterminating = true;
  o.strict_undefined = true;       /* a run that is killed reports no settled behaviour */
  o.classes &= ~AZ_MEMORY_CLASSES; /* undefined behaviour ends the run where it occurs */
  native_end e = native_run(p, trace, &none, &o, &r);
  if (!e.ran) return r;
  if (!says_nothing(p, &e)) {
    native_judge(p, &o, &none, &e, &r);
    if (r.verdict == AZ_REPLAY_CONFIRMED) r.verdict = AZ_REPLAY_OTHER;
    return r;
  }
  r.verdict = AZ_REPLAY_CONFIRMED;
  if (native_is_out_of_time(e.status))
    snprintf(r.note, sizeof r.note, "the compiled program is still running after %.3g s",
             o.seconds);
  else
    snprintf(r.note, sizeof r.note, "the compiled program ran until it was out of %s",
             e.reported ? "inputs" : "memory or stack");
  return r;
}
