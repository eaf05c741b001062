/* Reads witnesses of version 2.0 with libyaml; read_graphml.c reads XML. Entries, keys and
 * waypoints of other kinds are skipped and counted. This makes no verdict wrong, since witnesses
 * are not trusted. */
#include "cli/read_witness.h"
#include "ansatz/yaml_nesting.h"
#include "task/yaml_tree.h"
#include "witness/source.h"
#include <ctype.h>
#include <errno.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
  const char *path;
  az_witness *w;
  yaml_document_t document;
  az_error *err;
} reader;

static const char *text_of(reader *r, const yaml_node_t *map, const char *key) {
  const char *text = az_yaml_text(az_yaml_member(&r->document, map, key));
  return text ? az_arena_strdup(r->w->arena, text) : NULL;
}

static uint32_t number_of(reader *r, const yaml_node_t *map, const char *key) {
  const char *text = text_of(r, map, key);
  char *end = NULL;
  unsigned long n = text && isdigit((unsigned char)*text) ? strtoul(text, &end, 10) : 0;
  return end && !*end && n < UINT32_MAX ? (uint32_t)n : 0;
}

static bool is(const char *text, const char *word) {
  return text && !strcmp(text, word);
}

static az_status complain(reader *r, const yaml_node_t *node, const char *what) {
  size_t line = node ? node->start_mark.line + 1 : 1;
  return az_fail(r->err, AZ_ERR_INPUT, "%s:%zu: %s", r->path, line, what);
}

static const yaml_node_t *item(reader *r, const yaml_node_t *list, size_t i) {
  if (!list || list->type != YAML_SEQUENCE_NODE) return NULL;
  const yaml_node_item_t *at = list->data.sequence.items.start + i;
  return at < list->data.sequence.items.top ? yaml_document_get_node(&r->document, *at) : NULL;
}

static az_status read_place(reader *r, const yaml_node_t *map, az_witness_location *at) {
  const yaml_node_t *node = az_yaml_member(&r->document, map, "location");
  *at = (az_witness_location){.file = text_of(r, node, "file_name"),
                              .line = number_of(r, node, "line"),
                              .column = number_of(r, node, "column"),
                              .function = text_of(r, node, "function")};
  return at->file && at->line ? AZ_OK
                              : complain(r, map, "a location with file_name and line is expected");
}

static az_status read_invariant(reader *r, const yaml_node_t *map) {
  const yaml_node_t *node = az_yaml_member(&r->document, map, "invariant");
  if (!node && az_yaml_member(&r->document, map, "contract")) {
    az_witness_leave_out(r->w, "contracts of functions");
    return AZ_OK;
  }
  const char *type = text_of(r, node, "type"), *format = text_of(r, node, "format");
  az_witness_invariant inv = {.value = text_of(r, node, "value")};
  if (!node || !type || !inv.value) return complain(r, map, "an invariant is expected");
  if (read_place(r, node, &inv.at)) return r->err->status;
  if (strcmp(type, "loop_invariant") != 0 || (format && strcmp(format, "c_expression") != 0))
    az_witness_leave_out(r->w, "invariants that are no C expressions at loops");
  else
    arrput(r->w->invariants, inv);
  return AZ_OK;
}

static az_status read_waypoint(reader *r, const yaml_node_t *map) {
  static const struct {
    const char *type;
    az_waypoint_kind kind;
  } kinds[] = {{"assumption", AZ_WAYPOINT_ASSUMPTION},
               {"target", AZ_WAYPOINT_TARGET},
               {"function_enter", AZ_WAYPOINT_ENTER},
               {"function_return", AZ_WAYPOINT_RETURN},
               {"branching", AZ_WAYPOINT_BRANCHING}};
  const yaml_node_t *node = az_yaml_member(&r->document, map, "waypoint");
  const char *type = text_of(r, node, "type");
  az_waypoint point = {.avoid = is(text_of(r, node, "action"), "avoid"),
                       .value =
                           text_of(r, az_yaml_member(&r->document, node, "constraint"), "value")};
  if (!node || !type) return complain(r, map, "a waypoint is expected");
  if (read_place(r, node, &point.at)) return r->err->status;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (!strcmp(type, kinds[i].type)) {
      point.kind = kinds[i].kind;
      arrput(r->w->waypoints, point);
      return AZ_OK;
    }
  return complain(r, node, "unknown type of a waypoint");
}

static az_status read_content(reader *r, const yaml_node_t *content) {
  const yaml_node_t *part, *point;
  for (size_t i = 0; (part = item(r, content, i)); i++) {
    if (!r->w->is_violation) {
      if (read_invariant(r, part)) return r->err->status;
      continue;
    }
    const yaml_node_t *segment = az_yaml_member(&r->document, part, "segment");
    if (!segment) return complain(r, part, "a segment is expected");
    for (size_t k = 0; (point = item(r, segment, k)); k++)
      if (read_waypoint(r, point)) return r->err->status;
  }
  return AZ_OK;
}

static void read_task(reader *r, const yaml_node_t *task) {
  const yaml_node_t *hashes = az_yaml_member(&r->document, task, "input_file_hashes");
  r->w->data_model = text_of(r, task, "data_model");
  r->w->specification = text_of(r, task, "specification");
  if (!hashes || hashes->type != YAML_MAPPING_NODE) return;
  yaml_node_pair_t *p = hashes->data.mapping.pairs.start;
  for (; p < hashes->data.mapping.pairs.top; p++) {
    const yaml_node_t *k = yaml_document_get_node(&r->document, p->key);
    const char *name = k && k->type == YAML_SCALAR_NODE ? (const char *)k->data.scalar.value : NULL;
    const char *hash = name ? text_of(r, hashes, name) : NULL;
    if (!hash) continue;
    az_witness_file file = {az_arena_strdup(r->w->arena, name), hash};
    arrput(r->w->files, file);
  }
}

static az_status read_entries(reader *r) {
  const yaml_node_t *root = yaml_document_get_root_node(&r->document), *entry;
  bool any = false;
  if (!item(r, root, 0)) return complain(r, root, "a list of entries is expected: no witness");
  for (size_t i = 0; (entry = item(r, root, i)); i++) {
    const char *type = text_of(r, entry, "entry_type");
    const yaml_node_t *metadata = az_yaml_member(&r->document, entry, "metadata");
    const char *version = text_of(r, metadata, "format_version");
    bool violation = is(type, "violation_sequence");
    if (!type) return complain(r, entry, "entry_type is expected: no witness");
    if (!violation && !is(type, "invariant_set")) {
      az_witness_leave_out(r->w, "entries of another type");
      continue;
    }
    if (!version || strncmp(version, "2.", 2) != 0)
      return complain(r, entry, "format_version is not 2.0");
    if (any && violation != r->w->is_violation)
      return complain(r, entry, "invariants and a violation in one witness");
    r->w->is_violation = violation;
    any = true;
    read_task(r, az_yaml_member(&r->document, metadata, "task"));
    if (read_content(r, az_yaml_member(&r->document, entry, "content"))) return r->err->status;
  }
  return any ? AZ_OK : complain(r, root, "neither invariant_set nor violation_sequence");
}

static az_status load(reader *r, FILE *in) {
  yaml_parser_t parser;
  if (!az_yaml_is_plain(in)) return complain(r, NULL, "aliases, or lists that nest too deep");
  if (!yaml_parser_initialize(&parser)) return az_fail(r->err, AZ_ERR_RESOURCE, "no memory");
  yaml_parser_set_input_file(&parser, in);
  bool loaded = yaml_parser_load(&parser, &r->document);
  az_status status = AZ_OK;
  if (!loaded)
    status = az_fail(r->err, AZ_ERR_INPUT, "%s:%zu: %s", r->path, parser.problem_mark.line + 1,
                     parser.problem ? parser.problem : "no YAML");
  yaml_parser_delete(&parser);
  if (status != AZ_OK) return status;
  status = read_entries(r);
  yaml_document_delete(&r->document);
  return status;
}

/* Returns whether the text begins like XML, as no list in YAML can. */
static bool is_xml(FILE *in) {
  int c = getc(in);
  while (c == 0xef || c == 0xbb || c == 0xbf || isspace(c)) c = getc(in);
  rewind(in);
  return c == '<';
}

static az_status load_graphml(reader *r) {
  az_source source;
  if (az_source_read(&source, r->path, r->w->arena, r->err)) return r->err->status;
  return az_witness_read_graphml(r->w, r->path, source.text, source.size, r->err);
}

az_witness *az_witness_read(const char *path, az_error *err) {
  FILE *in = fopen(path, "r");
  if (!in) {
    az_fail(err, az_file_status(errno), "%s: %s", path, strerror(errno));
    return NULL;
  }
  az_arena *arena = az_arena_new();
  reader r = {.path = path, .w = AZ_NEW(arena, az_witness), .err = err};
  r.w->arena = arena;
  az_status status = is_xml(in) ? load_graphml(&r) : load(&r, in);
  fclose(in);
  if (status == AZ_OK) return r.w;
  az_witness_free(r.w);
  return NULL;
}
