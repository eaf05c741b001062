/* Task files (.yml, task-definition format 2.0, read with libyaml), property files (.prp) and
 * property names. */
#include "ansatz/frontend.h"
#include "ansatz/yaml_nesting.h"
#include <ctype.h>
#include <errno.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <yaml.h>

enum { /* bits of az_class */
       UNREACH = 1u << AZ_C_UNREACH,
       OVERFLOW = 1u << AZ_C_OVERFLOW,
       MEMORY = 1u << AZ_C_DEREF | 1u << AZ_C_FREE | 1u << AZ_C_MEMTRACK
};

static const struct {
  const char *name;
  uint32_t classes;
  const char *formula; /* what a CHECK line says, without blanks; NULL: a name only */
} properties[] = {
    {"unreach-call", UNREACH, "G!call("},
    {"no-overflow", OVERFLOW, "G!overflow"},
    {"valid-memsafety", MEMORY, NULL},
    {"termination", 1u << AZ_C_TERMINATION, "Fend"},
    {"valid-deref", 1u << AZ_C_DEREF, "Gvalid-deref"},
    {"valid-free", 1u << AZ_C_FREE, "Gvalid-free"},
    {"valid-memtrack", 1u << AZ_C_MEMTRACK, "Gvalid-memtrack"},
    {"valid-memcleanup", 1u << AZ_C_MEMCLEANUP, "Gvalid-memcleanup"},
    {"div-by-zero", 1u << AZ_C_DIV_BY_ZERO, "G!div-by-zero"},
    {"shift", 1u << AZ_C_SHIFT, "G!shift"},
    {"array-bounds", 1u << AZ_C_BOUNDS, "G!array-bounds"},
    {"no-unsigned-overflow", 1u << AZ_C_UNSIGNED_OVERFLOW, "G!unsigned-overflow"},
    {"conversion", 1u << AZ_C_CONVERSION, "G!conversion"},
};
enum { COUNT = sizeof properties / sizeof *properties };

/* Edit distance, for suggestions. */
static size_t distance(const char *a, const char *b) {
  size_t n = strlen(b), row[64];
  if (n >= 64 || strlen(a) >= 64) return 64;
  for (size_t j = 0; j <= n; j++) row[j] = j;
  for (size_t i = 1; a[i - 1]; i++) {
    size_t corner = row[0];
    row[0] = i;
    for (size_t j = 1; j <= n; j++) {
      size_t above = row[j], best = corner + (a[i - 1] != b[j - 1]);
      if (above + 1 < best) best = above + 1;
      if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
      corner = above;
      row[j] = best;
    }
  }
  return row[n];
}

static az_status unknown_property(const char *name, az_error *err) {
  size_t best = 0, least = 64;
  for (size_t i = 0; i < COUNT; i++) {
    size_t d = distance(name, properties[i].name);
    if (d < least) least = d, best = i;
  }
  if (least <= strlen(name) / 2)
    return az_fail(err, AZ_ERR_INPUT, "unknown property %s; did you mean %s?", name,
                   properties[best].name);
  return az_fail(
      err, AZ_ERR_INPUT,
      "unknown property %s (known: unreach-call, no-overflow, valid-memsafety, termination ...)",
      name);
}

/* Properties of the CHECK lines of a file, as bits of the table. */
static az_status read_property_file(const char *path, uint32_t *found, az_error *err) {
  FILE *in = fopen(path, "r");
  if (!in) return az_fail(err, AZ_ERR_INPUT, "%s: %s", path, strerror(errno));
  char line[1024], packed[1024];
  unsigned number = 0;
  *found = 0;
  while (fgets(line, sizeof line, in)) {
    number++;
    size_t n = 0;
    for (const char *c = line; *c; c++)
      if (!isspace((unsigned char)*c)) packed[n++] = *c;
    packed[n] = 0;
    if (strncmp(packed, "CHECK(", 6) != 0) continue;
    const char *formula = strstr(packed, "LTL(");
    bool known = false;
    for (size_t i = 0; formula && i < COUNT; i++)
      if (properties[i].formula &&
          strncmp(formula + 4, properties[i].formula, strlen(properties[i].formula)) == 0) {
        *found |= 1u << i;
        known = true;
        break;
      }
    if (!known) {
      fclose(in);
      line[strcspn(line, "\n")] = 0;
      return az_fail(err, AZ_ERR_INPUT, "%s:%u: unknown property: %s", path, number, line);
    }
  }
  fclose(in);
  return *found ? AZ_OK
                : az_fail(err, AZ_ERR_INPUT, "%s: no CHECK line; not a property file?", path);
}

az_status az_property_parse(const char *text, const char **name, uint32_t *classes, az_error *err) {
  size_t length = strlen(text);
  uint32_t found = 0;
  if (length > 4 && strcmp(text + length - 4, ".prp") == 0) {
    if (read_property_file(text, &found, err) != AZ_OK) return err ? err->status : AZ_ERR_INPUT;
  } else {
    for (size_t i = 0; i < COUNT; i++)
      if (strcmp(text, properties[i].name) == 0) found = 1u << i;
    if (strcmp(text, "overflow") == 0) found = 1u << 1;
    if (strcmp(text, "memsafety") == 0) found = 1u << 2;
    if (!found) return unknown_property(text, err);
  }
  *classes = 0;
  *name = NULL;
  for (size_t i = 0; i < COUNT; i++)
    if (found >> i & 1u) {
      *classes |= properties[i].classes;
      *name = *name
                  ? "valid-memsafety"
                  : properties[i].name; /* several CHECK lines: only memory safety is written so */
    }
  return AZ_OK;
}

/* ---- task files ------------------------------------------------------------------------------ */

typedef struct reader {
  const char *path;
  az_task *task;
  yaml_document_t document;
  az_error *err;
} reader;

static yaml_node_t *member(reader *r, yaml_node_t *map, const char *key) {
  if (!map || map->type != YAML_MAPPING_NODE) return NULL;
  for (yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top; p++) {
    yaml_node_t *k = yaml_document_get_node(&r->document, p->key);
    if (k && k->type == YAML_SCALAR_NODE && strcmp((const char *)k->data.scalar.value, key) == 0)
      return yaml_document_get_node(&r->document, p->value);
  }
  return NULL;
}

static const char *scalar(const yaml_node_t *node) {
  return node && node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : NULL;
}

static az_status complain(reader *r, const yaml_node_t *node, const char *what) {
  if (!node) return az_fail(r->err, AZ_ERR_INPUT, "%s: %s", r->path, what);
  return az_fail(r->err, AZ_ERR_INPUT, "%s:%zu: %s", r->path, node->start_mark.line + 1, what);
}

/* A path of the task file, which is relative to the file's folder. */
static const char *resolve(reader *r, const char *name) {
  const char *slash = strrchr(r->path, '/');
  if (*name == '/' || !slash) return az_arena_strdup(r->task->arena, name);
  return az_arena_printf(r->task->arena, "%.*s/%s", (int)(slash - r->path), r->path, name);
}

static az_status add_file(reader *r, const yaml_node_t *node) {
  const char *name = scalar(node);
  if (!name || !*name) return complain(r, node, "input_files: a file name is expected");
  const char *path = resolve(r, name);
  if (access(path, R_OK) != 0)
    return az_fail(r->err, AZ_ERR_INPUT, "%s:%zu: %s: %s", r->path, node->start_mark.line + 1, path,
                   strerror(errno));
  arrput(r->task->files, path);
  return AZ_OK;
}

static az_status read_files(reader *r, yaml_node_t *root) {
  yaml_node_t *files = member(r, root, "input_files");
  if (!files) return complain(r, NULL, "no input_files");
  if (files->type == YAML_SCALAR_NODE) return add_file(r, files);
  if (files->type != YAML_SEQUENCE_NODE)
    return complain(r, files, "input_files: a file name or a list of them is expected");
  for (yaml_node_item_t *i = files->data.sequence.items.start; i < files->data.sequence.items.top;
       i++)
    if (add_file(r, yaml_document_get_node(&r->document, *i)) != AZ_OK) return r->err->status;
  return arrlenu(r->task->files) ? AZ_OK : complain(r, files, "input_files is empty");
}

static az_status add_property(reader *r, yaml_node_t *node) {
  yaml_node_t *file_node = member(r, node, "property_file");
  const char *file = scalar(file_node), *verdict = scalar(member(r, node, "expected_verdict"));
  if (!file) return complain(r, node, "properties: property_file is missing");
  az_task_property p = {.file = resolve(r, file), .expected = -1};
  uint32_t classes;
  if (az_property_parse(p.file, &p.name, &classes, r->err) != AZ_OK) return r->err->status;
  if (verdict) {
    if (strcmp(verdict, "true") == 0)
      p.expected = 1;
    else if (strcmp(verdict, "false") == 0)
      p.expected = 0;
    else
      return complain(r, member(r, node, "expected_verdict"),
                      "expected_verdict: true or false is expected");
  }
  const char *sub = scalar(member(r, node, "subproperty"));
  if (sub) p.subproperty = az_arena_strdup(r->task->arena, sub);
  arrput(r->task->properties, p);
  return AZ_OK;
}

static az_status read_task(reader *r) {
  yaml_node_t *root = yaml_document_get_root_node(&r->document);
  if (!root || root->type != YAML_MAPPING_NODE)
    return complain(r, NULL, "not a task file (a mapping with input_files is expected)");
  if (read_files(r, root) != AZ_OK) return r->err->status;
  yaml_node_t *list = member(r, root, "properties");
  if (list && list->type != YAML_SEQUENCE_NODE)
    return complain(r, list, "properties: a list is expected");
  if (list)
    for (yaml_node_item_t *i = list->data.sequence.items.start; i < list->data.sequence.items.top;
         i++)
      if (add_property(r, yaml_document_get_node(&r->document, *i)) != AZ_OK) return r->err->status;
  yaml_node_t *node = member(r, member(r, root, "options"), "data_model");
  const char *model = scalar(node),
             *language = scalar(member(r, member(r, root, "options"), "language"));
  if (language && strcmp(language, "C") != 0)
    return az_fail(r->err, AZ_ERR_INPUT, "%s: language %s; only C is known", r->path, language);
  r->task->data_model = AZ_LP64;
  if (node) {
    r->task->has_data_model = true;
    if (model && strcmp(model, "ILP32") == 0)
      r->task->data_model = AZ_ILP32;
    else if (!model || strcmp(model, "LP64") != 0)
      return complain(r, node, "data_model: ILP32 or LP64 is expected");
  }
  r->task->file_count = arrlenu(r->task->files);
  r->task->property_count = arrlenu(r->task->properties);
  return AZ_OK;
}

az_task *az_task_read(const char *path, az_error *err) {
  az_error own = {0};
  if (!err) err = &own;
  FILE *in = fopen(path, "r");
  if (!in) {
    az_fail(err, AZ_ERR_INPUT, "%s: %s", path, strerror(errno));
    return NULL;
  }
  if (!az_yaml_is_plain(in)) {
    fclose(in);
    az_fail(err, AZ_ERR_INPUT, "%s: nested too deeply, or with aliases; not a task file?", path);
    return NULL;
  }
  az_arena *arena = az_arena_new();
  az_task *task = AZ_NEW(arena, az_task);
  task->arena = arena;
  reader r = {.path = path, .task = task, .err = err};
  yaml_parser_t parser;
  az_status status = AZ_ERR_RESOURCE;
  if (yaml_parser_initialize(&parser)) {
    yaml_parser_set_input_file(&parser, in);
    if (!yaml_parser_load(&parser, &r.document)) {
      status = az_fail(err, AZ_ERR_INPUT, "%s:%zu: not YAML: %s", path,
                       parser.problem_mark.line + 1, parser.problem ? parser.problem : "malformed");
    } else {
      status = read_task(&r);
      yaml_document_delete(&r.document);
    }
    yaml_parser_delete(&parser);
  } else {
    az_fail(err, AZ_ERR_RESOURCE, "%s: no memory for a YAML parser", path);
  }
  fclose(in);
  if (status == AZ_OK) return task;
  az_task_free(task);
  return NULL;
}

void az_task_free(az_task *task) {
  if (!task) return;
  arrfree(task->files);
  arrfree(task->properties);
  az_arena_free(task->arena);
}
