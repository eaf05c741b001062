/* Under which conditions do functions end [kroening2023, sec. 6.2; chen2018]? Bottom-up: each
 * function that stands by itself is asked about alone, with the calls of those that are known to
 * end replaced. Where it does not end from every state, a precondition is looked for. The condition
 * is a summary; that it holds in each calling context is asked where it is called
 * (modular_program.c). What ends under no condition that is found remains part of its callers. */
#include "engine/contexts.h"
#include "ansatz/clock.h"
#include "engine/precondition.h"
#include <stb/stb_ds.h>

static az_verdict all_end(void *ctx, const az_program *p, double cpu_end, az_error *err) {
  const run *r = ctx;
  az_engine_config config = *r->config;
  const az_switches usual = az_switches_default();
  config.mode = AZ_MODE_KIKI;
  config.switches = &usual;
  config.limits = NULL;
  config.cpu_end = cpu_end;
  config.max_unwind = 1;
  config.replay = config.arrivals = false;
  config.progress = NULL;
  az_result *result = az_engine_run(p, r->registry, 1u << AZ_C_TERMINATION, &config, err);
  az_verdict verdict = result ? result->verdict : AZ_V_UNKNOWN;
  az_result_free(result);
  return verdict;
}

az_callee *contexts_find(run *r, double seconds) {
  az_callee *modules = az_program_modules(r->p);
  double end = az_cpu() + seconds;
  for (size_t i = 0; i < arrlenu(modules); i++) modules[i].ends = false;
  for (uint32_t i = 0; i < arrlenu(modules) && az_cpu() < end && r->err->status == AZ_OK; i++) {
    const az_program *alone = az_program_of_module(r->p, modules, i);
    double now = az_cpu(), share = (end - now) / 2; /* most need little of it */
    modules[i].ends = all_end(r, alone, now + share / 2, r->err) == AZ_V_TRUE;
    if (modules[i].ends || r->err->status != AZ_OK) continue;
    az_precondition_term term = {.holds = AZ_NO_TERM};
    az_precondition found = az_precondition_find(alone, all_end, r, now + share, &term, r->err);
    if (term.holds) az_callee_holds_if(&modules[i], alone, term.holds, term.inputs, found.text);
    arrfree(term.inputs);
  }
  return modules;
}
