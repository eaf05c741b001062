/* One stage on one program: memory, formulas, kIkI, and the verdicts of the checks. This is the
 * second half of the pipeline, which pipeline.c lists. */
#include "kiki/engine.h"
#include "kiki/schedule.h"
#include "kiki/services.h"
#include "kiki/run.h"
#include "base/check.h"
#include "module/builtin.h"
#include <stb/stb_ds.h>
#include <string.h>

static bool has_templates(const az_engine_config *c) {
  return c->mode != AZ_MODE_BMC && c->mode != AZ_MODE_KINDUCTION;
}

/* Returns whether the strategies fit the domains. */
static bool templates_fit(const az_program *p, az_registry *registry, const az_engine_config *c,
                          az_error *err) {
  for (size_t i = 0; has_templates(c) && i < c->form_count; i++)
    if (az_form_check(registry, &c->forms[i], p, err) != AZ_OK) return false;
  return true;
}

static void open_checks(kiki_run *r) {
  az_result *result = r->result;
  r->open = AZ_NEWN(result->arena, bool, r->p->check_count + 1);
  result->checks = AZ_NEWN(result->arena, az_check_result, r->p->check_count + 1);
  for (uint32_t c = 0; c < r->p->check_count; c++) {
    const az_check *check = &r->p->checks[c]; /* lemmas are open, too */
    if (check->assumed || !(r->classes >> check->cls & 1)) continue;
    r->open[c] = true;
    r->open_count++;
    result->checks[result->check_count++] = (az_check_result){.check = c};
  }
  assert(r->open_count == result->check_count); /* every requested check is open at the start */
}

kiki_run run_begin(const az_program *p, az_registry *registry, uint32_t classes,
                   const az_engine_config *config, az_error *err) {
  static const az_services none = {.sources = NULL};
  az_arena *arena = az_arena_new();
  kiki_run r = {
      .p = p,
      .s = p->store,
      .registry = registry,
      .config = config,
      .services = config->services ? config->services : &none,
      .limits = *az_limits_or_default(config->limits),
      .switches = *az_switches_or_default(config->switches),
      .classes = classes | config->lemmas,
      .result = AZ_NEW(arena, az_result),
      .clock = {.cpu_start = az_clock(az_store_work(p->store)), .cpu_end = config->cpu_end},
      .forms = {.first_cut = SIZE_MAX},
      .err = err};
  r.result->arena = arena;
  r.result->by.stage = config->first_stage + 1;
  assert(!config->replay || r.services->executions);
  if (!r.services->executions) r.switches.test_runs = false;
  r.limits.log = az_store_log(p->store);
  r.switches.test_runs &= config->replay;
  open_checks(&r);
  return r;
}

/* Returns whether the axioms of the observations are trusted. Axioms of modules that are not
 * compiled in are trusted only on the user's request. */
static bool is_trusted(kiki_run *r) {
  const az_module *m = az_observers_with_axioms(r->observers);
  if (!m || !strcmp(az_registry_origin(r->registry, m), "built in")) return true;
  for (const char *const *name = r->config->trust; name && *name; name++)
    if (!strcmp(*name, m->name)) return true;
  az_fail(r->err, AZ_ERR_INPUT,
          "the observation '%s' (%s) states axioms, on which proofs would rest: --trust %s accepts "
          "them",
          m->name, az_registry_origin(r->registry, m), m->name);
  return false;
}

/* Returns the fingerprint of the formulas' programs if modules are loaded from folders that are not
 * Ansatz's own, since such modules see the programs and might write to them; else 0. */
static uint64_t fingerprint_of_programs(const kiki_run *r) {
  char modules[128];
  az_registry_loaded(r->registry, modules, sizeof modules);
  if (!*modules) return 0;
  uint64_t step = r->step_p != r->p ? az_program_fingerprint(r->step_p) : 0;
  return (az_program_fingerprint(r->p) ^ step) | 1;
}

static void require_unchanged(kiki_run *r) {
  char modules[128];
  az_registry_loaded(r->registry, modules, sizeof modules);
  if (r->programs && fingerprint_of_programs(r) != r->programs)
    az_fail(r->err, AZ_ERR_INPUT, "a module has modified the program%s", modules);
  (void)az_misused(r->s, r->err);
}

/* Opens the memory model, with the ghost cells of the observations that the domains name. */
bool run_open_memory(kiki_run *r) {
  size_t n = has_templates(r->config) ? r->config->form_count : 0;
  const az_desc **domains = AZ_NEWN(r->result->arena, const az_desc *, n + 1);
  for (size_t i = 0; i < n; i++) domains[i] = r->config->forms[i].domain;
  const az_termination_ops *ends = r->services->termination;
  assert(!r->step_shared && !r->observers); /* memory is opened once */
  r->step_p = ends && ends->step_program ? ends->step_program(r) : r->p;
  assert(r->step_p->check_count == r->p->check_count);     /* both have the same checks */
  if (run_is_modular(r) && r->step_p == r->p) return true; /* there is no formula */
  r->programs = fingerprint_of_programs(r);
  r->observers = az_observers_new(r->registry, r->step_p, domains, n, r->err);
  if (!r->observers || !is_trusted(r)) return false;
  const az_ghosts *ghosts = az_observers_ghosts(r->observers);
  r->step_shared = az_ssa_shared_new(r->step_p, ghosts, &r->limits);
  if (r->step_p == r->p)
    r->shared = r->step_shared;
  else if (!run_is_modular(r)) /* a modular run has no base formula */
    r->shared = az_ssa_shared_new(r->p, NULL, &r->limits);
  return true;
}

void run_open_formulas(kiki_run *r) {
  assert(!r->step.ssa && !r->base.ssa && !r->base_defined.ssa); /* formulas are opened once */
  az_overflow_mode overflow =
      r->config->overflow == AZ_SO_ASSUME ? AZ_OVERFLOW_ASSUME_NONE : AZ_OVERFLOW_WRAP;
  r->step = (kiki_formula){
      .name = "step", .mode = AZ_SSA_STEP, .overflow = overflow, .stats = &r->result->step};
  r->base = (kiki_formula){
      .name = "base", .mode = AZ_SSA_BASE, .overflow = overflow, .stats = &r->result->base};
  /* Arithmetic wraps: if all executions ended at overflows, that would look like full unwinding. */
  if (r->classes >> AZ_C_TERMINATION & 1u) r->base.overflow = AZ_OVERFLOW_WRAP;
  if (r->switches.loop_by_loop) r->base.unwinding = az_unwinding_new();
  r->base_defined = r->base;
  if (az_is_strict(r->config->overflow)) r->base_defined.overflow = AZ_OVERFLOW_ASSUME_NONE;
}

const char *run_forbidden(kiki_run *r) {
  const az_cause *c = az_program_forbids(r->p, AZ_FORBIDS_PROOFS, false);
  return c ? run_place(r, c->text, c->loc) : NULL;
}

/* Sets the verdict by the checks that are still open. */
static void set_verdict(kiki_run *r) {
  AZ_CHECK(run_count(r, r->open) == r->open_count);
  assert(!r->taking); /* a verdict is given between turns */
  /* If there are checks, causes that concern only some executions are in the formulas. */
  const char *forbidden = r->result->check_count ? NULL : run_forbidden(r);
  if (forbidden && az_program_forbids(r->p, AZ_LEAVES, false) && step_stays(r)) forbidden = NULL;
  if (!r->result->check_count) r->result->reason = forbidden;
  if (r->result->verdict == AZ_V_FALSE) return;
  /* Checks that were proved under a lemma are not proved while the lemma is open. */
  bool lemma = false;
  for (uint32_t c = 0; c < r->p->check_count; c++)
    lemma |= r->open[c] && (r->config->lemmas >> r->p->checks[c].cls & 1u);
  for (size_t i = 0; lemma && i < r->result->check_count; i++)
    r->result->checks[i].verdict = AZ_V_UNKNOWN;
  bool open = r->open_count || forbidden;
  r->result->verdict = open ? AZ_V_UNKNOWN : AZ_V_TRUE;
  if (!open && !r->result->method) r->result->method = "no check is reachable";
  for (size_t i = 0; !open && i < arrlenu(r->read_at); i++)
    run_note(r, &r->result->provisos, r->read_at[i]);
}

const char *az_timeout_reason(const az_work *work) {
  return work && work->is_budget && !work->cut ? "timeout: the budget is spent" : "timeout";
}

/* Returns why the verdict is unknown, or what a decided verdict rests on. */
static const char *reason_of(kiki_run *r) {
  const az_result *result = r->result;
  const bool defined = r->config->overflow == AZ_SO_ASSUME && !(r->classes >> AZ_C_OVERFLOW & 1);
  bool pure = false;
  for (size_t i = 0; i < arrlenu(r->readings); i++)
    pure |= result->verdict == AZ_V_TRUE && !strcmp(r->readings[i], AZ_READING_PURE);
  const char *assumed = run_text(r, "%s%s%s%s", defined || pure ? "assuming " : "",
                                 defined ? "no signed overflow" : "", defined && pure ? ", " : "",
                                 pure ? "no effects of functions without a body" : "");
  const az_module *solver =
      r->config->solver ? az_registry_find(r->registry, AZ_MODULE_SOLVER, r->config->solver, NULL)
                        : NULL;
  if (result->verdict == AZ_V_TRUE && solver && !az_registry_is_own(r->registry, solver))
    return run_text(r, "%s%strusting the external back end %s", assumed, *assumed ? ", " : "",
                    solver->name);
  if (result->verdict != AZ_V_UNKNOWN) return assumed;
  if (arrlenu(result->unconfirmed)) return result->unconfirmed[0];
  if (result->out_of_time) return az_timeout_reason(az_store_work(r->s));
  if (result->reason) return result->reason;
  const char *reason = r->config->mode == AZ_MODE_AI
                           ? "invariants too weak"
                           : run_text(r, "not decided up to k = %u", result->k);
  return r->cut ? run_text(r, "%s: %s", reason, r->cut) : reason;
}

az_result *run_end(kiki_run *r) {
  require_unchanged(r);
  r->result->limits = r->limits;
  formula_close(r, &r->step);
  formula_close(r, &r->base);
  formula_close(r, &r->base_defined);
  az_unwinding_free(r->base.unwinding);
  if (r->shared != r->step_shared) az_ssa_shared_free(r->shared);
  az_ssa_shared_free(r->step_shared);
  az_observers_free(r->observers);
  arrfree(r->known.ranked);
  arrfree(r->readings);
  arrfree(r->read_at);
  if (r->err->status == AZ_OK) return r->result;
  az_result_free(r->result);
  return NULL;
}

struct az_engine {
  kiki_run r;
  bool opened, done;
};

az_engine *az_engine_new(const az_program *p, az_registry *registry, uint32_t classes,
                         const az_engine_config *config, az_error *err) {
  if (!templates_fit(p, registry, config, err)) return NULL;
  az_engine *e = az_calloc(1, sizeof *e);
  e->r = run_begin(p, registry, classes, config, err);
  e->opened = run_open_memory(&e->r);
  if (e->opened) run_open_formulas(&e->r);
  kiki_begin(&e->r);
  return e;
}

bool az_engine_go_on(az_engine *e, double cpu_end) {
  kiki_run *r = &e->r;
  if (!e->opened || e->done) return true;
  if (r->result->out_of_time) { /* set by an earlier turn */
    r->result->out_of_time = false;
    r->result->reason = NULL;
    step_resume(r);
  }
  r->clock.cpu_end = cpu_end;
  e->done = !r->open_count || kiki_continue(r);
  if (e->done) set_verdict(r);
  r->result->limits = r->limits;
  return e->done;
}

const az_result *az_engine_so_far(const az_engine *e) {
  return e->r.result;
}

az_result *az_engine_end(az_engine *e) {
  kiki_run *r = &e->r;
  if (e->opened && r->err->status == AZ_OK) {
    if (!e->done) set_verdict(r);
    assert((r->result->verdict == AZ_V_FALSE) == (r->result->trace != NULL));
    assert(r->result->verdict != AZ_V_TRUE || !r->open_count);
    r->result->reason = reason_of(r);
    const az_record_ops *record = r->services->record;
    if (record && r->result->verdict == AZ_V_UNKNOWN) record->unknown(r);
    if (record) record->head_invariants(r);
  }
  az_result *result = run_end(r);
  free(e);
  return result;
}

void az_engine_free(az_engine *e) {
  if (!e) return;
  az_result_free(run_end(&e->r));
  free(e);
}

az_result *az_engine_run(const az_program *p, az_registry *registry, uint32_t classes,
                         const az_engine_config *config, az_error *err) {
  az_engine *e = az_engine_new(p, registry, classes, config, err);
  if (!e) return NULL;
  (void)az_engine_go_on(e, config->cpu_end);
  return az_engine_end(e);
}

static void withhold_proofs(az_result *r, const char *why) {
  for (size_t i = 0; i < r->check_count; i++)
    if (r->checks[i].verdict == AZ_V_TRUE) r->checks[i].verdict = AZ_V_UNKNOWN;
  r->precondition = NULL;
  if (r->verdict != AZ_V_TRUE) return;
  r->verdict = AZ_V_UNKNOWN;
  r->reason = why;
}

void az_result_heed_causes(az_result *r, const az_program *p) {
  bool proves = r->verdict == AZ_V_TRUE || (r->precondition && r->precondition->text);
  for (size_t i = 0; i < r->check_count; i++) proves |= r->checks[i].verdict == AZ_V_TRUE;
  uint32_t count = 0;
  const az_cause *late =
      proves && p->late_causes ? p->late_causes->find(p->late_causes, r->unwound, &count) : NULL;
  for (uint32_t i = 0; i < count; i++) {
    if (late[i].forbids & AZ_FORBIDS_PROOFS)
      withhold_proofs(r, late[i].text);
    else
      arrput(r->provisos, late[i].text);
  }
}

const char *az_verdict_name(az_verdict verdict) {
  return verdict == AZ_V_TRUE ? "true" : verdict == AZ_V_FALSE ? "false" : "unknown";
}

void az_result_free(az_result *result) {
  if (!result) return;
  az_trace_free(result->trace);
  arrfree(result->invariants);
  arrfree(result->contracts);
  arrfree(result->recurrent_sets);
  arrfree(result->heads);
  if (result->free_proof) result->free_proof(result->proof);
  az_result_free(result->closed);
  arrfree(result->turns);
  arrfree(result->hints);
  arrfree(result->unconfirmed);
  arrfree(result->causes);
  arrfree(result->provisos);
  az_arena_free(result->arena);
}
