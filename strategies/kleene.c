/* Abstract interpretation along the control flow as a strategy (kleene_iteration.c). States are
 * computed without a solver.
 *
 * As a strategy for rows, it gives each row the least parameter that the state at its loop head
 * allows (kleene_rows.c). Then the solver refutes rows: a refuted row becomes top and is
 * reported. */
#include "ansatz/event.h"
#include "kleene_iteration.h"
#include "kleene_rows.h"
#include <stb/stb_ds.h>
#include <stdlib.h>

static void close_kleene(void *self) {
  kleene *k = self;
  if (k->shown) k->domain->ops->value_free(k->domain->self, k->shown);
  free(k);
}

static void *open_kleene(az_synthesis *synthesis, const az_desc *options, az_error *err) {
  kleene *k = az_calloc(1, sizeof *k);
  k->synthesis = synthesis;
  k->domain = az_synthesis_domain(synthesis);
  az_error why = {.status = AZ_OK};
  az_analyses *analyses = az_synthesis_analyses(synthesis);
  if (!analyses) {
    az_fail(err, AZ_ERR_INTERNAL, "this synthesis has no program to interpret");
    close_kleene(k);
    return NULL;
  }
  k->analysis = az_analyses_open(analyses, k->domain->desc, options, &why);
  if (k->analysis) return k;
  if (why.status == AZ_ERR_RESOURCE) { /* without a result, but not an error */
    az_synthesis_note(synthesis, why.message);
    return k;
  }
  az_fail(err, why.status, "%s", why.message);
  close_kleene(k);
  return NULL;
}

static void note_refuted(void *ctx, uint32_t row, const void *value) {
  kleene *k = ctx;
  char *text = k->domain->ops->print(k->domain->self, row, value);
  char *note = az_asprintf("refuted by the solver: %s", text ? text : "a row");
  az_synthesis_note(k->synthesis, note);
  free(note);
  free(text);
}

/* Verdicts do not depend on assumptions of the analysis, since rows that need them are refuted. */
static void note_remark(void *ctx, az_remark_kind kind, az_loc loc, const char *text) {
  kleene *k = ctx;
  char where[256], *note = NULL;
  if (kind == AZ_REMARK_ASSUMED)
    note = az_asprintf("the analysis assumed at the entry: %s; the verdict does not", text);
  if (kind == AZ_REMARK_ENTRY)
    note = az_asprintf(
        "%s: %s", az_loc_text(k->analysis->equations->program, loc, where, sizeof where), text);
  if (note) az_synthesis_note(k->synthesis, note);
  free(note);
}

/* Logs an iterate of a loop head, as rows. */
static void show_iterate(void *ctx, uint32_t point, const char *how, const void *state) {
  kleene *k = ctx;
  if (!k->analysis->equations->points[point].head || !state) return;
  k->only = state;
  kleene_set_rows(k, k->domain, k->shown);
  k->only = NULL;
  az_synthesis_show(k->synthesis, k->shown, how);
}

static az_status solve(kleene *k, double deadline, az_error *err) {
  const az_domain *d = k->domain;
  az_analyses *analyses = az_synthesis_analyses(k->synthesis);
  kleene_build_rows(k, d);
  bool logs = az_log_on(az_store_log(az_synthesis_store(k->synthesis)), AZ_TOPIC_synth);
  if (logs && !k->shown) {
    k->shown = d->ops->value_new(d->self);
    az_synthesis_show(k->synthesis, k->shown, "start");
  }
  if (logs) az_analyses_watch(analyses, show_iterate, k);
  az_status status = az_analysis_solve(k->analysis, deadline, err);
  if (logs) az_analyses_watch(analyses, NULL, NULL);
  return status;
}

static az_step kleene_step(void *self, void *value, double deadline) {
  kleene *k = self;
  if (!k->analysis) return AZ_STEP_STOPPED;
  if (k->begun) { /* drops rows that can be violated with the other rows as facts */
    az_answer answer = az_synthesis_refute(k->synthesis, value, deadline, note_refuted, k);
    return answer == AZ_UNSAT ? AZ_STEP_INDUCTIVE : AZ_STEP_STOPPED;
  }
  az_error err = {.status = AZ_OK};
  if (solve(k, deadline, &err) != AZ_OK) {
    az_synthesis_note(k->synthesis, err.message);
    return AZ_STEP_STOPPED;
  }
  k->begun = true;
  az_analysis_remarks(k->analysis, &(az_remark_sink){note_remark, k});
  kleene_set_rows(k, k->domain, value);
  return AZ_STEP_IMPROVED;
}

static const az_strategy_ops kleene_operations = {.needs = AZ_NEEDS_TRANSFER,
                                                  .open = open_kleene,
                                                  .close = close_kleene,
                                                  .step = kleene_step,
                                                  .solve = kleene_solve};

static const char *const widen_to[] = {"program", "list", NULL};

static const az_option kleene_options[] = {
    {.name = "widen_to",
     .type = AZ_OPT_ENUM,
     .summary = "thresholds of widening: the constants of the program, or the list of `thresholds`",
     .initial = "program",
     .choices = widen_to},
    {.name = "thresholds",
     .type = AZ_OPT_STRINGS,
     .summary = "with widen_to = \"list\": whole numbers at which widening stops first"},
    {.name = "threshold_steps",
     .type = AZ_OPT_INT,
     .summary = "widenings of a loop head that use thresholds, which may be many",
     .initial = "16",
     .least = 0,
     .greatest = INT32_MAX},
    {.name = "delay",
     .type = AZ_OPT_INT,
     .summary = "joins at a loop head before the first widening",
     .initial = "0",
     .least = 0,
     .greatest = INT32_MAX},
    {.name = "new_paths",
     .type = AZ_OPT_BOOL,
     .summary = "a loop head is not widened after an iteration that reached parts of its loop for "
                "the first time: these may keep variables bounded",
     .initial = "false"},
    {.name = "reanalysis",
     .type = AZ_OPT_INT,
     .summary = "further analyses, which start from the variables of the one before and analyse "
                "arrays again (domains of both)",
     .initial = "0",
     .least = 0,
     .greatest = 100},
    {.name = "narrowing",
     .type = AZ_OPT_INT,
     .summary = "descending (narrowing) iterations of each loop, at most",
     .initial = "4",
     .least = 0,
     .greatest = INT32_MAX},
    AZ_EQUATION_OPTIONS,
    {0}};

AZ_MODULE(kleene) = {
    AZ_MODULE_HEAD(AZ_MODULE_STRATEGY, "kleene", "1.0"),
    .summary = "abstract interpretation along the control flow: widening and narrowing in a weak "
               "topological order; the solver checks the result",
    .options = kleene_options,
    AZ_MODULE_OPERATIONS(kleene_operations),
};
