/* Conditions under which functions end [kroening2023, sec. 6.2; chen2018], bottom-up: each
 * self-contained function is analysed alone, with calls of functions that are known to end
 * replaced. If a function does not end from every state, a precondition is searched for. This
 * condition is the function's summary, and each call checks it in its context (modular_program.c).
 * Functions without such a condition remain part of their callers. */
#include "termination/precondition.h"
#include "ansatz/clock.h"
#include <stb/stb_ds.h>

az_callee *contexts_find(const az_program *p, az_precondition_query ends, void *ctx, double seconds,
                         az_error *err) {
  az_callee *modules = az_program_modules(p);
  az_work *work = az_store_work(p->store);
  double end = az_clock(work) + seconds;
  for (size_t i = 0; i < arrlenu(modules); i++) modules[i].ends = false;
  for (uint32_t i = 0; i < arrlenu(modules) && az_clock(work) < end && err->status == AZ_OK; i++) {
    const az_program *alone = az_program_of_module(p, modules, i);
    double now = az_clock(work), share = (end - now) / 2; /* most modules need little of the time */
    modules[i].ends = ends(ctx, alone, false, now + share / 2, err) == AZ_V_TRUE;
    if (modules[i].ends || err->status != AZ_OK) continue;
    az_precondition_term term = {.holds = AZ_NO_TERM};
    az_precondition found = az_precondition_find(alone, NULL, ends, ctx, now + share, &term, err);
    if (term.holds) az_callee_holds_if(&modules[i], alone, term.holds, term.inputs, found.text);
    arrfree(term.inputs);
  }
  return modules;
}
