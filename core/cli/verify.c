/* ansatz verify: task -> program -> stages of the engine, one property after the other, in a
 * supervised worker. */
#include "cli/cli.h"
#include "cli/report.h"
#include "cli/supervise.h"
#include <errno.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

static const uint32_t supported = 1u << AZ_C_UNREACH | 1u << AZ_C_OVERFLOW |
                                  1u << AZ_C_UNSIGNED_OVERFLOW | 1u << AZ_C_DIV_BY_ZERO |
                                  1u << AZ_C_SHIFT | 1u << AZ_C_BOUNDS | 1u << AZ_C_CONVERSION |
                                  AZ_MEMORY_CLASSES;

static bool same(const char *a, const char *b) {
  return a == b || (a && b && !strcmp(a, b));
}

/* Runs the stages on one property. Neighbours that differ in their domain alone are one run of the
 * engine with several forms of invariants. */
static az_result *decide(const az_task_options *o, const az_program *p, az_registry *registry,
                         const az_asked *asked, double cpu_end, az_error *err) {
  size_t count = 0;
  az_stage *stages = az_task_stages(o, registry, p, asked->name, &count, err);
  az_result *result = NULL;
  for (size_t i = 0; stages && i < count && err->status == AZ_OK;) {
    az_form *forms = NULL;
    size_t n = i;
    for (;
         n < count && same(stages[n].mode, stages[i].mode) &&
         same(stages[n].solver, stages[i].solver) && stages[n].max_unwind == stages[i].max_unwind &&
         stages[n].incremental == stages[i].incremental &&
         stages[n].lockstep == stages[i].lockstep && stages[n].every_k == stages[i].every_k &&
         stages[n].test_runs == stages[i].test_runs;
         n++) {
      az_form form = {stages[n].domain, stages[n].strategy, stages[n].share};
      if (form.domain) arrput(forms, form);
    }
    az_engine_config c = {.forms = forms,
                          .form_count = arrlenu(forms),
                          .solver = o->solver ? o->solver : stages[i].solver,
                          .max_unwind = o->max_unwind ? o->max_unwind : stages[i].max_unwind,
                          .overflow = o->overflow,
                          .incremental = stages[i].incremental,
                          .lockstep = stages[i].lockstep,
                          .every_k = stages[i].every_k,
                          .replay = o->replay,
                          .test_runs = stages[i].test_runs && o->replay,
                          .work_folder = o->work_folder,
                          .dump = o->dump};
    if (!stages[i].mode || !az_mode_parse(stages[i].mode, &c.mode, err)) {
      double rest = cpu_end - az_cpu();
      c.cpu_end = cpu_end <= 0 ? 0 : n == count ? cpu_end : az_cpu() + rest * stages[i].share;
      az_result_free(result);
      result = az_engine_run(p, registry, asked->classes, &c, err);
    }
    arrfree(forms);
    if (!result || result->verdict != AZ_V_UNKNOWN || (cpu_end > 0 && az_cpu() >= cpu_end - 0.02))
      break;
    i = n;
  }
  if (stages) az_stages_free(stages, count);
  return result;
}

/* false before unknown before true. */
static int combine(const az_property_report *reports, FILE *out, json_t *object) {
  const az_property_report *worst = &reports[0];
  for (size_t i = 1; i < arrlenu(reports); i++) {
    int rank[] = {[AZ_V_TRUE] = 0, [AZ_V_UNKNOWN] = 1, [AZ_V_FALSE] = 2};
    if (rank[reports[i].kind] > rank[worst->kind]) worst = &reports[i];
  }
  if (object)
    json_object_set_new(object, "verdict", json_string(worst->verdict));
  else
    fprintf(out, "VERDICT: %s\n", worst->verdict);
  return worst->kind == AZ_V_TRUE ? 0 : worst->kind == AZ_V_FALSE ? 10 : worst->resource ? 3 : 5;
}

static int work(void *ctx, FILE *out) {
  az_task_options *o = ctx;
  az_error err = {.status = AZ_OK};
  double cpu_end = o->timeout > 0 ? o->timeout * 0.97 - 0.02 : 0;
  az_registry *registry = az_registry_new(&err);
  if (!registry) return az_cli_error(&err);
  if (o->solver && !az_registry_find(registry, AZ_MODULE_SOLVER, o->solver, &err))
    return az_cli_error(&err);
  json_t *object = o->json ? json_object() : NULL, *properties = json_array();
  az_property_report *reports = NULL;
  az_program *p = NULL;
  az_store *store = NULL;
  uint32_t classes = 0;
  int top_k = 0;
  json_int_t calls = 0;
  for (size_t i = 0; i < arrlenu(o->asked); i++) {
    const az_asked *asked = &o->asked[i];
    if (!p || classes != asked->classes) { /* which checks the compiler adds depends on them */
      az_program_free(p);
      az_store_free(store);
      store = az_store_new();
      classes = asked->classes;
      p = az_task_program(o, store, classes, &err);
      if (!p) return az_cli_error(&err);
      for (uint32_t w = 0; i == 0 && w < p->warning_count; w++)
        fprintf(stderr, "ansatz: warning: %s\n", p->warnings[w]);
    }
    az_property_report report;
    az_result none = {.reason = NULL};
    az_result *result = &none;
    char reason[128];
    if (asked->classes & ~supported) {
      snprintf(reason, sizeof reason, "%s is not supported yet", asked->name);
      none.reason = reason;
    } else {
      double rest =
          cpu_end > 0 ? az_cpu() + (cpu_end - az_cpu()) / (double)(arrlenu(o->asked) - i) : 0;
      result = decide(o, p, registry, asked, rest, &err);
      if (!result) return az_cli_error(&err);
    }
    az_report_verdict(p, asked, result, &report);
    arrput(reports, report);
    az_supervise_status(report.verdict);
    if (o->json)
      json_array_append_new(properties, az_report_json(o, p, asked, result, &report));
    else
      az_report_text(o, p, asked, result, &report, out);
    if ((int)result->k > top_k) top_k = (int)result->k;
    calls += (json_int_t)(result->base.calls + result->step.calls);
    if (result != &none) az_result_free(result);
  }
  int status = combine(reports, out, object);
  if (o->json) {
    struct rusage self;
    getrusage(RUSAGE_SELF, &self);
    json_object_set_new(object, "properties", properties);
    json_object_set_new(object, "k", json_integer(top_k));
    json_object_set_new(object, "cpu", json_real(az_cpu()));
    json_object_set_new(object, "memory", json_integer((json_int_t)self.ru_maxrss * 1024));
    json_object_set_new(object, "solver_calls", json_integer(calls));
    json_dumpf(object, out, JSON_COMPACT | JSON_PRESERVE_ORDER);
    fputc('\n', out);
  }
  /* The worker ends here: its memory goes with it. */
  return status;
}

static int lost(void *ctx, const char *why, const char *so_far) {
  az_task_options *o = ctx;
  if (*so_far) fprintf(stderr, "ansatz: the worker ended early; so far: %s\n", so_far);
  if (o->json)
    printf("{\"verdict\":\"unknown (%s)\",\"properties\":[]}\n", why);
  else
    printf("VERDICT: unknown (%s)\n", why);
  return 3;
}

int az_cli_verify(int argc, char **argv) {
  az_task_options o;
  int status = az_task_options_parse(&o, argc, argv);
  if (status) return -1 - status;
  if (o.dump && mkdir(o.dump, 0777) && errno != EEXIST) {
    fprintf(stderr, "ansatz: cannot make the folder of --dump: %s: %s\n", o.dump, strerror(errno));
    status = errno == ENOSPC ? 3 : 2;
  } else {
    status = az_task_run(&o, work, lost);
  }
  az_task_options_free(&o);
  return status;
}
