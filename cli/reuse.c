/* verify --reuse DIR. DIR has a file for each program (the paths of its files, the entry function)
 * and property: the invariants of its last proof, as C. A loop is identified by its function and
 * number, since lines may have moved. The next run asserts them as checks, like those of a witness,
 * and proves them together with the property by k-induction. Nothing in the file is trusted: if the
 * invariants are no longer inductive, or do not suffice, the stages decide as if there were no
 * file. */
#include "cli/reuse.h"
#include "ansatz/allocate.h"
#include "cli/verify_witness.h"
#include "kiki/portfolio.h"
#include <errno.h>
#include <jansson.h>
#include <sha256.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FORMAT = 1, DIGITS = 12, MOST_COPIES = 3 };

/* Returns DIR/NAME-DIGEST.PROPERTY.json, where NAME is the name of the first file; the caller frees
 * it. */
static char *path_of(const az_task_options *o, const char *property) {
  char digest[SHA256_DIGEST_STRING_LENGTH];
  SHA2_CTX hash;
  SHA256Init(&hash);
  const char *const entry[] = {o->source.function ? o->source.function : "main",
                               o->source.harness ? o->source.harness : ""};
  for (size_t i = 0; i < sizeof entry / sizeof *entry; i++)
    SHA256Update(&hash, (const uint8_t *)entry[i], strlen(entry[i]) + 1);
  for (size_t i = 0; i < arrlenu(o->source.files); i++)
    SHA256Update(&hash, (const uint8_t *)o->source.files[i], strlen(o->source.files[i]) + 1);
  SHA256End(&hash, digest);
  const char *first = o->source.files[0], *slash = strrchr(first, '/');
  return az_asprintf("%s/%s-%.*s.%s.json", o->method.reuse, slash ? slash + 1 : first, DIGITS,
                     digest, property);
}

/* ---- the last run ---------------------------------------------------------------------------- */

/* Returns the location of a loop of the program, by function and number. */
static const az_loc *loop_at(const az_program *p, const char *function, json_int_t loop) {
  for (uint32_t f = 0; function && f < p->function_count; f++) {
    const az_function *of = &p->functions[f];
    if (of->has_body && !strcmp(of->name, function) && loop >= 0 && loop < of->loop_count)
      return &of->loops[loop].loc;
  }
  return NULL;
}

/* Adds the invariant if its loop still exists. */
static void add_invariant(az_witness *w, const az_program *p, const json_t *entry) {
  const char *function = json_string_value(json_object_get(entry, "function"));
  const char *value = json_string_value(json_object_get(entry, "value"));
  const az_loc *loc = loop_at(p, function, json_integer_value(json_object_get(entry, "loop")));
  if (!value || !loc || loc->file >= p->file_count) return;
  az_witness_invariant inv = {
      {p->files[loc->file], loc->line, loc->column, az_arena_printf(w->arena, "%s", function)},
      az_arena_printf(w->arena, "%s", value)};
  arrput(w->invariants, inv);
}

/* Returns the invariants of the last run, at their present locations; NULL if there is no file. */
static az_witness *read_last(const az_task_options *o, const az_program *p, const char *property,
                             az_arena *arena) {
  char *path = path_of(o, property);
  bool exists = !access(path, F_OK);
  json_t *last = exists ? json_load_file(path, 0, NULL) : NULL;
  const json_t *invariants = json_object_get(last, "invariants");
  bool fine =
      json_integer_value(json_object_get(last, "format")) == FORMAT && json_is_array(invariants);
  if (exists && !fine)
    fprintf(stderr, "ansatz: note: --reuse: %s cannot be read and is not used\n", path);
  az_witness *w = NULL;
  if (fine) {
    w = AZ_NEW(arena, az_witness);
    w->arena = arena;
    for (size_t i = 0; i < json_array_size(invariants); i++)
      add_invariant(w, p, json_array_get(invariants, i));
  }
  json_decref(last);
  free(path);
  return w;
}

/* ---- the proof ------------------------------------------------------------------------------- */

az_result *az_reuse_decide(const az_task_options *o, az_registry *registry, const az_program **p,
                           const az_property_request *request, const az_engine_config *options,
                           az_arena *arena) {
  const double share = 0.1, seconds = 5; /* share of the remaining time; seconds if unlimited */
  bool shows_rows = o->evidence.witness || o->evidence.certificate ||
                    o->output.invariants; /* lemmas are not printed as rows */
  if (shows_rows || request->classes == 1u << AZ_C_TERMINATION) return NULL;
  az_witness *w = read_last(o, *p, request->name, arena);
  if (!w || !arrlenu(w->invariants)) return NULL;
  az_witness_part *left_out = NULL; /* after an edit, some invariants may lack their variables */
  const az_program *with = az_witness_instrument(*p, w, arena, &left_out);
  arrfree(left_out);
  az_stage stage = {.mode = "kinduction",
                    .share = 1,
                    .max_unwind = MOST_COPIES,
                    .lemmas = 1u << AZ_C_WITNESS,
                    .switches = az_switches_default(),
                    .limits = az_limits_default()};
  az_engine_config brief = *options;
  brief.replay = false; /* the compiled program has no checks of lemmas */
  double now = az_clock(az_store_work((*p)->store));
  brief.cpu_end = now + (options->cpu_end > 0 ? share * (options->cpu_end - now) : seconds);
  az_error err = {.status = AZ_OK};
  az_result *r = az_portfolio_run(with, registry, request->classes, (az_configuration){&stage, 1},
                                  &brief, &err);
  if (r && (r->verdict != AZ_V_TRUE || err.status)) {
    az_result_free(r);
    r = NULL;
  }
  if (r) {
    r->method = az_arena_printf(r->arena, "the last run's invariants and k-induction");
    *p = with;
  }
  arrfree(w->invariants); /* the checks use the texts, which are in the arena */
  return r;
}

/* ---- the next run ---------------------------------------------------------------------------- */

/* Returns the number of the loop in its function, or -1. */
static int number_of_loop(const az_program *p, const az_witness_location *at) {
  for (uint32_t f = 0; f < p->function_count; f++)
    for (uint32_t l = 0;
         !strcmp(p->functions[f].name, at->function) && l < p->functions[f].loop_count; l++) {
      az_loc loc = p->functions[f].loops[l].loc;
      if (loc.line == at->line && loc.column == at->column) return (int)l;
    }
  return -1;
}

void az_reuse_store(const az_task_options *o, const az_program *p,
                    const az_property_request *request, const az_result *result) {
  if (result->verdict != AZ_V_TRUE || !arrlenu(result->invariants)) return;
  az_witness *w = az_cli_witness_of(o, p, request, result);
  json_t *invariants = json_array();
  for (size_t i = 0; w && i < arrlenu(w->invariants); i++) {
    const az_witness_invariant *inv = &w->invariants[i];
    int loop = inv->at.function ? number_of_loop(p, &inv->at) : -1;
    if (loop >= 0)
      json_array_append_new(invariants, json_pack("{s:s, s:i, s:s}", "function", inv->at.function,
                                                  "loop", loop, "value", inv->value));
  }
  az_witness_free(w);
  if (json_array_size(invariants)) {
    json_t *now = json_pack("{s:i, s:O}", "format", FORMAT, "invariants", invariants);
    char *path = path_of(o, request->name);
    char *part = az_asprintf("%s.%ld.part", path, (long)getpid());
    /* Renamed when it is complete, since another process may be reading the old file. */
    if (!now || json_dump_file(now, part, JSON_INDENT(1)) || rename(part, path)) {
      fprintf(stderr, "ansatz: note: --reuse: %s cannot be written: %s\n", path, strerror(errno));
      unlink(part);
    }
    free(part);
    free(path);
    json_decref(now);
  }
  json_decref(invariants);
}
