/* verify --reuse DIR. DIR has a file for each program (the paths of its files, the entry function)
 * and property: the template and strategy whose rows completed the proof, or that a violation was
 * found. The next run, of the same or of an edited program, begins with that stage. Nothing in the
 * file is believed: it changes the order in which stages have their turns, and each of them proves
 * what it says, so that a file which is stale, damaged or wrong costs at most the time of one
 * stage. */
#include "cli/reuse.h"
#include "ansatz/allocate.h"
#include <errno.h>
#include <jansson.h>
#include <sha256.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A stage, as it is compared with those of another run. The texts are the owner's. */
typedef struct stage_name {
  char *domain, *strategy; /* as expressions; "": none */
} stage_name;

struct az_reuse {
  const az_task_options *o;
  stage_name *names; /* stb_ds, by stage in its present order */
  size_t inserted;   /* stages at the front that are not the configuration's */
};

enum { FORMAT = 1, DIGITS = 12 };

az_reuse *az_reuse_new(const az_task_options *o) {
  az_reuse *r = az_calloc(1, sizeof *r);
  r->o = o;
  return r;
}

/* ---- the file -------------------------------------------------------------------------------- */

/* Returns DIR/NAME-DIGEST.PROPERTY.json, with the name of the first file; the caller frees it. */
static char *path_of(const az_reuse *r, const char *property) {
  const az_task_options *o = r->o;
  char digest[SHA256_DIGEST_STRING_LENGTH];
  SHA2_CTX hash;
  SHA256Init(&hash);
  const char *const of_task[] = {o->function ? o->function : "main", o->harness ? o->harness : ""};
  for (size_t i = 0; i < sizeof of_task / sizeof *of_task; i++)
    SHA256Update(&hash, (const uint8_t *)of_task[i], strlen(of_task[i]) + 1);
  for (size_t i = 0; i < arrlenu(o->files); i++)
    SHA256Update(&hash, (const uint8_t *)o->files[i], strlen(o->files[i]) + 1);
  SHA256End(&hash, digest);
  const char *first = arrlenu(o->files) ? o->files[0] : "", *slash = strrchr(first, '/');
  return az_asprintf("%s/%s-%.*s.%s.json", o->reuse, slash ? slash + 1 : first, DIGITS, digest,
                     property);
}

/* Returns what is known of the last run, or NULL. */
static json_t *read_last(const az_reuse *r, const char *property) {
  char *path = path_of(r, property);
  json_error_t why;
  bool exists = !access(path, F_OK);
  json_t *last = exists ? json_load_file(path, 0, &why) : NULL;
  bool fine = last && json_integer_value(json_object_get(last, "format")) == FORMAT &&
              json_is_string(json_object_get(last, "verdict"));
  if (exists && !fine) {
    fprintf(stderr, "ansatz: note: --reuse: %s cannot be read and is not used\n", path);
    json_decref(last);
    last = NULL;
  }
  free(path);
  return last;
}

void az_reuse_store(az_reuse *r, const char *property, const az_result *result) {
  if (result->verdict == AZ_V_UNKNOWN) return;
  size_t stage = result->by.stage; /* from 1 */
  bool proved = result->verdict == AZ_V_TRUE && stage > r->inserted && stage <= arrlenu(r->names) &&
                result->by.domain;
  const stage_name *name = proved ? &r->names[stage - 1] : NULL;
  json_t *now = json_pack("{s:i, s:s, s:s, s:s}", "format", FORMAT, "verdict",
                          result->verdict == AZ_V_TRUE ? "true" : "false", "domain",
                          name ? name->domain : "", "strategy", name ? name->strategy : "");
  char *path = path_of(r, property), *part = az_asprintf("%s.%ld.part", path, (long)getpid());
  /* Renamed at the end, as another process may read the file. */
  if (!now || json_dump_file(now, part, JSON_INDENT(1)) || rename(part, path)) {
    fprintf(stderr, "ansatz: note: --reuse: %s cannot be written: %s\n", path, strerror(errno));
    unlink(part);
  }
  free(part);
  free(path);
  json_decref(now);
}

/* ---- the order of stages --------------------------------------------------------------------- */

static char *text_of(const az_desc *desc) {
  return desc ? az_desc_print(desc) : az_strdup("");
}

static void remember(az_reuse *r, const az_stage *stages, size_t count) {
  for (size_t i = 0; i < arrlenu(r->names); i++) {
    free(r->names[i].domain);
    free(r->names[i].strategy);
  }
  arrsetlen(r->names, 0);
  for (size_t i = 0; i < count; i++) {
    stage_name name = {text_of(stages[i].domain), text_of(stages[i].strategy)};
    arrput(r->names, name);
  }
}

/* Moves the stage to index `to`, which is in front of it. */
static void move(az_reuse *r, az_stage *stages, size_t from, size_t to) {
  az_stage stage = stages[from];
  stage_name name = r->names[from];
  memmove(&stages[to + 1], &stages[to], (from - to) * sizeof *stages);
  memmove(&r->names[to + 1], &r->names[to], (from - to) * sizeof *r->names);
  stages[to] = stage;
  r->names[to] = name;
}

/* Bounds along the control flow cost next to nothing and are facts for what follows. So the stage
 * is second where it shares the formula of the first one, unless that is what it is. */
static size_t place_of(const az_stage *stages, size_t stage) {
  const az_stage *a = &stages[0], *b = &stages[stage];
  return stage && !memcmp(&a->switches, &b->switches, sizeof a->switches) ? 1 : 0;
}

/* Returns the stages with bounded model checking in front of them. */
static az_stage *refute_first(az_reuse *r, az_stage *stages, size_t *count) {
  const double share = 0.4; /* chosen by hand: the proof must remain possible */
  stages = az_realloc(stages, (*count + 1) * sizeof *stages);
  memmove(stages + 1, stages, *count * sizeof *stages);
  stages[0] = (az_stage){.mode = az_strdup("bmc"),
                         .share = share,
                         .switches = stages[1].switches,
                         .limits = stages[1].limits};
  ++*count;
  stage_name none = {az_strdup(""), az_strdup("")};
  arrins(r->names, 0, none);
  r->inserted = 1;
  return stages;
}

az_stage *az_reuse_order(az_reuse *r, const char *property, az_stage *stages, size_t *count) {
  bool ends = !strcmp(property, "termination");
  remember(r, stages, *count);
  r->inserted = 0;
  json_t *last = *count ? read_last(r, property) : NULL;
  if (!last) return stages;
  const char *verdict = json_string_value(json_object_get(last, "verdict"));
  const char *domain = json_string_value(json_object_get(last, "domain"));
  const char *strategy = json_string_value(json_object_get(last, "strategy"));
  if (!strcmp(verdict, "false") && !ends) stages = refute_first(r, stages, count);
  for (size_t i = 0; domain && *domain && strategy && i < *count; i++) {
    if (strcmp(r->names[i].domain, domain) || strcmp(r->names[i].strategy, strategy)) continue;
    size_t to = place_of(stages, i);
    if (to < i) move(r, stages, i, to);
    break;
  }
  json_decref(last);
  return stages;
}
