/* ansatz certify CERTIFICATE FILE ...: reads the program anew and repeats all queries on which the
 * certificate rests (core/evidence/certify). */
#include "cli/certify.h"
#include "certify/check.h"
#include "cli/log.h"
#include "cli/cli.h"
#include "cli/supervise.h"
#include "kiki/schedule.h"
#include <errno.h>
#include <jansson.h>
#include <sha256.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <string.h>

az_status az_certify_task(az_certificate *c, const az_task_options *o, az_error *err) {
  c->task.data_model = o->source.data_model == AZ_ILP32 ? "ILP32" : "LP64";
  c->task.function = o->source.function ? az_arena_strdup(c->arena, o->source.function) : "main";
  for (size_t i = 0; i < arrlenu(o->source.contract); i++) /* the proof is for these states */
    c->task.function = az_arena_printf(
        c->arena, "%s, contract %d %s", c->task.function, (int)o->source.contract[i].kind,
        o->source.contract[i].text ? o->source.contract[i].text : "");
  for (size_t i = 0; i < arrlenu(o->source.compiler); i++)
    c->task.function = az_arena_printf(c->arena, "%s, %s %s", c->task.function,
                                       o->source.compiler[i].option, o->source.compiler[i].value);
  c->task.signed_overflow = az_overflow_name(o->reading.overflow);
  const az_frontend_options frontend = az_task_frontend(o);
  for (size_t i = 0; i < frontend.file_count; i++) {
    char digest[SHA256_DIGEST_STRING_LENGTH];
    if (!SHA256File(frontend.files[i], digest))
      return az_fail(err, AZ_ERR_INPUT, "%s: cannot be read: %s", frontend.files[i],
                     strerror(errno));
    const char *slash = strrchr(frontend.files[i], '/');
    az_certified_source source = {az_arena_strdup(c->arena, slash ? slash + 1 : frontend.files[i]),
                                  az_arena_strdup(c->arena, digest)};
    arrput(c->task.sources, source);
  }
  return AZ_OK;
}

/* ---- one property after the other ------------------------------------------------------------ */

typedef struct certification {
  const az_task_options *o;
  az_registry *registry;
  const az_log *log; /* or NULL */
  const az_certificate *certificate;
  const char *differs; /* how the task differs from the certificate's task; NULL: no difference */
  FILE *out;
  json_t *properties; /* --json */
  az_certification worst;
  bool out_of_time;
} certification;

static const char *result_name(az_certification result) {
  return result == AZ_CERTIFIED ? "certified" : result == AZ_REFUTED ? "refuted" : "not certified";
}

static const az_certified_proof *proof_of(const az_certificate *c, const char *property) {
  for (size_t i = 0; i < arrlenu(c->proofs); i++)
    if (!strcmp(c->proofs[i].property, property)) return &c->proofs[i];
  return NULL;
}

static json_t *runs_json(const az_invariant_report *r) {
  json_t *open = json_array();
  for (size_t i = 0; i < arrlenu(r->open); i++)
    json_array_append_new(open, json_pack("{s:s, s:I}", "why", r->open[i].why, "times",
                                          (json_int_t)r->open[i].times));
  return json_pack("{s:i, s:I, s:i, s:i, s:I, s:o, s:s?}", "runs", (int)r->runs, "states",
                   (json_int_t)r->states, "rows", (int)r->rows, "evaluated", (int)r->evaluated,
                   "claims", (json_int_t)r->claims, "open", open, "violated",
                   *r->violated ? r->violated : NULL);
}

static json_t *proofs_json(const az_certify_report *r) {
  return json_pack("{s:i, s:i, s:f}", "checked", (int)r->proofs, "without", (int)r->without,
                   "seconds", r->proof_seconds);
}

static long long number(const json_t *object, const char *key) {
  return (long long)json_integer_value(json_object_get(object, key));
}

void az_print_proofs(const json_t *proofs, FILE *out) {
  if (!proofs) return;
  fprintf(out, "  proofs: %lld of %lld queries have one that was checked, %.2f s\n",
          number(proofs, "checked"), number(proofs, "checked") + number(proofs, "without"),
          json_number_value(json_object_get(proofs, "seconds")));
}

void az_print_invariant_runs(const json_t *runs, FILE *out) {
  size_t i;
  json_t *open;
  if (!runs) return;
  fprintf(
      out,
      "  invariants in runs: %lld of %lld rows evaluated in %lld states of %lld runs, %lld times\n",
      number(runs, "evaluated"), number(runs, "rows"), number(runs, "states"), number(runs, "runs"),
      number(runs, "claims"));
  if (json_is_string(json_object_get(runs, "violated")))
    fprintf(out, "    %s\n", json_string_value(json_object_get(runs, "violated")));
  json_array_foreach(json_object_get(runs, "open"), i, open) {
    fprintf(out, "    not evaluated, %lld times: %s\n", number(open, "times"),
            json_string_value(json_object_get(open, "why")));
  }
}

static void report(certification *c, const char *property, const az_certify_report *r,
                   double seconds) {
  if (r->result > c->worst) c->worst = r->result;
  c->out_of_time |= r->out_of_time;
  json_t *runs = c->o->evidence.invariant_runs ? runs_json(&r->run) : NULL;
  json_t *proofs = c->o->evidence.proofs ? proofs_json(r) : NULL;
  if (c->o->output.json) {
    json_array_append_new(c->properties,
                          json_pack("{s:s, s:s, s:s, s:s, s:b, s:s, s:i, s:i, s:f, s:o*, s:o*}",
                                    "name", property, "result", result_name(r->result), "reason",
                                    r->reason, "solver", r->solver ? r->solver : "", "same_solver",
                                    r->same_solver, "axioms", r->axioms ? r->axioms : "", "rows",
                                    (int)r->rows, "queries", (int)r->queries, "seconds", seconds,
                                    "invariants", runs, "proofs", proofs));
    return;
  }
  fprintf(c->out, "%s: %s", property, result_name(r->result));
  if (r->result != AZ_CERTIFIED) {
    fprintf(c->out, " (%s)\n", r->reason);
  } else {
    fprintf(c->out, "   [%u row%s, %u queries", r->rows, r->rows == 1 ? "" : "s", r->queries);
    if (r->solver) fprintf(c->out, ", %s%s", r->solver, r->same_solver ? AZ_SAME_SOLVER : "");
    if (r->axioms) fprintf(c->out, ", rests on %s", r->axioms);
    fprintf(c->out, "]%s%s\n", *r->reason ? " " : "", r->reason);
  }
  az_print_proofs(proofs, c->out);
  az_print_invariant_runs(runs, c->out);
  json_decref(proofs);
  json_decref(runs);
}

static az_certify_report certify(const certification *c, const az_property_request *q,
                                 double cpu_end, az_error *err) {
  az_certify_report report = {.result = AZ_NOT_CERTIFIED};
  const az_certified_proof *proof = proof_of(c->certificate, q->name);
  if (c->differs || !proof) {
    snprintf(report.reason, sizeof report.reason, "%s",
             c->differs ? c->differs : "the certificate has no proof of it");
    return report;
  }
  const char *proofs = NULL;
  if (c->o->evidence.proofs)
    proofs = az_arena_printf(c->certificate->arena, "%s/%s", c->o->evidence.proofs, q->name);
  az_frontend_options frontend = az_task_frontend(c->o);
  az_frontend_for(&frontend, q->classes, c->o->reading.overflow == AZ_SO_WRAP);
  az_store *store = az_store_new();
  az_store_set_log(store, c->log);
  az_program *p = az_frontend(&frontend, store, err);
  const az_certify_options options = {.solver = c->o->method.solver,
                                      .overflow = c->o->reading.overflow,
                                      .trust = c->o->method.trust,
                                      .cpu_end = cpu_end,
                                      .dump = c->o->output.dump,
                                      .proofs = proofs,
                                      .runs = c->o->evidence.invariant_runs,
                                      .arena = c->certificate->arena};
  /* Errors in the certificate's texts are not errors of this run. */
  az_error ended = {.status = AZ_OK};
  if (p && proof->inputs && q->classes != 1u << AZ_C_TERMINATION)
    snprintf(report.reason, sizeof report.reason, "no infinite execution violates it");
  else if (p && proof->inputs)
    report = az_certify_nontermination(p, c->registry, proof, &options, &ended);
  else if (p)
    report = az_certify(p, c->registry, q->classes, proof, &options, &ended);
  AZ_LOG(c->log, certify, "checked", q->name,
         AZ_TEXT("is", report.result == AZ_CERTIFIED ? "certified" : "not certified"),
         AZ_TEXT("why", *report.reason ? report.reason : NULL));
  az_program_free(p);
  az_store_free(store);
  return report;
}

static int work(void *ctx, FILE *out) {
  az_task_options *o = ctx;
  az_error err = {.status = AZ_OK};
  az_registry *registry = az_registry_new(&err);
  if (!registry) return az_cli_error(&err);
  if (o->method.solver && az_task_solver(o, registry, &err) != AZ_OK) return az_cli_error(&err);
  az_certificate *read = az_certificate_read(o->what, &err), *here = az_certificate_new();
  if (!read || az_certify_task(here, o, &err)) return az_cli_error(&err);
  az_cli_log lines;
  const az_log *log = az_cli_log_open(&lines, &o->output, &err);
  if (err.status != AZ_OK) return az_cli_error(&err);
  certification c = {.o = o,
                     .registry = registry,
                     .log = log,
                     .certificate = read,
                     .differs = az_certificate_differs(read, &here->task),
                     .out = out,
                     .properties = json_array()};
  double end = schedule_end(NULL, o->resources.timeout);
  for (size_t i = 0, n = arrlenu(o->resolved.requests); i < n && err.status == AZ_OK; i++) {
    double start = az_clock(NULL);
    double share = 1 / (double)(n - i); /* an equal share for each remaining property */
    az_certify_report r =
        certify(&c, &o->resolved.requests[i], schedule_stage(NULL, end, share, i + 1 == n), &err);
    if (err.status == AZ_OK) report(&c, o->resolved.requests[i].name, &r, az_clock(NULL) - start);
  }
  if (err.status != AZ_OK) return az_cli_error(&err);
  if (o->output.json) {
    json_t *all = json_pack("{s:s, s:o, s:f}", "result", result_name(c.worst), "properties",
                            c.properties, "cpu", az_clock(NULL));
    json_dumpf(all, out, JSON_COMPACT | JSON_PRESERVE_ORDER);
    fputc('\n', out);
    json_decref(all);
  }
  /* No memory is freed: the worker ends here. */
  az_cli_log_close(&lines);
  return c.worst == AZ_CERTIFIED ? 0 : c.worst == AZ_REFUTED || c.out_of_time ? 3 : 5;
}

static int lost(void *ctx, const az_loss *loss) {
  const az_task_options *o = ctx;
  const char *reason = strcmp(loss->why, "timeout") ? loss->why : "time";
  if (o->output.json) {
    json_t *object = json_pack("{s:s, s:s%, s:[]}", "result", "not certified", "reason", reason,
                               strlen(reason), "properties");
    json_dumpf(object, stdout, JSON_COMPACT | JSON_PRESERVE_ORDER);
    putchar('\n');
    json_decref(object);
  } else {
    printf("not certified (%s)\n", reason);
  }
  return 3;
}

int az_cli_certify(int argc, char **argv) {
  az_task_options o;
  int status = az_task_options_parse(&o, argc, argv);
  if (status) return -1 - status;
  status = az_cli_make_folder("--proof", o.evidence.proofs);
  if (!status) status = az_task_run(&o, work, lost);
  az_task_options_free(&o);
  return status;
}
