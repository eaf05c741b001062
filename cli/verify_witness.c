/* The options and messages about witnesses. core/evidence/witness builds, reads and checks them;
 * write_yaml.c, write_graphml.c and write_test.c write them. */
#include "cli/verify_witness.h"
#include "cli/read_witness.h"
#include "cli/write_witness.h"
#include "ansatz/allocate.h"
#include <sha256.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

static bool ends_with(const char *text, const char *end) {
  size_t n = strlen(text), m = strlen(end);
  return n >= m && !strcmp(text + n - m, end);
}

/* ---- writing --------------------------------------------------------------------------------- */

static void say(const az_witness *w, const char *path, FILE *out) {
  if (!out) return;
  size_t count = w->is_violation ? arrlenu(w->waypoints) : arrlenu(w->invariants);
  fprintf(out, "  witness: %s: %zu %s%s", path, count, w->is_violation ? "waypoint" : "invariant",
          count == 1 ? "" : "s");
  if (arrlenu(w->contracts))
    fprintf(out, ", %zu contract%s", arrlenu(w->contracts), arrlenu(w->contracts) > 1 ? "s" : "");
  fputc('\n', out);
  for (size_t i = 0; i < arrlenu(w->left_out); i++)
    fprintf(out, "  left out of the witness: %u %s\n", w->left_out[i].count, w->left_out[i].what);
}

/* The description of a task in witnesses, with its memory. */
typedef struct task_of_options {
  az_witness_task task;
  char (*digests)[SHA256_DIGEST_STRING_LENGTH];
  const char **hashes;
} task_of_options;

static task_of_options task_of(const az_task_options *o, const az_property_request *request) {
  const az_frontend_options frontend = az_task_frontend(o);
  task_of_options t = {
      .digests = az_calloc(frontend.file_count + 1, SHA256_DIGEST_STRING_LENGTH),
      .hashes = az_calloc(frontend.file_count + 1, sizeof(const char *)),
  };
  for (size_t i = 0; i < frontend.file_count; i++) {
    SHA256File(frontend.files[i], t.digests[i]); /* "": the file no longer exists, which is reported
                                                    when it is read */
    t.hashes[i] = t.digests[i];
  }
  t.task = (az_witness_task){.files = frontend.files,
                             .hashes = t.hashes,
                             .file_count = frontend.file_count,
                             .version = ANSATZ_VERSION,
                             .function = o->source.function,
                             .property = request->name,
                             .error_function = o->resolved.error_function,
                             .data_model = o->source.data_model == AZ_ILP32 ? "ILP32" : "LP64"};
  return t;
}

static void free_task(task_of_options *t) {
  free(t->hashes);
  free(t->digests);
}

/* Reports that the file was not written. This does not change the verdict. */
static az_status pass_over(az_status status, const char *what, FILE *out, az_error *err) {
  if (status != AZ_ERR_UNSUPPORTED) return status;
  fprintf(out, "  no %s: %s\n", what, err->message);
  *err = (az_error){.status = AZ_OK};
  return AZ_OK;
}

az_witness *az_cli_witness_of(const az_task_options *o, const az_program *p,
                              const az_property_request *request, const az_result *result) {
  task_of_options t = task_of(o, request);
  az_error err = {.status = AZ_OK};
  az_witness *w = az_witness_of(p, result, &t.task, &err);
  free_task(&t);
  return w;
}

az_status az_cli_write_witness(const az_task_options *o, const az_program *p,
                               const az_property_request *request, const az_result *result,
                               FILE *out, az_error *err) {
  task_of_options t = task_of(o, request);
  char *path =
      az_task_file_of(o->evidence.witness, request->name, arrlenu(o->resolved.requests) > 1);
  az_witness *w = az_witness_of(p, result, &t.task, err);
  az_status status = w ? AZ_OK : err->status;
  if (w)
    status = ends_with(path, ".graphml") ? az_witness_write_graphml(w, path, err)
                                         : az_witness_write_yaml(w, path, err);
  if (status == AZ_OK) say(w, path, out);
  az_witness_free(w);
  free(path);
  free_task(&t);
  return pass_over(status, "witness", out, err);
}

az_status az_cli_write_test(const az_task_options *o, const az_program *p,
                            const az_property_request *request, const az_result *result, FILE *out,
                            az_error *err) {
  task_of_options t = task_of(o, request);
  char *path =
      az_task_file_of(o->evidence.test_file, request->name, arrlenu(o->resolved.requests) > 1);
  az_arena *arena = az_arena_new();
  az_witness *w = AZ_NEW(arena, az_witness);
  w->arena = arena;
  az_status status = az_witness_write_test(w, p, result, &t.task, path, err);
  if (status == AZ_OK) fprintf(out, "  test: %s: its first lines say how to run it\n", path);
  for (size_t i = 0; status == AZ_OK && i < arrlenu(w->left_out); i++)
    fprintf(out, "  left out of the test: %u %s\n", w->left_out[i].count, w->left_out[i].what);
  az_witness_free(w);
  free(path);
  free_task(&t);
  return pass_over(status, "test", out, err);
}

/* ---- checking -------------------------------------------------------------------------------- */

/* Checks that the witness is for a file of the task, identified by its content, or names no
 * file. */
static az_status is_of_task(const az_witness *w, const az_task_options *o, az_error *err) {
  const az_frontend_options frontend = az_task_frontend(o);
  for (size_t i = 0; arrlenu(w->files) && i < frontend.file_count; i++) {
    char digest[SHA256_DIGEST_STRING_LENGTH];
    bool known = !SHA256File(frontend.files[i], digest);
    for (size_t k = 0; k < arrlenu(w->files); k++) known |= !strcmp(w->files[k].sha256, digest);
    if (!known)
      return az_fail(err, AZ_ERR_INPUT, "%s: the witness is of another program: %s differs",
                     o->evidence.check_witness, frontend.files[i]);
  }
  return AZ_OK;
}

az_witness_check *az_witness_check_new(const az_task_options *o, az_registry *registry,
                                       az_error *err) {
  az_witness *w = az_witness_read(o->evidence.check_witness, err);
  if (!w) return NULL;
  if (is_of_task(w, o, err)) {
    az_witness_free(w);
    return NULL;
  }
  az_witness_check *c = az_calloc(1, sizeof *c);
  *c = (az_witness_check){.witness = w, .registry = registry, .arena = az_arena_new()};
  return c;
}

/* Appends "2 invariants at whose place is no loop, 1 entries of another type" to `text`. */
static const char *with_parts(az_arena *arena, const char *text, const az_witness_part *parts) {
  for (size_t i = 0; i < arrlenu(parts); i++)
    text =
        az_arena_printf(arena, "%s%s%u %s", text, *text ? ", " : "", parts[i].count, parts[i].what);
  return text;
}

/* Adds the parts that were left out to the line of the verdict, whatever the verdict is. */
static void name_left_out(az_result *r, const az_witness_check *c) {
  const char *all =
      with_parts(r->arena, with_parts(r->arena, "", c->witness->left_out), c->left_out);
  if (*all)
    r->reason = az_arena_printf(r->arena, "%s%sleft out of the check: %s", r->reason,
                                *r->reason ? "; " : "", all);
}

static bool has_loops(const az_program *p) {
  bool any = false;
  for (uint32_t f = 0; f < p->function_count; f++)
    any |= !p->functions[f].is_model && p->functions[f].loop_count;
  return any;
}

static bool uses_invariants(const az_program *p) {
  bool any = false;
  for (uint32_t c = 0; c < p->check_count; c++) any |= p->checks[c].cls == AZ_C_WITNESS;
  return any;
}

/* Proves by k-induction, without other modes and with each invariant as a lemma. */
static az_result *prove(az_witness_check *c, const az_program **p,
                        const az_property_request *request, const az_engine_config *options,
                        az_error *err) {
  az_stage stage = {.mode = "kinduction",
                    .share = 1,
                    .lemmas = 1u << AZ_C_WITNESS,
                    .switches = az_switches_default(),
                    .limits = az_limits_default()};
  az_engine_config o = *options;
  o.replay = false; /* the compiled program has no checks of the invariants */
  *p = az_witness_instrument(*p, c->witness, c->arena, &c->left_out);
  az_result *r =
      az_portfolio_run(*p, c->registry, request->classes, (az_configuration){&stage, 1}, &o, err);
  if (r && r->verdict == AZ_V_FALSE) {
    r->verdict = AZ_V_UNKNOWN;
    r->reason = "the property, or an invariant of the witness, may be violated";
  }
  if (!r) return r;
  bool used = uses_invariants(*p);
  if (r->verdict == AZ_V_TRUE && !used && (has_loops(*p) || arrlenu(c->witness->invariants))) {
    r->verdict = AZ_V_UNKNOWN; /* this is a proof of the program, but no confirmation of the
                                  witness */
    r->reason = "the property holds, but nothing of the witness was used";
  } else if (r->verdict == AZ_V_TRUE) {
    r->method = used ? "the witness's invariants and k-induction" : "k-induction, without loops";
  }
  if (!r->reason) r->reason = "";
  name_left_out(r, c);
  return r;
}

az_result *az_witness_check_decide(az_witness_check *c, const az_program **p,
                                   const az_property_request *request,
                                   const az_engine_config *options, az_error *err) {
  if (request->classes == 1u << AZ_C_TERMINATION) {
    az_fail(err, AZ_ERR_INPUT, "--check-witness: witnesses of termination are not checked");
    return NULL;
  }
  if (!c->witness->is_violation) return prove(c, p, request, options, err);
  const az_engine_config config = {.overflow = options->overflow,
                                   .strict_undefined = options->strict_undefined,
                                   .cpu_end = options->cpu_end,
                                   .work_folder = options->work_folder,
                                   .sandbox = options->sandbox};
  return az_witness_follow(*p, c->witness, request->classes, &config);
}
