/* Certificates as JSON. */
#include "cli/certificate.h"
#include "ansatz/arena.h"
#include <errno.h>
#include <jansson.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT "ansatz certificate"
enum { VERSION = 5 };

az_certificate *az_certificate_new(void) {
  az_arena *arena = az_arena_new();
  az_certificate *c = AZ_NEW(arena, az_certificate);
  c->arena = arena;
  c->written = json_array();
  return c;
}

void az_certificate_free(az_certificate *c) {
  if (!c) return;
  for (size_t i = 0; i < arrlenu(c->proofs); i++) az_proof_free(c->proofs[i].parts);
  arrfree(c->proofs);
  json_decref(c->written);
  arrfree(c->task.sources);
  az_arena_free(c->arena);
}

/* ---- writing --------------------------------------------------------------------------------- */

static json_t *texts_json(const char *const *texts) {
  json_t *list = json_array();
  for (size_t i = 0; i < arrlenu(texts); i++) json_array_append_new(list, json_string(texts[i]));
  return list;
}

/* Writes a numeric component as its expression alone. */
static json_t *component_json(const az_proof_component *c) {
  if (c->order == AZ_PROOF_NUMBER) return json_string(c->expression);
  return json_pack("{s:s, s:s}", "pointer", c->expression, "allocated",
                   c->order == AZ_PROOF_EARLIER ? "earlier" : "later");
}

static json_t *ranking_json(const az_proof_ranking *r) {
  json_t *components = json_array();
  for (size_t i = 0; i < arrlenu(r->components); i++)
    json_array_append_new(components, component_json(&r->components[i]));
  return json_pack("{s:s, s:s, s:i, s:b, s:o}", "loop", r->loop, "text", r->text, "step",
                   (int)r->step, "after_first", (int)r->after_first, "components", components);
}

static json_t *group_json(const az_proof_group *group) {
  json_t *observations = json_array(), *rows = json_array(), *rankings = json_array();
  for (size_t i = 0; i < arrlenu(group->observations); i++)
    json_array_append_new(observations, json_loads(group->observations[i], 0, NULL));
  for (size_t i = 0; i < arrlenu(group->rows); i++) {
    const az_proof_row *r = &group->rows[i];
    json_array_append_new(
        rows, json_pack("{s:s, s:s, s:s}", "loop", r->loop, "guard", r->guard, "claim", r->claim));
  }
  for (size_t i = 0; i < arrlenu(group->rankings); i++)
    json_array_append_new(rankings, ranking_json(&group->rankings[i]));
  return json_pack("{s:o, s:o, s:o}", "observations", observations, "rows", rows, "rankings",
                   rankings);
}

static json_t *classes_json(uint32_t classes) {
  json_t *list = json_array();
  for (uint32_t c = 0; c < AZ_CLASSES; c++)
    if (classes >> c & 1u) json_array_append_new(list, json_string(az_class_name((az_class)c)));
  return list;
}

static json_t *part_json(const az_proof_part *p) {
  json_t *groups = json_array(), *claims = json_array();
  for (size_t i = 0; i < arrlenu(p->claims); i++)
    json_array_append_new(claims, json_pack("{s:s, s:s}", "function", p->claims[i].function,
                                            "claim", p->claims[i].claim));
  for (size_t g = 0; g < arrlenu(p->groups); g++)
    json_array_append_new(groups, group_json(&p->groups[g]));
  return json_pack("{s:s, s:i, s:i, s:i, s:b, s:o, s:s, s:s?, s:b, s:o, s:o, s:o, s:o}", "formula",
                   p->is_step ? "step" : "base", "k", (int)p->k, "built", (int)p->built,
                   "recursion", (int)p->recursion, "recursion_loops", (int)p->recursion_loops,
                   "claims", claims, "solver", p->solver, "axioms", p->axioms, "strict",
                   (int)p->strict, "lemmas", classes_json(p->lemmas), "checks",
                   texts_json(p->checks), "groups", groups, "left_out", texts_json(p->left_out));
}

static json_t *limits_json(const az_limits *limits) {
  size_t count;
  const az_limit_entry *table = az_limits_table(&count);
  const az_limits usual = az_limits_default();
  json_t *object = json_object();
  for (size_t i = 0; i < AZ_LIMITS; i++)
    if (az_limits_value(limits, (az_limit)i) != az_limits_value(&usual, (az_limit)i))
      json_object_set_new(object, table[i].name,
                          json_integer((json_int_t)az_limits_value(limits, (az_limit)i)));
  return object;
}

static json_t *inputs_json(const az_result *result) {
  const az_proof_inputs *inputs = result->inputs;
  if (!inputs) return NULL;
  json_t *choices = json_array(), *sets = json_array();
  for (uint32_t i = 0; i < inputs->count; i++) {
    const az_proof_choice *c = &inputs->choices[i];
    json_t *values = json_array();
    for (uint32_t v = 0; v < c->count; v++)
      json_array_append_new(values, json_string(c->values[v]));
    json_t *object = c->object == AZ_NONE ? json_null() : json_integer(c->object);
    json_array_append_new(choices,
                          json_pack("{s:i, s:s, s:s?, s:o, s:i, s:o}", "statement",
                                    (int)c->statement, "at", c->at, "text", c->text, "values",
                                    values, "again", (int)c->again, "object", object));
  }
  for (size_t i = 0; i < arrlenu(result->recurrent_sets); i++)
    json_array_append_new(sets, json_sprintf("loop %s: %s", result->recurrent_sets[i].view,
                                             result->recurrent_sets[i].c));
  return json_pack("{s:o, s:s?, s:o}", "choices", choices, "recursive", inputs->recursive,
                   "recurrent_sets", sets);
}

void az_certificate_add(az_certificate *c, const char *property, const az_result *result) {
  const az_result *proved = result->closed ? result->closed : result;
  json_t *parts = json_array();
  for (size_t i = 0; i < arrlenu(proved->proof); i++)
    json_array_append_new(parts, part_json(&proved->proof[i]));
  json_t *proof =
      json_pack("{s:s, s:o*, s:o, s:o}", "property", property, "nonterminating_inputs",
                inputs_json(result), "limits", limits_json(&proved->limits), "parts", parts);
  c->unwritable |= json_array_append_new(c->written, proof) != 0;
}

static json_t *certificate_json(const az_certificate *c) {
  json_t *sources = json_array();
  for (size_t i = 0; i < arrlenu(c->task.sources); i++)
    json_array_append_new(sources, json_pack("{s:s, s:s}", "file", c->task.sources[i].file,
                                             "sha256", c->task.sources[i].sha256));
  return json_pack("{s:s, s:i, s:o, s:s, s:s, s:s, s:O}", "format", FORMAT, "version", VERSION,
                   "sources", sources, "data_model", c->task.data_model, "function",
                   c->task.function, "signed_overflow", c->task.signed_overflow, "proofs",
                   c->written);
}

az_status az_certificate_write(const az_certificate *c, const char *path, az_error *err) {
  json_t *json = c->unwritable ? NULL : certificate_json(c);
  int failed = json ? json_dump_file(json, path, JSON_INDENT(1) | JSON_PRESERVE_ORDER) : -1;
  int code = errno;
  json_decref(json);
  if (!failed) return AZ_OK;
  return az_fail(err, AZ_ERR_RESOURCE, "the certificate %s cannot be written: %s", path,
                 json ? strerror(code) : "a text in it is no UTF-8");
}

/* ---- reading --------------------------------------------------------------------------------- */

typedef struct reader {
  az_certificate *c;
  const char *path;
  az_error *err;
} reader;

static bool wrong(reader *r, const char *what) {
  if (r->err->status == AZ_OK)
    az_fail(r->err, AZ_ERR_INPUT, "%s: no certificate of this version: %s", r->path, what);
  return false;
}

static const char *text_of(reader *r, json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  if (!text) wrong(r, key);
  return text ? az_arena_strdup(r->c->arena, text) : "";
}

static uint32_t number_of(reader *r, json_t *object, const char *key) {
  json_t *number = json_object_get(object, key);
  json_int_t value = json_integer_value(number);
  if (!json_is_integer(number) || value < 0 || value > 1000000) wrong(r, key);
  return (uint32_t)value;
}

static json_t *list_of(reader *r, json_t *object, const char *key) {
  json_t *list = json_object_get(object, key);
  if (!json_is_array(list)) wrong(r, key);
  return list;
}

static const char **texts_of(reader *r, json_t *object, const char *key) {
  const char **texts = NULL; /* stb_ds */
  size_t i;
  json_t *item;
  json_array_foreach(list_of(r, object, key), i, item) {
    if (!json_is_string(item)) wrong(r, key);
    if (json_is_string(item)) arrput(texts, az_arena_strdup(r->c->arena, json_string_value(item)));
  }
  return texts;
}

static az_proof_component read_component(reader *r, json_t *json) {
  az_proof_component c = {.order = AZ_PROOF_NUMBER, .expression = ""};
  if (json_is_string(json)) {
    c.expression = az_arena_strdup(r->c->arena, json_string_value(json));
    return c;
  }
  const char *allocated = text_of(r, json, "allocated");
  c.expression = text_of(r, json, "pointer");
  c.order = !strcmp(allocated, "earlier") ? AZ_PROOF_EARLIER : AZ_PROOF_LATER;
  if (c.order == AZ_PROOF_LATER && strcmp(allocated, "later")) wrong(r, "allocated");
  return c;
}

static az_proof_ranking read_ranking(reader *r, json_t *json) {
  az_proof_ranking ranking = {.loop = text_of(r, json, "loop"),
                              .text = text_of(r, json, "text"),
                              .step = number_of(r, json, "step"),
                              .after_first = json_is_true(json_object_get(json, "after_first"))};
  size_t i;
  json_t *item;
  json_array_foreach(list_of(r, json, "components"), i, item)
      arrput(ranking.components, read_component(r, item));
  if (!ranking.step) wrong(r, "step");
  return ranking;
}

static az_proof_group read_group(reader *r, json_t *json) {
  az_proof_group group = {0};
  size_t i;
  json_t *item;
  json_array_foreach(list_of(r, json, "observations"), i, item) {
    char *text = json_dumps(item, JSON_COMPACT | JSON_ENCODE_ANY);
    if (text) arrput(group.observations, az_arena_strdup(r->c->arena, text));
    free(text);
  }
  json_array_foreach(list_of(r, json, "rows"), i, item) {
    az_proof_row row = {text_of(r, item, "loop"), text_of(r, item, "guard"),
                        text_of(r, item, "claim")};
    arrput(group.rows, row);
  }
  json_array_foreach(list_of(r, json, "rankings"), i, item)
      arrput(group.rankings, read_ranking(r, item));
  return group;
}

static uint32_t classes_of(reader *r, json_t *object, const char *key) {
  const char **names = texts_of(r, object, key);
  uint32_t classes = 0;
  for (size_t i = 0; i < arrlenu(names); i++) {
    uint32_t c = 0;
    while (c < AZ_CLASSES && strcmp(names[i], az_class_name((az_class)c))) c++;
    if (c == AZ_CLASSES) wrong(r, key);
    if (c < AZ_CLASSES) classes |= 1u << c;
  }
  arrfree(names);
  return classes;
}

static az_proof_part read_part(reader *r, json_t *json) {
  const char *formula = text_of(r, json, "formula");
  bool is_step = !strcmp(formula, "step");
  if (!is_step && strcmp(formula, "base")) wrong(r, "formula");
  az_proof_part part = {.is_step = is_step,
                        .k = number_of(r, json, "k"),
                        .built = number_of(r, json, "built"),
                        .recursion = number_of(r, json, "recursion"),
                        .recursion_loops = json_is_true(json_object_get(json, "recursion_loops")),
                        .solver = text_of(r, json, "solver"),
                        .strict = json_is_true(json_object_get(json, "strict")),
                        .lemmas = classes_of(r, json, "lemmas"),
                        .checks = texts_of(r, json, "checks"),
                        .left_out = texts_of(r, json, "left_out")};
  if (!part.k) wrong(r, "k");
  if (!part.built || part.built > part.k) wrong(r, "built");
  if (!json_is_null(json_object_get(json, "axioms"))) part.axioms = text_of(r, json, "axioms");
  size_t i;
  json_t *item;
  json_array_foreach(list_of(r, json, "claims"), i, item) {
    az_proof_claim claim = {text_of(r, item, "function"), text_of(r, item, "claim")};
    arrput(part.claims, claim);
  }
  json_array_foreach(list_of(r, json, "groups"), i, item) arrput(part.groups, read_group(r, item));
  if (!is_step && (part.groups || part.axioms || part.claims)) wrong(r, "rows of a base formula");
  return part;
}

static az_proof_choice read_choice(reader *r, json_t *json) {
  json_t *item, *object = json_object_get(json, "object");
  az_proof_choice c = {.statement = number_of(r, json, "statement"),
                       .at = text_of(r, json, "at"),
                       .again = number_of(r, json, "again"),
                       .object = json_is_null(object) ? AZ_NONE : number_of(r, json, "object")};
  json_t *values = list_of(r, json, "values");
  c.values = AZ_NEWN(r->c->arena, const char *, json_array_size(values) + 1);
  size_t i;
  json_array_foreach(values, i, item) {
    if (!json_is_string(item)) wrong(r, "values");
    if (json_is_string(item))
      c.values[c.count++] = az_arena_strdup(r->c->arena, json_string_value(item));
  }
  return c;
}

static const az_proof_inputs *read_inputs(reader *r, json_t *json) {
  az_proof_inputs *inputs = AZ_NEW(r->c->arena, az_proof_inputs);
  json_t *item, *choices = list_of(r, json, "choices");
  inputs->choices = AZ_NEWN(r->c->arena, az_proof_choice, json_array_size(choices) + 1);
  size_t i;
  json_array_foreach(choices, i, item) inputs->choices[inputs->count++] = read_choice(r, item);
  if (!json_is_null(json_object_get(json, "recursive")))
    inputs->recursive = text_of(r, json, "recursive");
  return inputs;
}

static az_certified_proof read_proof(reader *r, json_t *json) {
  az_certified_proof proof = {.property = text_of(r, json, "property"),
                              .limits = az_limits_default()};
  const char *name;
  json_t *item;
  json_object_foreach(json_object_get(json, "limits"), name, item)
      az_limits_set(&proof.limits, name, json_number_value(item), r->err);
  size_t i;
  json_array_foreach(list_of(r, json, "parts"), i, item) arrput(proof.parts, read_part(r, item));
  json_t *inputs = json_object_get(json, "nonterminating_inputs");
  if (inputs) proof.inputs = read_inputs(r, inputs);
  return proof;
}

static void read_certificate(reader *r, json_t *json) {
  az_certified_task *task = &r->c->task;
  if (strcmp(text_of(r, json, "format"), FORMAT) || number_of(r, json, "version") != VERSION)
    wrong(r, "format");
  task->data_model = text_of(r, json, "data_model");
  task->function = text_of(r, json, "function");
  task->signed_overflow = text_of(r, json, "signed_overflow");
  size_t i;
  json_t *item;
  json_array_foreach(list_of(r, json, "sources"), i, item) {
    az_certified_source source = {text_of(r, item, "file"), text_of(r, item, "sha256")};
    arrput(task->sources, source);
  }
  json_array_foreach(list_of(r, json, "proofs"), i, item) arrput(r->c->proofs, read_proof(r, item));
}

az_certificate *az_certificate_read(const char *path, az_error *err) {
  json_error_t where;
  json_t *json = json_load_file(path, JSON_REJECT_DUPLICATES, &where);
  if (!json) {
    az_fail(err, AZ_ERR_INPUT, "the certificate %s cannot be read: %s", path, where.text);
    return NULL;
  }
  reader r = {az_certificate_new(), path, err};
  read_certificate(&r, json);
  json_decref(json);
  if (err->status == AZ_OK) return r.c;
  az_certificate_free(r.c);
  return NULL;
}

const char *az_certificate_differs(const az_certificate *c, const az_certified_task *task) {
  const struct {
    const char *what, *certified, *given;
  } texts[] = {
      {"the data model", c->task.data_model, task->data_model},
      {"the function that executions start with", c->task.function, task->function},
      {"the treatment of signed overflow", c->task.signed_overflow, task->signed_overflow}};
  size_t n = arrlenu(task->sources);
  if (n != arrlenu(c->task.sources)) return "the certificate is of other source files";
  for (size_t i = 0; i < n; i++)
    if (strcmp(c->task.sources[i].sha256, task->sources[i].sha256))
      return az_arena_printf(c->arena, "%s is not the source file that the certificate is of",
                             task->sources[i].file);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (strcmp(texts[i].certified, texts[i].given))
      return az_arena_printf(c->arena, "%s: the certificate has %s, here it is %s", texts[i].what,
                             texts[i].certified, texts[i].given);
  return NULL;
}
