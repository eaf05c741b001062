/* ansatz show equations|analysis, verify --no-check: what abstract interpretation works on and what
 * it finds, with the domain and the strategy of the first stage. */
#include "cli/analysis.h"
#include "abstract/abstract.h"
#include "ansatz/strategy.h"
#include "cli/analysis_runs.h"
#include "cli/cli.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct analysis {
  az_abstract *abstract;
  const az_equations *equations;
  az_transfer transfer;
  az_solution solution;
  bool solved;
  double translation, iteration; /* seconds */
  FILE *out;
} analysis;

static az_abstract *translate(const az_program *p, az_registry *registry, const az_task_options *o,
                              bool each_statement, az_error *err) {
  az_limits limits = az_limits_default();
  for (size_t i = 0; i < arrlenu(o->limits); i++)
    if (az_limits_parse(&limits, o->limits[i], err) != AZ_OK) return NULL;
  az_switches switches = az_switches_default();
  for (size_t i = 0; i < arrlenu(o->switches); i++)
    if (az_switches_parse(&switches, o->switches[i], err) != AZ_OK) return NULL;
  az_abstract_config config = {.classes = o->requests[0].classes,
                               .overflow_assumed = o->overflow == AZ_SO_ASSUME,
                               .limits = &limits,
                               .once_a_function = switches.call_summaries,
                               .each_statement = each_statement};
  return az_abstract_new(p, registry, &config, err);
}

int az_show_equations(const az_program *p, az_registry *registry, const az_task_options *o,
                      FILE *out) {
  az_error err = {.status = AZ_OK};
  az_abstract *a = translate(p, registry, o, false, &err);
  if (!a) return az_cli_error(&err);
  az_equations_print(az_abstract_equations(a), out);
  az_abstract_free(a);
  return 0;
}

/* The domain's own strategy, the one that was asked for, or the first that solves equations. */
static az_desc *strategy_of(az_registry *registry, const az_task_options *o, const az_stage *stage,
                            az_error *err) {
  az_desc *const *own;
  const az_desc *given = o->strategy ? stage->strategy : NULL;
  if (az_desc_modules(stage->domain, "strategy", &own)) given = own[0];
  if (given) {
    const az_strategy_ops *ops = given->module->operations;
    if (ops->solve) return az_desc_copy(given);
    az_fail(err, AZ_ERR_INPUT,
            "the strategy %s does not interpret a program along its control flow",
            given->module->name);
    return NULL;
  }
  const az_module *const *modules;
  size_t n = az_registry_list(registry, &modules);
  for (size_t i = 0; i < n; i++) {
    const az_strategy_ops *ops = modules[i]->operations;
    if (modules[i]->kind == AZ_MODULE_STRATEGY && ops->solve) return az_desc_new(modules[i]);
  }
  az_fail(err, AZ_ERR_INPUT, "no strategy interprets programs along their control flow");
  return NULL;
}

static void close_analysis(analysis *a) {
  if (a->solution.states) az_solution_free(&a->solution, a->equations, &a->transfer);
  if (a->transfer.ops) az_transfer_close(&a->transfer);
  az_abstract_free(a->abstract);
}

static void print_place(const analysis *a, uint32_t point) {
  char where[256];
  const az_point *p = &a->equations->points[point];
  fprintf(a->out, "point %u at %s", point,
          az_loc_text(a->equations->program, p->loc, where, sizeof where));
  if (p->head) fprintf(a->out, ", head of loop %s", p->head);
}

static void print_state(const analysis *a, const void *state) {
  const az_transfer_ops *ops = a->transfer.ops;
  if (!state || ops->is_bottom(a->transfer.self, state)) {
    fputs("  _|_\n", a->out);
    return;
  }
  char *text = ops->print(a->transfer.self, state), *rest = text;
  for (char *line; (line = strsep(&rest, "\n"));)
    if (*line) fprintf(a->out, "  %s\n", line);
  free(text);
}

static void print_iterate(void *ctx, uint32_t point, const char *how, const void *state) {
  const analysis *a = ctx;
  print_place(a, point);
  fprintf(a->out, "%s%s\n", *how ? ", by " : "", how);
  print_state(a, state);
}

static az_status analyse(analysis *a, const az_program *p, az_registry *registry,
                         const az_task_options *o, bool each_statement, bool iterates,
                         az_error *err) {
  size_t count = 0;
  az_stage *stages = az_task_stages(o, registry, p, o->requests[0].name, &count, err);
  if (!stages || !count || !stages[0].domain)
    return az_fail(
        err, AZ_ERR_INPUT,
        "the configuration selects no domain for this program (choose one with --domain EXPR)");
  az_desc *strategy = strategy_of(registry, o, &stages[0], err);
  double start = az_clock();
  if (strategy) a->abstract = translate(p, registry, o, each_statement, err);
  if (!a->abstract) {
    az_desc_free(strategy);
    return err->status;
  }
  a->equations = az_abstract_equations(a->abstract);
  double begin = az_clock();
  a->translation = begin - start;
  az_status status = az_transfer_open(&a->equations->context, stages[0].domain, &a->transfer, err);
  if (status == AZ_OK) {
    a->solution = az_solution_new(a->equations);
    if (iterates) a->solution.iterate = print_iterate, a->solution.ctx = a;
    const az_strategy_ops *ops = strategy->module->operations;
    status = ops->solve(a->equations, &a->transfer, strategy, &a->solution, 0, err);
    a->iteration = az_clock() - begin;
  }
  az_desc_free(strategy);
  return status;
}

static void print_stats(const analysis *a) {
  uint64_t actions = 0;
  for (uint32_t i = 0; i < a->equations->edge_count; i++)
    actions += a->equations->edges[i].action_count;
  fprintf(a->out, "  equations  %.6f s  %u points, %u edges, %llu actions, %u variables\n",
          a->translation, a->equations->point_count, a->equations->edge_count,
          (unsigned long long)actions, a->equations->context.var_count);
  fprintf(a->out, "  analysis   %.6f s\n", a->iteration);
  for (uint32_t p = 0; p < a->equations->point_count; p++)
    if (a->equations->points[p].head)
      fprintf(a->out, "  loop %s: %u iterations\n", a->equations->points[p].head,
              a->solution.iterations[p]);
}

static void print_causes(const analysis *a) {
  const char *assumed = az_transfer_assumed(&a->transfer);
  if (assumed) fprintf(a->out, "  assumed    at the entry: %s\n", assumed);
  for (uint32_t i = 0; i < a->equations->cause_count; i++)
    fprintf(a->out, "  not followed: %s\n", a->equations->causes[i]);
}

/* "FILE:3:7: A[b] may be an access behind the end". */
static void print_alarm(void *ctx, const az_alarm *alarm) {
  const analysis *a = ctx;
  char where[256];
  bool before = alarm->not_before != AZ_YES, behind = alarm->not_behind != AZ_YES;
  char *index = az_equations_term(a->equations, alarm->index);
  fprintf(a->out, "  alarm      %s: %s[%s] %s ",
          az_loc_text(a->equations->program, alarm->loc, where, sizeof where), alarm->array->name,
          index, alarm->not_before == AZ_NO || alarm->not_behind == AZ_NO ? "is" : "may be");
  if (alarm->not_before == AZ_NO || alarm->not_behind == AZ_NO)
    before = alarm->not_before == AZ_NO, behind = alarm->not_behind == AZ_NO;
  fprintf(a->out, "%s\n",
          before && behind ? "outside the array"
          : before         ? "before the first cell"
                           : "past the last cell");
  free(index);
}

/* "FILE:9:3: call of f: A may not be {0} [0,9] {n}, which is not used". */
static void print_broken(void *ctx, az_loc call, const char *function, const char *text) {
  const analysis *a = ctx;
  char where[256];
  fprintf(a->out, "  alarm      %s: entry of %s: %s, which is not used\n",
          az_loc_text(a->equations->program, call, where, sizeof where), function, text);
}

static void print_entries(analysis *a) {
  az_broken_entries(a->equations, &a->transfer, &a->solution, &(az_entry_sink){print_broken, a});
}

int az_show_analysis(const az_program *p, az_registry *registry, const az_task_options *o,
                     FILE *out) {
  az_error err = {.status = AZ_OK};
  analysis a = {.out = out};
  az_status status = analyse(&a, p, registry, o, true, o->iterates, &err);
  if (status == AZ_OK && o->iterates) fputs("solution:\n", out);
  for (uint32_t i = 0; status == AZ_OK && i < a.equations->point_count; i++) {
    print_place(&a, i);
    fputc('\n', out);
    print_state(&a, a.solution.states[i]);
  }
  if (status == AZ_OK)
    az_alarms(a.equations, &a.transfer, &a.solution, &(az_alarm_sink){print_alarm, &a});
  if (status == AZ_OK) print_entries(&a);
  if (status == AZ_OK) print_causes(&a);
  if (status == AZ_OK && o->stats) print_stats(&a);
  close_analysis(&a);
  return status == AZ_OK ? 0 : az_cli_error(&err);
}

/* ---- verify --no-check ------------------------------------------------------------------------
 */

typedef struct claim_printer {
  const analysis *analysis;
  const az_point *point;
  bool made; /* the claim is about a variable that C has no name for */
} claim_printer;

static void see_variable(void *ctx, az_term var) {
  claim_printer *c = ctx;
  const az_transfer_context *context = &c->analysis->equations->context;
  uint32_t v = context->var_of(context, var);
  if (v != AZ_NONE && context->vars[v].made) c->made = true;
}

static void print_claim(void *ctx, az_term claim, const char *text) {
  claim_printer *c = ctx;
  char where[256];
  const az_program *p = c->analysis->equations->program;
  c->made = false;
  if (claim) az_free_vars(p->store, &claim, 1, see_variable, c);
  if (c->made) return;
  fprintf(c->analysis->out, "  invariant  %s  loop %s: %s\n",
          az_loc_text(p, c->point->loc, where, sizeof where), c->point->head, text);
}

/* --check-invariants: false, and why, if a claim is false in a run. */
static bool check_in_runs(const analysis *a, const az_task_options *o, az_error *err) {
  az_analysis_runs report;
  az_analysis_run(a->abstract, &a->transfer, &a->solution, o->requests[0].classes,
                  o->invariant_runs, &report);
  fprintf(a->out, "  %u runs: %llu states at loop heads, %llu claims evaluated\n", report.runs,
          (unsigned long long)report.states, (unsigned long long)report.claims);
  if (*report.violated)
    az_fail(err, AZ_ERR_INTERNAL, "the analysis is wrong: violated in a run: %s", report.violated);
  return !*report.violated;
}

int az_print_unchecked(const az_program *p, az_registry *registry, const az_task_options *o,
                       FILE *out) {
  az_error err = {.status = AZ_OK};
  analysis a = {.out = out};
  az_status status = analyse(&a, p, registry, o, false, o->iterates, &err);
  for (uint32_t i = 0; status == AZ_OK && i < a.equations->point_count; i++) {
    const az_point *point = &a.equations->points[i];
    const void *state = a.solution.states[i];
    claim_printer c = {.analysis = &a, .point = point};
    if (!point->head) continue;
    if (!state || a.transfer.ops->is_bottom(a.transfer.self, state))
      print_claim(&c, AZ_NO_TERM, "false");
    else
      a.transfer.ops->claims(a.transfer.self, state, &(az_claim_sink){print_claim, &c});
  }
  if (status == AZ_OK) {
    print_entries(&a);
    print_causes(&a);
    if (o->stats) print_stats(&a);
    if (o->invariant_runs && !check_in_runs(&a, o, &err)) status = err.status;
  }
  if (status == AZ_OK) {
    const char *assumed = az_transfer_assumed(&a.transfer);
    fprintf(out, "VERDICT: unknown (the analysis was not checked%s)\n",
            assumed ? ", and assumes an entry state" : "");
  }
  close_analysis(&a);
  return status == AZ_OK ? 5 : az_cli_error(&err);
}
