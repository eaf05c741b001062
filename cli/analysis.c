/* The commands show equations, show analysis, and verify --no-check: the equations and results of
 * abstract interpretation, with the domain and the strategy of the first stage. */
#include "cli/analysis.h"
#include "abstract/analyses.h"
#include "ansatz/strategy.h"
#include "cli/analysis_runs.h"
#include "cli/cli.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct shown {
  az_analyses *analyses;
  const az_analysis *analysis;
  const az_equations *equations;
  az_limits limits;
  double translation, iteration; /* seconds */
  FILE *out;
} shown;

/* Derives the configuration of the equations from the options; fills `limits`. */
static az_status config_of(const az_task_options *o, az_limits *limits, az_abstract_config *config,
                           az_error *err) {
  *limits = az_limits_default();
  az_switches switches = az_switches_default();
  for (size_t i = 0; i < arrlenu(o->method.limits); i++)
    if (az_limits_parse(limits, o->method.limits[i], err) != AZ_OK) return err->status;
  for (size_t i = 0; i < arrlenu(o->method.switches); i++)
    if (az_switches_parse(&switches, o->method.switches[i], err) != AZ_OK) return err->status;
  *config = (az_abstract_config){.classes = o->resolved.requests[0].classes,
                                 .overflow_assumed = o->reading.overflow == AZ_SO_ASSUME,
                                 .limits = limits,
                                 .calls = (az_calls)switches.calls};
  return AZ_OK;
}

int az_show_equations(const az_program *p, az_registry *registry, const az_task_options *o,
                      FILE *out) {
  az_error err = {.status = AZ_OK};
  az_limits limits;
  az_abstract_config config;
  az_abstract *a = NULL;
  if (config_of(o, &limits, &config, &err) == AZ_OK)
    a = az_abstract_new(p, registry, &config, &err);
  if (!a) return az_cli_error(&err);
  az_equations_print(az_abstract_equations(a), out);
  az_abstract_free(a);
  return 0;
}

static void print_place(const shown *a, uint32_t point) {
  char where[256];
  const az_point *p = &a->equations->points[point];
  fprintf(a->out, "point %u at %s", point,
          az_loc_text(a->equations->program, p->loc, where, sizeof where));
  if (p->head) fprintf(a->out, ", head of loop %s", p->head);
}

static void print_state(const shown *a, const void *state) {
  const az_transfer_ops *ops = a->analysis->transfer.ops;
  if (!state || ops->is_bottom(a->analysis->transfer.self, state)) {
    fputs("  _|_\n", a->out);
    return;
  }
  char *text = ops->print(a->analysis->transfer.self, state), *rest = text;
  for (char *line; (line = strsep(&rest, "\n"));)
    if (*line) fprintf(a->out, "  %s\n", line);
  free(text);
}

static void print_iterate(void *ctx, uint32_t point, const char *how, const void *state) {
  const shown *a = ctx;
  print_place(a, point);
  fprintf(a->out, "%s%s\n", *how ? ", by " : "", how);
  print_state(a, state);
}

/* Runs the analysis of the first stage: its domain, with the requested strategy. */
static az_status analyse(shown *a, const az_program *p, az_registry *registry,
                         const az_task_options *o, bool each_statement, az_error *err) {
  size_t count = 0;
  az_abstract_config config;
  az_stage *stages = az_task_stages(o, registry, p, o->resolved.requests[0].name, &count, err);
  if (!stages || !count || !stages[0].domain)
    return az_fail(
        err, AZ_ERR_INPUT,
        "the configuration selects no domain for this program (choose one with --domain EXPR)");
  if (config_of(o, &a->limits, &config, err) != AZ_OK) return err->status;
  config.each_statement = each_statement;
  const az_desc *domain = stages[0].domain,
                *strategy = o->method.strategy ? stages[0].strategy : NULL;
  az_desc *const *own;
  if (az_desc_modules(domain, "strategy", &own)) strategy = NULL;
  a->analyses = az_analyses_alone(p, registry, &config);
  if (o->output.iterates) az_analyses_watch(a->analyses, print_iterate, a);
  double start = az_clock(NULL);
  a->analysis = az_analyses_open(a->analyses, domain, strategy, err);
  if (!a->analysis) return err->status;
  a->equations = a->analysis->equations;
  double begin = az_clock(NULL);
  a->translation = begin - start;
  az_status status = az_analysis_solve(a->analysis, 0, err);
  a->iteration = az_clock(NULL) - begin;
  return status;
}

static void print_stats(const shown *a) {
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
              a->analysis->solution.iterations[p]);
}

static void print_remark(void *ctx, az_remark_kind kind, az_loc loc, const char *text) {
  const shown *a = ctx;
  char where[256];
  switch (kind) {
  case AZ_REMARK_ALARM:
  case AZ_REMARK_ENTRY:
    fprintf(a->out, "  alarm      %s: %s\n",
            az_loc_text(a->equations->program, loc, where, sizeof where), text);
    break;
  case AZ_REMARK_ASSUMED: fprintf(a->out, "  assumed    at the entry: %s\n", text); break;
  case AZ_REMARK_NOT_FOLLOWED: fprintf(a->out, "  not followed: %s\n", text); break;
  }
}

/* Prints remarks except alarms about accesses, since the solver would decide these. */
static void print_remark_unchecked(void *ctx, az_remark_kind kind, az_loc loc, const char *text) {
  if (kind != AZ_REMARK_ALARM) print_remark(ctx, kind, loc, text);
}

int az_show_analysis(const az_program *p, az_registry *registry, const az_task_options *o,
                     FILE *out) {
  az_error err = {.status = AZ_OK};
  shown a = {.out = out};
  az_status status = analyse(&a, p, registry, o, true, &err);
  if (status == AZ_OK && o->output.iterates) fputs("solution:\n", out);
  for (uint32_t i = 0; status == AZ_OK && i < a.equations->point_count; i++) {
    print_place(&a, i);
    fputc('\n', out);
    print_state(&a, a.analysis->solution.states[i]);
  }
  if (status == AZ_OK) az_analysis_remarks(a.analysis, &(az_remark_sink){print_remark, &a});
  if (status == AZ_OK && o->output.stats) print_stats(&a);
  az_analyses_free(a.analyses);
  return status == AZ_OK ? 0 : az_cli_error(&err);
}

/* ---- verify --no-check ----------------------------------------------------------------------- */

typedef struct claim_printer {
  const shown *analysis;
  const az_point *point;
  bool made; /* C has no name for a variable of the claim */
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

/* Implements --check-invariants. Returns false, and prints why, if a claim is false in a run. */
static bool check_in_runs(const shown *a, const az_task_options *o, az_error *err) {
  az_analysis_runs report;
  az_analysis_run(az_analysis_program(a->analysis), &a->analysis->transfer, &a->analysis->solution,
                  o->resolved.requests[0].classes, o->evidence.invariant_runs, &report);
  fprintf(a->out, "  %u runs: %llu states at loop heads, %llu claims evaluated\n", report.runs,
          (unsigned long long)report.states, (unsigned long long)report.claims);
  if (*report.violated)
    az_fail(err, AZ_ERR_INTERNAL, "the analysis is wrong: violated in a run: %s", report.violated);
  return !*report.violated;
}

int az_print_unchecked(const az_program *p, az_registry *registry, const az_task_options *o,
                       FILE *out) {
  az_error err = {.status = AZ_OK};
  shown a = {.out = out};
  az_status status = analyse(&a, p, registry, o, false, &err);
  for (uint32_t i = 0; status == AZ_OK && i < a.equations->point_count; i++) {
    const az_point *point = &a.equations->points[i];
    const void *state = a.analysis->solution.states[i];
    const az_transfer *domain = &a.analysis->transfer;
    claim_printer c = {.analysis = &a, .point = point};
    if (!point->head) continue;
    if (!state || domain->ops->is_bottom(domain->self, state))
      print_claim(&c, AZ_NO_TERM, "false");
    else
      domain->ops->claims(domain->self, state, &(az_claim_sink){print_claim, &c});
  }
  if (status == AZ_OK) {
    az_analysis_remarks(a.analysis, &(az_remark_sink){print_remark_unchecked, &a});
    if (o->output.stats) print_stats(&a);
    if (o->evidence.invariant_runs && !check_in_runs(&a, o, &err)) status = err.status;
  }
  if (status == AZ_OK) {
    const char *assumed = az_transfer_assumed(&a.analysis->transfer);
    fprintf(out, "VERDICT: unknown (the analysis was not checked%s)\n",
            assumed ? ", and assumes an entry state" : "");
  }
  az_analyses_free(a.analyses);
  return status == AZ_OK ? 5 : az_cli_error(&err);
}
