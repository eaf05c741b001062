/* The laws of a strategy. It terminates; a result that it calls inductive is inductive; it obeys
 * its deadline; it finds the invariants of at least one small loop. */
#include "trial.h"
#include "ansatz/allocate.h"
#include "ansatz/clock.h"
#include "synth/synthesis.h"
#include <inttypes.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

#define SECONDS 4.0                  /* for a search, at most, */
#define SHARE 0.1                    /* and at most this share of the time of a program */
#define GRACE 1.5                    /* after a deadline */
enum { STEPS = 20000, DOMAINS = 3 }; /* DOMAINS: number of fitting domains that are tried */

/* Returns the seconds of a search: there are two for each domain. */
static double search_seconds(const az_trial *t) {
  return t->seconds * SHARE < SECONDS ? t->seconds * SHARE : SECONDS;
}

typedef struct search {
  az_trial *t;
  az_trial_subject *s;
  az_domain domain;
  az_solver *solver;
  az_instances *instances;
  az_strategies *strategies;
  az_synthesis *synthesis;
  const char *of; /* the domain */
  void *value;
} search;

static const char for_ever[] = "step: it returns `improved` forever";
static const char not_inductive[] =
    "step: it returns `inductive` for a value that is not inductive";
static const char late[] = "step: it does not return at its deadline";
static const char no_open[] = "open: it returns NULL without a reason";
static const char no_answer[] = "step: its result is not an az_step";

/* Prints the first rows of a value as text, to show what the last steps changed. */
static void print_rows(const search *x, char *text, size_t size) {
  const az_domain_ops *ops = x->domain.ops;
  size_t used = 0;
  text[0] = 0;
  for (uint32_t r = 0, shown = 0; r < ops->row_count(x->domain.self) && shown < 4; r++) {
    char *row = ops->print(x->domain.self, r, x->value);
    if (row && used < size)
      used += (size_t)snprintf(text + used, size - used, "%s%s", shown++ ? ", " : "", row);
    free(row);
  }
  if (!used) snprintf(text, size, "no row claims anything");
}

static double now(const search *x) {
  return az_clock(&x->s->work);
}

static void report_violation(search *x) {
  const az_domain_ops *ops = x->domain.ops;
  for (uint32_t r = 0; r < ops->row_count(x->domain.self); r++) {
    az_term violated = az_synthesis_violation(x->synthesis, r, x->value);
    if (az_synthesis_check_any(x->synthesis, &violated, 1, now(x) + search_seconds(x->t)) != AZ_SAT)
      continue;
    char *text = ops->print(x->domain.self, r, x->value);
    az_trial_broken(x->t, not_inductive,
                    "domain %s: row %u, '%s', is violated where the loop is entered, or one "
                    "iteration after a state in which all rows hold",
                    x->of, r, text ? text : "");
    free(text);
    return;
  }
  az_trial_broken(x->t, not_inductive, "domain %s: some row can be violated", x->of);
}

/* Calls step until the end. Returns whether the result is inductive. */
static bool run(search *x, const az_strategy_ops *ops, void *self) {
  char rows[400] = "", last[400] = "";
  uint64_t steps = 0, changed = 0;
  double begin = now(x), deadline = begin + search_seconds(x->t);
  az_step step;
  do {
    az_trial_doing(x->t, "domain %s, step %" PRIu64, x->of, steps + 1);
    step = ops->step(self, x->value, deadline);
    steps++;
    if (steps & (steps - 1)) continue; /* rows are printed after 1, 2, 4, 8 ... steps */
    print_rows(x, rows, sizeof rows);
    if (strcmp(rows, last)) changed = steps;
    memcpy(last, rows, sizeof last);
  } while (step == AZ_STEP_IMPROVED && steps < STEPS && now(x) < deadline);
  x->t->checks += steps;
  if (now(x) > deadline + GRACE)
    az_trial_broken(x->t, late, "domain %s: step %" PRIu64 " took %.1f s more than it had", x->of,
                    steps, now(x) - deadline);
  if (step == AZ_STEP_IMPROVED)
    az_trial_broken(x->t, for_ever,
                    "domain %s: %" PRIu64 " steps in %.1f s and no end%s; after step %" PRIu64
                    ": %s",
                    x->of, steps, now(x) - begin,
                    changed * 4 < steps ? ", and the rows do not change" : "", changed, last);
  else if (step != AZ_STEP_INDUCTIVE && step != AZ_STEP_STOPPED)
    az_trial_broken(x->t, no_answer, "domain %s: %d", x->of, (int)step);
  if (step != AZ_STEP_INDUCTIVE) return false;
  if (az_synthesis_check_rows(x->synthesis, x->value, now(x) + search_seconds(x->t)) == AZ_SAT)
    return report_violation(x), false;
  return true;
}

/* After its deadline, a step must return at once. */
static void hurry(search *x, const az_strategy_ops *ops, void *self) {
  az_trial_doing(x->t, "domain %s, a step whose deadline is over", x->of);
  double begin = now(x);
  void *value = x->domain.ops->value_new(x->domain.self);
  ops->step(self, value, begin);
  if (now(x) > begin + GRACE)
    az_trial_broken(x->t, late, "domain %s: a step whose deadline was over took %.1f s", x->of,
                    now(x) - begin);
  x->domain.ops->value_free(x->domain.self, value);
}

static void with_strategy(search *x, bool late_step, bool *found) {
  const az_strategy_ops *ops = x->t->desc->module->operations;
  az_error err = {.status = AZ_OK};
  az_trial_doing(x->t, "domain %s, open", x->of);
  void *self = ops->open(x->synthesis, x->t->desc, &err);
  if (!self) {
    if (err.status == AZ_OK) az_trial_broken(x->t, no_open, "domain %s", x->of);
    return;
  }
  x->value = x->domain.ops->value_new(x->domain.self);
  if (late_step)
    hurry(x, ops, self);
  else
    *found |= run(x, ops, self);
  x->domain.ops->value_free(x->domain.self, x->value);
  az_trial_doing(x->t, "domain %s, close", x->of);
  if (ops->close) ops->close(self);
}

static void prepare(search *x) {
  x->synthesis = az_synthesis_new(x->s->cuts, x->solver, &x->domain);
  az_synthesis_use(x->synthesis, x->strategies);
  az_synthesis_instantiate(x->synthesis, x->instances);
  az_synthesis_interpret(x->synthesis, x->s->context.analyses);
}

static void with_domain(az_trial *t, az_trial_subject *s, const char *name, bool *found,
                        az_error *err) {
  search x = {.t = t, .s = s, .of = name};
  az_error misfit = {.status = AZ_OK};
  x.solver = az_solver_new(s->store, t->registry, &(az_solver_config){.name = "trial"}, err);
  if (!x.solver) return;
  for (size_t i = 0; i < arrlenu(s->ssa->facts); i++) az_solver_assert(x.solver, s->ssa->facts[i]);
  x.instances = az_instances_new(s->cuts);
  az_sources_update(s->sources, az_clock(&s->work) + search_seconds(t));
  if (az_domain_open(&s->context, s->domain, &x.domain, err) == AZ_OK) {
    x.strategies = az_strategies_resolve(t->registry, &x.domain, t->desc, &misfit);
    /* If az_strategies_of returns another strategy, the tried one does not fit the domain. */
    if (x.strategies && az_strategies_of(x.strategies, &x.domain)->module == t->desc->module &&
        x.domain.ops->row_count(x.domain.self)) {
      for (int late_step = 0; late_step < 2; late_step++) {
        prepare(&x);
        with_strategy(&x, late_step, found);
        az_synthesis_free(x.synthesis);
      }
      t->subjects++;
    }
    az_strategies_free(x.strategies);
    az_domain_close(&x.domain);
  }
  az_instances_free(x.instances);
  az_solver_free(x.solver);
}

/* Returns whether the strategy fits the domain, which is opened without a program. */
static bool fits(az_trial *t, const az_desc *desc) {
  az_store *store = az_store_new();
  az_domain_context context = {.store = store, .registry = t->registry};
  az_domain domain;
  az_error ignored = {.status = AZ_OK};
  bool fit = false;
  if (az_domain_open(&context, desc, &domain, &ignored) == AZ_OK) {
    az_strategies *s = az_strategies_resolve(t->registry, &domain, t->desc, &ignored);
    fit = s && az_strategies_of(s, &domain)->module == t->desc->module;
    az_strategies_free(s);
    az_domain_close(&domain);
  }
  az_store_free(store);
  return fit;
}

/* Returns the domains that need no options, followed by composites of two of them. */
static az_desc **candidates(az_trial *t) {
  const az_module **leaves = az_trial_leaves(t);
  const az_module *composite = az_trial_composite(t, AZ_OPT_DOMAINS);
  az_desc **list = NULL;
  for (size_t i = 0; i < arrlenu(leaves); i++) arrput(list, az_desc_new(leaves[i]));
  for (size_t i = 0; composite && i + 1 < arrlenu(leaves); i += 2) {
    az_desc *both[2] = {list[i], list[i + 1]}, *made = az_desc_new(composite);
    az_trial_set(made, az_trial_option(composite, AZ_OPT_DOMAINS), both, 2);
    arrput(list, made);
  }
  arrfree(leaves);
  return list;
}

void az_trial_strategy(az_trial *t, const char *text, az_error *err) {
  bool found = false;
  const uint32_t before = t->subjects;
  az_desc **list = candidates(t);
  for (size_t i = 0; i < arrlenu(list); i++) {
    az_trial_subject *s = NULL;
    if (err->status == AZ_OK && t->subjects < before + DOMAINS && fits(t, list[i]))
      s = az_trial_subject_new(t, text, list[i], err);
    if (s) {
      with_domain(t, s, list[i]->module->name, &found, err);
      az_trial_subject_free(s);
    }
  }
  for (size_t i = 0; i < arrlenu(list); i++) az_desc_free(list[i]);
  arrfree(list);
  if (err->status == AZ_OK && t->subjects > before && !found && !strcmp(t->program, "numbers"))
    az_trial_broken(t, "step: it finds no invariant of a loop of ten states", "domains tried: %u",
                    t->subjects - before);
}
