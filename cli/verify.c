/* ansatz verify: runs the pipeline in a supervised worker and prints the verdicts. */
#include "cli/certify.h"
#include "module/builtin.h"
#include "ansatz/allocate.h"
#include "cli/analysis.h"
#include "ansatz/clock.h"
#include "cli/cli.h"
#include "cli/cores.h"
#include "cli/iterates.h"
#include "cli/log.h"
#include "cli/report.h"
#include "cli/reuse.h"
#include "cli/supervise.h"
#include "cli/verify_witness.h"
#include "kiki/schedule.h"
#include "pipeline/pipeline.h"
#include "pipeline/services.h"
#include <errno.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

typedef struct verification {
  const az_task_options *o;
  az_registry *registry;
  FILE *out;
  bool warned;
  az_property_report *reports; /* stb_ds */
  json_t *properties;          /* --json */
  uint32_t k;                  /* the greatest of all properties */
  uint64_t calls;              /* number of calls of solvers */
  az_certificate *certificate; /* NULL: not requested */
  az_witness_check *check;     /* NULL: there is no witness to check */
  az_error failed;             /* an error while reporting */
  char *text;                  /* the verdicts so far, without --json; NULL: none */
  double telling;              /* CPU seconds spent in az_supervise_so_far */
  az_work work;
  az_arena *reused; /* contains the program of a proof with the last run's invariants; NULL: no
                       --reuse */
  const az_pipeline *pipeline;
  enum { CONTRACT_UNSEEN, CONTRACT_FINE, CONTRACT_EMPTY } contract; /* EMPTY: no state allowed */
  const char *deciding; /* the property to decide; NULL: no stages were requested for it yet */
} verification;

static void print_warnings(void *ctx, const az_program *p) {
  verification *v = ctx;
  for (uint32_t w = 0; !v->warned && w < p->warning_count; w++)
    fprintf(stderr, "ansatz: warning: %s\n", p->warnings[w]);
  v->warned = true;
}

static az_stage *configure(void *ctx, const az_program *p, const char *property, size_t *count,
                           az_error *err) {
  verification *v = ctx;
  if (!v->deciding) v->deciding = property;
  /* Non-termination is decided by the stages of another property; each process runs all of them. */
  bool is_part = strcmp(v->deciding, property) != 0;
  az_task_options o = *v->o;
  if (is_part) o.race.core = 0;
  az_stage *stages = az_task_stages(&o, v->registry, p, property, count, err);
  char line[512], modules[128];
  az_registry_loaded(v->registry, modules, sizeof modules);
  snprintf(line, sizeof line, "%s: modules are opened%s", property, modules);
  if (stages) az_supervise_status(line);
  return stages;
}

/* ---- how far it is --------------------------------------------------------------------------- */

static char *text_of(const verification *v, const az_program *p, const az_property_request *request,
                     const az_result *result, const az_property_report *one) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = az_open_memstream(&text, &size);
  if (v->text) fputs(v->text, out);
  az_report_text(&v->o->output, p, request, result, one, out);
  az_close_memstream(out);
  return text;
}

/* Stores the report in case the worker is ended: an object with the parts that print_lost reads. */
static void report_so_far(verification *v, const az_program *p, const az_property_request *request,
                          const az_result *so_far) {
  az_property_report one = {.property = request->name, .kind = AZ_V_UNKNOWN};
  json_t *properties = json_array();
  json_array_extend(properties, v->properties);
  char *text = NULL;
  if (so_far && v->o->output.json)
    json_array_append_new(properties, az_report_json(&v->o->output, p, request, so_far, &one));
  else if (so_far)
    text = text_of(v, p, request, so_far, &one);
  const char *found = "";
  for (size_t i = 0; i < arrlenu(v->reports); i++)
    if (v->reports[i].kind == AZ_V_FALSE) found = v->reports[i].verdict;
  json_t *message = json_pack("{s:s, s:s, s:o, s:s}", "property", request->name, "false", found,
                              "properties", properties, "text",
                              text      ? text
                              : v->text ? v->text
                                        : "");
  char *line = message ? json_dumps(message, JSON_COMPACT) : NULL;
  if (line) az_supervise_so_far(line);
  free(line);
  free(text);
  json_decref(message);
}

static void progress(void *ctx, const az_program *p, const az_property_request *request,
                     const az_result *so_far) {
  const double share = 0.01, at_least = 0.002; /* share of the time for reports, and seconds that
                                                  are always allowed */
  verification *v = ctx;
  char line[512], modules[128];
  az_registry_loaded(v->registry, modules, sizeof modules);
  snprintf(line, sizeof line, "%s: %s%s", request->name,
           so_far ? so_far->phase : "the program is being read", modules);
  az_supervise_status(line);
  double now = az_clock(NULL);
  if (v->telling > share * now + at_least) return;
  report_so_far(v, p, request, so_far);
  v->telling += az_clock(NULL) - now;
}

/* Writes a file about the verdict. In text output, its messages precede the line of the verdict. */
static void write_file(verification *v, const az_program *p, const az_property_request *request,
                       const az_result *result,
                       az_status (*write)(const az_task_options *, const az_program *,
                                          const az_property_request *, const az_result *, FILE *,
                                          az_error *)) {
  char *lines = NULL;
  size_t size = 0;
  FILE *out = az_open_memstream(&lines, &size);
  if (v->failed.status == AZ_OK) write(v->o, p, request, result, out, &v->failed);
  az_close_memstream(out);
  if (!v->o->output.json) {
    char *text = az_asprintf("%s%s", v->text, lines);
    free(v->text);
    v->text = text;
  }
  free(lines);
}

static az_result *check_witness(void *ctx, const az_program **p, const az_property_request *request,
                                const az_engine_config *options, az_error *err) {
  verification *v = ctx;
  return az_witness_check_decide(v->check, p, request, options, err);
}

static az_result *reuse(void *ctx, const az_program **p, const az_property_request *request,
                        const az_engine_config *options, az_error *err) {
  verification *v = ctx;
  (void)err;
  return az_reuse_decide(v->o, v->registry, p, request, options, v->reused);
}

/* Searches for a state that the entry contract allows, for at most a second, and only if less than
 * half of the time was used for the verdict. */
static void look_at_contract(verification *v) {
  az_error err = {.status = AZ_OK};
  az_frontend_options frontend = v->pipeline->frontend;
  az_engine_config options = v->pipeline->portfolio;
  const uint32_t classes = 1u << AZ_C_UNREACH;
  bool assumes = false;
  v->contract = CONTRACT_FINE;
  for (size_t i = 0; i < frontend.contract_count; i++)
    assumes |= frontend.contract[i].kind == AZ_CONTRACT_ASSUME;
  double now = az_clock(&v->work), limit = v->pipeline->cpu_limit;
  if (!assumes || (limit > 0 && now > limit / 2)) return;
  frontend.contract_alone = true;
  az_frontend_for(&frontend, classes, options.overflow == AZ_SO_WRAP);
  az_store *store = az_store_new();
  az_store_set_work(store, &v->work);
  options.services = &az_services_all;
  options.replay = options.certify = false;
  options.cpu_end = now + 1;
  az_program *p = az_frontend(&frontend, store, &err);
  size_t count = 0;
  az_stage *stages = p ? configure(v, p, "unreach-call", &count, &err) : NULL;
  az_result *result = stages ? az_portfolio_run(p, v->registry, classes,
                                                (az_configuration){stages, count}, &options, &err)
                             : NULL;
  if (result && result->verdict == AZ_V_TRUE) v->contract = CONTRACT_EMPTY;
  az_result_free(result);
  az_stages_free(stages, count);
  az_program_free(p);
  az_store_free(store);
}

static void report(void *ctx, const az_program *p, const az_property_request *request,
                   const az_result *result) {
  verification *v = ctx;
  az_property_report one;
  az_report_verdict(v->o, p, request, result, &one);
  if (one.kind == AZ_V_TRUE && v->contract == CONTRACT_UNSEEN) look_at_contract(v);
  if (one.kind == AZ_V_TRUE && v->contract == CONTRACT_EMPTY)
    one.note = "no state satisfies the entry contract: the verdict is about no execution";
  arrput(v->reports, one);
  if (v->o->output.json) {
    json_array_append_new(v->properties, az_report_json(&v->o->output, p, request, result, &one));
  } else {
    char *text = text_of(v, p, request, result, &one);
    free(v->text);
    v->text = text;
  }
  if (v->o->evidence.witness && one.kind != AZ_V_UNKNOWN)
    write_file(v, p, request, result, az_cli_write_witness);
  if (v->o->evidence.test_file && one.kind == AZ_V_FALSE)
    write_file(v, p, request, result, az_cli_write_test);
  if (v->reused) az_reuse_store(v->o, p, request, result);
  v->deciding = NULL;
  if (result->k > v->k) v->k = result->k;
  if (v->certificate && (one.kind == AZ_V_TRUE || (one.kind == AZ_V_FALSE && result->inputs)))
    az_certificate_add(v->certificate, request->name, result);
  v->calls += result->base.calls + result->step.calls;
}

/* Returns a property with the worst verdict: false if there is one, otherwise unknown, or true. */
static const az_property_report *worst(const az_property_report *reports) {
  static const int rank[] = {[AZ_V_TRUE] = 0, [AZ_V_UNKNOWN] = 1, [AZ_V_FALSE] = 2};
  const az_property_report *found = &reports[0];
  for (size_t i = 1; i < arrlenu(reports); i++)
    if (rank[reports[i].kind] > rank[found->kind]) found = &reports[i];
  return found;
}

static uint32_t undecided(const az_property_report *reports) {
  uint32_t count = 0;
  for (size_t i = 0; i < arrlenu(reports); i++) count += reports[i].kind == AZ_V_UNKNOWN;
  return count;
}

static void print_work(const verification *v) {
  static const char *const ends[] = {"",
                                     "; the CPU limit ended it, so that another run may differ"};
  fprintf(v->out, "  %llu units of work%s\n",
          (unsigned long long)(v->work.thousandths / AZ_WORK_UNIT), ends[v->work.cut]);
}

/* Prints a JSON object on one line, with the iterates if requested. */
static void print_object(const az_task_options *o, const json_t *object, FILE *out) {
  fputc('{', out);
  json_dumpf(object, out, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_EMBED);
  if (o->output.recorded) {
    fputs(",\"iterates\":", out);
    az_iterates_json(o->output.recorded, out);
  }
  fputs("}\n", out);
}

static void print_json(const verification *v, const char *verdict) {
  struct rusage self;
  getrusage(RUSAGE_SELF, &self);
  json_t *object = json_object();
  json_object_set_new(object, "verdict", json_string(verdict));
  json_object_set_new(object, "properties", v->properties);
  json_object_set_new(object, "k", json_integer(v->k));
  json_object_set_new(object, "cpu", json_real(az_clock(NULL)));
  json_object_set_new(object, "memory", json_integer((json_int_t)self.ru_maxrss * 1024));
  json_object_set_new(object, "work",
                      json_integer((json_int_t)(v->work.thousandths / AZ_WORK_UNIT)));
  if (v->work.is_budget) {
    json_object_set_new(object, "budget", json_integer((json_int_t)v->o->method.budget));
    json_object_set_new(object, "repeatable", json_boolean(!v->work.cut));
  }
  if (v->o->race.core) json_object_set_new(object, "core", json_integer(v->o->race.core));
  json_object_set_new(object, "solver_calls", json_integer((json_int_t)v->calls));
  json_object_set_new(object, "sandbox",
                      json_string(v->o->evidence.replay ? az_sandbox_name(v->o->resources.sandbox)
                                                        : "nothing was run"));
  json_object_set_new(object, "worker_sandbox", json_string(v->o->resolved.confined));
  print_object(v->o, object, v->out);
  json_decref(object);
}

static const char *text_in(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}

/* Returns the properties decided so far, and the undecided one. */
static json_t *properties_so_far(const json_t *so_far, const char *unknown, const char *why,
                                 const char *status, json_int_t *k) {
  json_t *properties = json_incref(json_object_get(so_far, "properties")), *p;
  if (!json_is_array(properties)) {
    json_decref(properties);
    return json_array();
  }
  size_t i;
  json_array_foreach(properties, i, p) {
    json_int_t at = json_integer_value(json_object_get(p, "k"));
    if (at > *k) *k = at;
    if (!json_is_object(p) || *text_in(p, "verdict")) continue;
    json_object_set_new(p, "verdict", json_stringn_nocheck(unknown, strlen(unknown)));
    json_object_set_new(p, "reason", json_stringn_nocheck(why, strlen(why)));
    json_object_set_new(p, "phase", json_stringn_nocheck(status, strlen(status)));
  }
  return properties;
}

/* Prints an unknown verdict whose cause is not the program, with the results so far. If a fault is
 * the cause, the run is worth repeating. Returns the exit status. */
static int print_lost(const az_task_options *o, const az_loss *loss, FILE *out) {
  json_t *so_far = json_loads(loss->so_far, 0, NULL);
  const char *violated = loss->fault ? "" : text_in(so_far, "false");
  char *unknown = az_asprintf(loss->fault ? "unknown (not run: %s)" : "unknown (%s)", loss->why);
  const char *verdict = *violated ? violated : unknown;
  if (o->output.json) {
    json_int_t k = 0;
    json_t *properties = properties_so_far(so_far, unknown, loss->why, loss->status, &k);
    json_t *object =
        json_pack("{s:s%, s:o}", "verdict", verdict, strlen(verdict), "properties", properties);
    if (k) json_object_set_new(object, "k", json_integer(k));
    if (*loss->status)
      json_object_set_new(object, "phase",
                          json_stringn_nocheck(loss->status, strlen(loss->status)));
    if (loss->fault) json_object_set_new(object, "fault", json_string(loss->why));
    print_object(o, object, out);
    json_decref(object);
  } else {
    fputs(text_in(so_far, "text"), out);
    if (o->output.recorded) az_iterates_text(o->output.recorded, o->output.all_iterates, out);
    if (*loss->status) fprintf(out, "  ended in %s", loss->status);
    if (*loss->status && !strncmp(loss->why, "out of memory: memory", 21))
      fprintf(out, ", which grew beyond %.3g GB (--memory)", (double)o->resources.memory / 1e9);
    if (*loss->status) fprintf(out, "\n");
    if (*text_in(so_far, "property"))
      fprintf(out, "%s: %s\n", text_in(so_far, "property"), unknown);
    fprintf(out, "VERDICT: %s\n", verdict);
  }
  int status = *violated ? 10 : 3;
  free(unknown);
  json_decref(so_far);
  return status;
}

static int failed(const az_error *err) {
  return err->status == AZ_ERR_FAULT ? az_supervise_fault(err->message) : az_cli_error(err);
}

/* Prints only the results of the analysis, for the program as compiled for the first property. */
static int print_unchecked(const az_task_options *o, az_registry *registry, FILE *out,
                           az_error *err) {
  az_frontend_options frontend = az_task_frontend(o);
  frontend.classes = o->resolved.requests[0].classes;
  if (o->output.json)
    az_fail(err, AZ_ERR_INPUT, "--no-check gives no verdict: it has no JSON");
  else if (o->evidence.certificate || (o->evidence.certify && !o->evidence.invariant_runs))
    az_fail(err, AZ_ERR_INPUT, "--no-check gives no verdict that could be certified");
  const az_program *p = err->status ? NULL : az_frontend(&frontend, az_store_new(), err);
  if (!p) return failed(err);
  print_warnings(&(verification){.o = o}, p);
  return az_print_unchecked(p, registry, o, out);
}

static int work(void *ctx, FILE *out) {
  az_task_options *o = ctx;
  az_error err = {.status = AZ_OK};
  const char *sandbox = az_sandbox_name(o->resources.sandbox);
  if (o->resources.sandbox == AZ_SANDBOX_STRICT && strcmp(sandbox, "landlock+seccomp")) {
    az_fail(&err, AZ_ERR_FAULT, "--sandbox strict: this system offers %s, not landlock+seccomp",
            sandbox);
    return failed(&err);
  }
  az_registry *registry = az_registry_new(&err);
  if (!registry) return az_cli_error(&err);
  if (o->method.solver && az_task_solver(o, registry, &err) != AZ_OK) return az_cli_error(&err);
  for (const char *const *name = o->method.trust; name && *name; name++)
    if (!az_registry_find(registry, AZ_MODULE_OBSERVATION, *name, &err)) return az_cli_error(&err);
  az_limits limits = az_limits_default();
  for (size_t i = 0; i < arrlenu(o->method.limits); i++)
    az_limits_parse(&limits, o->method.limits[i], &err);
  double seconds = o->method.budget / AZ_UNITS_OF_SECOND;
  verification v = {.o = o,
                    .registry = registry,
                    .out = out,
                    .properties = json_array(),
                    .work = {.is_budget = o->method.budget > 0}};
  v.work.cpu_end = schedule_end(&limits, o->resources.timeout);
  if (o->evidence.certificate) {
    v.certificate = az_certificate_new();
    if (az_certify_task(v.certificate, o, &err) ||
        az_certificate_write(v.certificate, o->evidence.certificate, &err))
      return az_cli_error(&err);
  }
  if (o->method.unchecked) return print_unchecked(o, registry, out, &err);
  az_cli_log lines;
  const az_log *log = az_cli_log_open(&lines, &o->output, &err);
  if (err.status != AZ_OK) return az_cli_error(&err);
  lines.log.work = &v.work;
  lines.log.opened = az_stopwatch(&v.work);
  az_pipeline pipeline = {.frontend = az_task_frontend(o),
                          .registry = registry,
                          .requests = o->resolved.requests,
                          .request_count = arrlenu(o->resolved.requests),
                          .cpu_limit = v.work.is_budget ? seconds : o->resources.timeout,
                          .work = &v.work,
                          .limits = &limits,
                          .log = log,
                          .precondition = o->method.precondition,
                          .portfolio = {.solver = o->method.solver,
                                        .max_unwind = o->method.max_unwind,
                                        .overflow = o->reading.overflow,
                                        .strict_undefined = o->reading.strict_undefined,
                                        .replay = o->evidence.replay,
                                        .work_folder = o->resolved.work_folder,
                                        .sandbox = o->resources.sandbox,
                                        .dump = o->output.dump,
                                        .trust = o->method.trust,
                                        .head_invariants = o->output.invariants ||
                                                           o->evidence.witness || o->method.reuse,
                                        .recurrent_sets = o->output.trace || o->output.invariants ||
                                                          o->evidence.certificate,
                                        .certify = o->evidence.certificate != NULL},
                          .read = print_warnings,
                          .configure = configure,
                          .report = report,
                          .progress = progress,
                          .ctx = &v};
  v.pipeline = &pipeline;
  if (o->evidence.check_witness) {
    v.check = az_witness_check_new(o, registry, &err);
    if (!v.check) return az_cli_error(&err);
    pipeline.decide = check_witness;
  }
  if (o->method.reuse && !o->evidence.check_witness) {
    v.reused = az_arena_new();
    pipeline.decide = reuse;
  }
  if (az_pipeline_run(&pipeline, &err) != AZ_OK) return failed(&err);
  for (const char *const *p = az_registry_problems(v.registry); *p; p++)
    fprintf(stderr, "ansatz: note: a module is not used: %s\n", *p);
  if (!az_cli_log_close(&lines))
    az_fail(&v.failed, AZ_ERR_RESOURCE, "--log-json: %s cannot be written", o->output.log_json);
  if (v.certificate && az_certificate_write(v.certificate, o->evidence.certificate, &err))
    return failed(&err);
  if (v.failed.status != AZ_OK) return failed(&v.failed);
  const az_property_report *all = worst(v.reports);
  if (o->race.undecided) *o->race.undecided = undecided(v.reports);
  if (o->output.json) {
    print_json(&v, all->verdict);
  } else {
    fputs(v.text, out);
    if (o->output.stats) print_work(&v);
    if (o->output.recorded) az_iterates_text(o->output.recorded, o->output.all_iterates, out);
    fprintf(out, "VERDICT: %s\n", all->verdict);
  }
  /* No memory is freed: the worker ends here. */
  return all->kind == AZ_V_TRUE ? 0 : all->kind == AZ_V_FALSE ? 10 : all->resource ? 3 : 5;
}

static int lost(void *ctx, const az_loss *loss) {
  az_task_options *o = ctx;
  if (loss->fault) fprintf(stderr, "ansatz: %s\n", loss->why);
  return print_lost(o, loss, stdout);
}

static int run(az_task_options *o) {
  return az_task_run(o, work, lost);
}

static int decide(az_task_options *o) {
  return o->evidence.certify && !o->method.unchecked ? az_certified_verify(o, run) : run(o);
}

int az_cli_verify(int argc, char **argv) {
  az_task_options o;
  int status = az_task_options_parse(&o, argc, argv);
  if (status) return -1 - status;
  status = az_cli_make_folder("--dump", o.output.dump);
  if (!status) status = az_cli_make_folder("--reuse", o.method.reuse);
  if (!status) status = az_cli_check_file("--log-json", o.output.log_json);
  if (!status) status = az_cli_check_file("--witness", o.evidence.witness);
  if (!status) status = az_cli_check_file("--test-file", o.evidence.test_file);
  if (!status) status = az_cli_check_file("--certificate", o.evidence.certificate);
  if (!status) status = az_cli_make_folder("--proof", o.evidence.proofs);
  az_error err = {.status = AZ_OK};
  if (!status && o.output.iterates && az_iterates_open(&o.output.recorded, &err))
    status = az_cli_error(&err);
  if (!status) status = o.resources.cores > 1 ? az_cores_verify(&o, decide) : decide(&o);
  az_iterates_free(o.output.recorded);
  az_task_options_free(&o);
  return status;
}
