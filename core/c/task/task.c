/* Reads task files (.yml, task-definition formats 1.0, 2.0 and 2.1 of BenchExec) with libyaml. A
 * key or value that is not understood is an error, except a property if others are understood. */
#include "ansatz/task.h"
#include "ansatz/yaml_nesting.h"
#include "task/yaml_tree.h"
#include <ctype.h>
#include <errno.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct reader {
  const char *path, *function;
  az_task *task;
  yaml_document_t document;
  az_error *err;
} reader;

/* Returns the text of a scalar on one line, or NULL. */
static const char *scalar(const yaml_node_t *node) {
  const char *text = az_yaml_text(node);
  return text && !strchr(text, '\n') ? text : NULL;
}

static az_status complain(reader *r, const yaml_node_t *node, const char *what) {
  if (!node) return az_fail(r->err, AZ_ERR_INPUT, "%s: %s", r->path, what);
  return az_fail(r->err, AZ_ERR_INPUT, "%s:%zu: %s", r->path, node->start_mark.line + 1, what);
}

/* Checks that each key of the mapping is one of `known` (NULL-terminated) and occurs once. */
static az_status check_keys(reader *r, const yaml_node_t *map, const char *const *known) {
  yaml_node_pair_t *begin = map->data.mapping.pairs.start, *end = map->data.mapping.pairs.top;
  for (yaml_node_pair_t *p = begin; p < end; p++) {
    const yaml_node_t *node = yaml_document_get_node(&r->document, p->key);
    const char *key = scalar(node);
    size_t i = 0;
    while (key && known[i] && strcmp(key, known[i]) != 0) i++;
    if (!key || !known[i])
      return az_fail(r->err, AZ_ERR_INPUT, "%s:%zu: unknown key %s", r->path,
                     (node ? node->start_mark.line : 0) + 1, key ? key : "");
    for (yaml_node_pair_t *q = begin; q < p; q++) {
      const char *other = scalar(yaml_document_get_node(&r->document, q->key));
      if (other && !strcmp(key, other))
        return az_fail(r->err, AZ_ERR_INPUT, "%s:%zu: %s occurs twice", r->path,
                       node->start_mark.line + 1, key);
    }
  }
  return AZ_OK;
}

/* Resolves a path in the task file, relative to the folder of that file. */
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
  yaml_node_t *files = az_yaml_member(&r->document, root, "input_files");
  if (!files) return complain(r, NULL, "no input_files");
  if (files->type == YAML_SCALAR_NODE) return add_file(r, files);
  if (files->type != YAML_SEQUENCE_NODE)
    return complain(r, files, "input_files: a file name or a list of them is expected");
  for (yaml_node_item_t *i = files->data.sequence.items.start; i < files->data.sequence.items.top;
       i++)
    if (add_file(r, yaml_document_get_node(&r->document, *i)) != AZ_OK) return r->err->status;
  return arrlenu(r->task->files) ? AZ_OK : complain(r, files, "input_files is empty");
}

/* Reads the expected verdict: 1, 0, or -1 if the task has none. */
static az_status read_verdict(reader *r, yaml_node_t *property, int *expected) {
  static const char *const words[] = {"false", "False", "FALSE", "true", "True", "TRUE"};
  const yaml_node_t *node = az_yaml_member(&r->document, property, "expected_verdict");
  *expected = -1;
  if (!node) return AZ_OK;
  const char *text = scalar(node);
  if (text && node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE)
    for (int i = 0; i < 6; i++)
      if (!strcmp(text, words[i])) *expected = i / 3;
  return *expected >= 0 ? AZ_OK : complain(r, node, "expected_verdict: true or false is expected");
}

/* Reads which part of memory safety is expected to be violated. */
static az_status read_subproperty(reader *r, yaml_node_t *node, az_task_property *p,
                                  uint32_t classes) {
  const yaml_node_t *sub = az_yaml_member(&r->document, node, "subproperty");
  if (!sub) return AZ_OK;
  const char *text = scalar(sub), *name;
  uint32_t part = 0;
  if (!text || az_property_parse(text, NULL, &name, &part, NULL) != AZ_OK || strcmp(text, name) ||
      (part & ~classes))
    return complain(r, sub, "subproperty: a part of the property is expected");
  p->subproperty = az_arena_strdup(r->task->arena, text);
  return AZ_OK;
}

static az_status add_property(reader *r, yaml_node_t *node) {
  static const char *const known[] = {"property_file", "expected_verdict", "subproperty", NULL};
  if (!node || node->type != YAML_MAPPING_NODE)
    return complain(r, node, "properties: a list of mappings with property_file is expected");
  if (check_keys(r, node, known) != AZ_OK) return r->err->status;
  const char *file = scalar(az_yaml_member(&r->document, node, "property_file"));
  if (!file) return complain(r, node, "properties: property_file is missing");
  az_task_property p = {.file = resolve(r, file)};
  uint32_t classes;
  if (az_property_is_coverage(p.file)) return AZ_OK; /* the property requests tests, no verdict */
  az_error error = {0};
  if (az_property_parse(p.file, r->function, &p.name, &classes, &error) != AZ_OK) {
    bool is_unknown = error.status == AZ_ERR_INPUT && access(p.file, R_OK) == 0;
    if (!r->task->skipped) r->task->skipped = az_arena_strdup(r->task->arena, error.message);
    return is_unknown ? AZ_OK : complain(r, node, error.message);
  }
  if (read_verdict(r, node, &p.expected) != AZ_OK ||
      read_subproperty(r, node, &p, classes) != AZ_OK)
    return r->err->status;
  for (size_t i = 0; i < arrlenu(r->task->properties); i++)
    if (!strcmp(r->task->properties[i].name, p.name))
      return complain(r, node, "properties: the same property twice");
  arrput(r->task->properties, p);
  return AZ_OK;
}

static az_status read_properties(reader *r, yaml_node_t *root) {
  yaml_node_t *list = az_yaml_member(&r->document, root, "properties");
  if (!list) return AZ_OK;
  if (list->type != YAML_SEQUENCE_NODE) return complain(r, list, "properties: a list is expected");
  for (yaml_node_item_t *i = list->data.sequence.items.start; i < list->data.sequence.items.top;
       i++)
    if (add_property(r, yaml_document_get_node(&r->document, *i)) != AZ_OK) return r->err->status;
  bool some = list->data.sequence.items.start != list->data.sequence.items.top;
  if (r->task->skipped && !arrlenu(r->task->properties))
    return az_fail(r->err, AZ_ERR_INPUT, "%s", r->task->skipped);
  if (some && !arrlenu(r->task->properties))
    return complain(r, list, "properties: all ask for tests (COVER), none for a verdict");
  return AZ_OK;
}

static az_status read_options(reader *r, yaml_node_t *root) {
  static const char *const known[] = {"language", "data_model", NULL};
  yaml_node_t *options = az_yaml_member(&r->document, root, "options");
  r->task->data_model = AZ_LP64;
  if (!options) return AZ_OK;
  if (options->type != YAML_MAPPING_NODE)
    return complain(r, options, "options: a mapping is expected");
  if (check_keys(r, options, known) != AZ_OK) return r->err->status;
  const yaml_node_t *node = az_yaml_member(&r->document, options, "data_model"),
                    *language = az_yaml_member(&r->document, options, "language");
  const char *model = scalar(node), *text = scalar(language);
  if (language && (!text || strcmp(text, "C") != 0))
    return az_fail(r->err, AZ_ERR_INPUT, "%s:%zu: language %s; only C is known", r->path,
                   language->start_mark.line + 1, text ? text : "");
  if (!node) return AZ_OK;
  r->task->has_data_model = true;
  if (model && strcmp(model, "ILP32") == 0)
    r->task->data_model = AZ_ILP32;
  else if (!model || strcmp(model, "LP64") != 0)
    return complain(r, node, "data_model: ILP32 or LP64 is expected");
  return AZ_OK;
}

/* Checks the format version, on which the rest of the file depends. */
static az_status read_version(reader *r, yaml_node_t *root) {
  const yaml_node_t *node = az_yaml_member(&r->document, root, "format_version");
  const char *version = scalar(node);
  static const char *const known[] = {"1.0", "2.0", "2.1"};
  if (!node) return complain(r, NULL, "no format_version; '1.0', '2.0' and '2.1' are known");
  for (size_t i = 0; version && i < sizeof known / sizeof *known; i++)
    if (!strcmp(version, known[i])) return AZ_OK;
  return az_fail(r->err, AZ_ERR_INPUT,
                 "%s:%zu: format_version %s is not known; '1.0', '2.0' and '2.1' are", r->path,
                 node->start_mark.line + 1, version ? version : "");
}

static az_status read_task(reader *r) {
  static const char *const known[] = {
      "format_version",         "input_files", "required_files", "properties", "options",
      "additional_information", NULL};
  yaml_node_t *root = yaml_document_get_root_node(&r->document);
  if (!root || root->type != YAML_MAPPING_NODE)
    return complain(r, NULL, "not a task file (a mapping with input_files is expected)");
  if (read_version(r, root) != AZ_OK || check_keys(r, root, known) != AZ_OK ||
      read_files(r, root) != AZ_OK || read_properties(r, root) != AZ_OK ||
      read_options(r, root) != AZ_OK)
    return r->err->status;
  r->task->file_count = arrlenu(r->task->files);
  r->task->property_count = arrlenu(r->task->properties);
  return AZ_OK;
}

/* Checks that nothing follows the document. */
static az_status read_end(reader *r, yaml_parser_t *parser) {
  yaml_document_t more;
  if (!yaml_parser_load(parser, &more))
    return az_fail(r->err, AZ_ERR_INPUT, "%s:%zu: not YAML: %s", r->path,
                   parser->problem_mark.line + 1, parser->problem ? parser->problem : "malformed");
  const yaml_node_t *root = yaml_document_get_root_node(&more);
  az_status status = root ? complain(r, root, "a second document") : AZ_OK;
  yaml_document_delete(&more);
  return status;
}

az_task *az_task_read(const char *path, const char *function, az_error *err) {
  az_error own = {0};
  if (!err) err = &own;
  FILE *in = fopen(path, "r");
  if (!in) {
    az_fail(err, az_file_status(errno), "%s: %s", path, strerror(errno));
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
  reader r = {.path = path, .function = function, .task = task, .err = err};
  yaml_parser_t parser;
  az_status status = AZ_ERR_RESOURCE;
  if (yaml_parser_initialize(&parser)) {
    yaml_parser_set_input_file(&parser, in);
    if (!yaml_parser_load(&parser, &r.document) && ferror(in)) {
      status = az_fail(err, AZ_ERR_FAULT, "%s: cannot be read", path);
    } else if (parser.error) {
      status = az_fail(err, AZ_ERR_INPUT, "%s:%zu: not YAML: %s", path,
                       parser.problem_mark.line + 1, parser.problem ? parser.problem : "malformed");
    } else {
      status = read_task(&r);
      if (status == AZ_OK) status = read_end(&r, &parser);
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
