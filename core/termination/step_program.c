/* The program of the step formula. In it, nested calls of a recursive function are iterations of a
 * loop, and many calls of other functions are not expanded (recursion_loops.c). Where termination
 * is proved modularly, functions are programs of their own (modular_program.c). */
#include "ansatz/statement.h"
#include "termination/termination.h"
#include "termination/precondition.h"
#include "termination/recursion.h"
#include "kiki/schedule.h"
#include "kiki/services.h"
#include <stb/stb_ds.h>

static bool allocates(const az_program *p) {
  for (az_stmts i = az_stmts_of(p); az_stmts_next(&i);)
    if (i.stmt->kind == AZ_S_ALLOC) return true;
  return false;
}

/* Returns whether recursion is a loop in the step formula. It is not one if leaks are decided: in
 * calls that nest forever, leaks are sought only at the program's own loops (frontend/leaks.c). */
static bool recursion_is_loops(const kiki_run *r) {
  const uint32_t lost = 1u << AZ_C_MEMTRACK | 1u << AZ_C_MEMCLEANUP;
  if (r->classes >> AZ_C_TERMINATION & 1u) return true;
  return r->switches.recursion_loops && r->config->mode != AZ_MODE_BMC &&
         !(r->classes & lost && allocates(r->p));
}

/* Returns the functions whose calls are not expanded (certificates allow no such calls); stb_ds. */
static bool *summarised_functions(const kiki_run *r) {
  const uint32_t others = AZ_MEMORY_CLASSES | 1u << AZ_C_TERMINATION;
  const bool few = az_call_paths(r->p, true) <= r->limits.expanded_calls;
  const unsigned char calls = r->switches.calls;
  if (r->config->mode == AZ_MODE_BMC || r->config->certify || r->classes & others ||
      calls == AZ_CALLS_EXPAND || (calls == AZ_CALLS_AUTO && few))
    return NULL;
  return az_program_summarised(r->p);
}

/* Decides whether all executions of a program that calls a single module end. */
static az_verdict all_end(void *ctx, const az_program *p, bool unwanted, double cpu_end,
                          az_error *err) {
  (void)unwanted;
  const kiki_run *r = ctx;
  az_engine_config config = *r->config;
  const az_switches usual = az_switches_default();
  config.mode = AZ_MODE_KIKI;
  config.switches = &usual;
  config.limits = NULL;
  config.cpu_end = cpu_end;
  config.max_unwind = 1;
  config.replay = config.head_invariants = false;
  config.progress = NULL;
  az_result *result = az_engine_run(p, r->registry, 1u << AZ_C_TERMINATION, &config, err);
  az_verdict verdict = result ? result->verdict : AZ_V_UNKNOWN;
  az_result_free(result);
  return verdict;
}

/* Returns the program that chooses one of the self-contained functions, from any state, or from
 * those in which it is known to end. */
static const az_program *modular_program(kiki_run *r) {
  const double most = 3, share = 0.5; /* seconds at most; share of the time left */
  double seconds = share * run_left(r) < most ? share * run_left(r) : most;
  az_callee *modules = r->switches.contexts ? contexts_find(r->p, all_end, r, seconds, r->err)
                                            : az_program_modules(r->p);
  const az_program *p = az_program_of_modules(r->p, modules);
  az_callees_free(modules);
  return p;
}

/* Returns the program of the step formula. */
const az_program *az_step_program(kiki_run *r) {
  bool values = !(r->classes >> AZ_C_TERMINATION & 1u);
  const bool loops = recursion_is_loops(r);
  bool *summarised = summarised_functions(r);
  r->summarised = summarised != NULL;
  /* Seconds; share of the time left. Without summaries, too many calls would be expanded. */
  const double most = summarised ? 20 : 5, share = 0.5;
  if (!loops && !summarised) return r->p;
  if (run_is_modular(r)) { /* certificates do not support modules */
    const az_program *modules = r->config->certify ? NULL : modular_program(r);
    return modules ? modules : r->p;
  }
  const az_program *of = loops ? az_program_arguments_copied(r->p) : r->p;
  double seconds = share * run_left(r) < most ? share * run_left(r) : most;
  bool rows = values && r->services->termination->note;
  az_summary *known = NULL;
  if (loops)
    known = summaries_find(of, r->registry, rows ? r->config : NULL, r->classes, values, seconds);
  if (summarised) summaries_add(of, r->registry, r->config, summarised, &known, seconds);
  const az_program *p =
      az_program_recursion_to_loops(of, r->classes, known, (uint32_t)arrlenu(known), summarised);
  r->claim_count = (uint32_t)arrlenu(known);
  r->claims = AZ_COPY(r->p->arena, known, r->claim_count, r->claim_count + 1);
  arrfree(known);
  arrfree(summarised);
  for (uint32_t i = r->p->cause_count; i < p->cause_count; i++) {
    char where[300];
    run_note(r, &r->result->hints,
             run_text(r, "%s (%s)", p->causes[i].text,
                      az_loc_text(p, p->causes[i].loc, where, sizeof where)));
  }
  return p;
}
