/* Reads witnesses of GraphML 1.0. Correctness: the invariant of a node whose edges enter the head
 * of a loop belongs to that loop. Violation: the inputs are the assumptions of the edges on the
 * path from the entry to the violation, without edges to a sink. Unknown data of nodes and edges is
 * an error, and so is an automaton that branches. */
#include "cli/read_witness.h"
#include <ctype.h>
#include <expat.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* ---- XML, as a tree without namespace prefixes ----------------------------------------------- */

typedef struct xml_attribute {
  const char *name, *value;
} xml_attribute;

typedef struct xml_element {
  const char *name, *text; /* text: without that of its children */
  uint32_t line;
  xml_attribute *attributes;
  size_t attribute_count;
  struct xml_element *first, *next; /* its first child; its next sibling */
} xml_element;

typedef struct open_element {
  xml_element *element, **last; /* the link for its next child */
  char *text;                   /* stb_ds */
} open_element;

typedef struct xml_reader {
  XML_Parser parser;
  az_arena *arena;
  xml_element *root;
  open_element *open; /* stb_ds, the innermost last */
  bool has_type;
} xml_reader;

static const char *without_prefix(xml_reader *r, const char *name) {
  const char *colon = strchr(name, ':');
  return az_arena_strdup(r->arena, colon ? colon + 1 : name);
}

static void begin(void *ctx, const char *name, const char **attributes) {
  xml_reader *r = ctx;
  size_t count = 0;
  while (attributes[2 * count]) count++;
  xml_element *e = AZ_NEW(r->arena, xml_element);
  *e = (xml_element){.name = without_prefix(r, name),
                     .line = (uint32_t)XML_GetCurrentLineNumber(r->parser),
                     .attributes = AZ_NEWN(r->arena, xml_attribute, count + 1),
                     .attribute_count = count};
  for (size_t i = 0; i < count; i++)
    e->attributes[i] = (xml_attribute){without_prefix(r, attributes[2 * i]),
                                       az_arena_strdup(r->arena, attributes[2 * i + 1])};
  if (arrlenu(r->open)) {
    *arrlast(r->open).last = e;
    arrlast(r->open).last = &e->next;
  } else {
    r->root = e;
  }
  arrput(r->open, ((open_element){.element = e, .last = &e->first}));
}

static void end(void *ctx, const char *name) {
  xml_reader *r = ctx;
  (void)name;
  open_element done = arrpop(r->open);
  done.element->text =
      az_arena_printf(r->arena, "%.*s", (int)arrlen(done.text), done.text ? done.text : "");
  arrfree(done.text);
}

static void text(void *ctx, const char *characters, int length) {
  xml_reader *r = ctx;
  memcpy(arraddnptr(arrlast(r->open).text, (size_t)length), characters, (size_t)length);
}

/* Refuses a document type: its entities let a small file expand to a large one. */
static void refuse_type(void *ctx, const char *name, const char *system, const char *public,
                        int internal) {
  xml_reader *r = ctx;
  (void)name, (void)system, (void)public, (void)internal;
  r->has_type = true;
  XML_StopParser(r->parser, XML_FALSE);
}

/* Returns the root, in the arena; NULL, with err, on failure. Messages call the file `path`. */
static xml_element *parse_xml(const char *source, size_t size, const char *path, az_arena *arena,
                              az_error *err) {
  xml_reader r = {.parser = XML_ParserCreate(NULL), .arena = arena};
  if (!r.parser) {
    az_fail(err, AZ_ERR_RESOURCE, "no memory");
    return NULL;
  }
  XML_SetUserData(r.parser, &r);
  XML_SetElementHandler(r.parser, begin, end);
  XML_SetCharacterDataHandler(r.parser, text);
  XML_SetStartDoctypeDeclHandler(r.parser, refuse_type);
  if (XML_Parse(r.parser, source, (int)size, 1) != XML_STATUS_OK) {
    r.root = NULL;
    az_fail(err, AZ_ERR_INPUT, "%s:%lu: %s", path, XML_GetCurrentLineNumber(r.parser),
            r.has_type ? "document types are not read"
                       : XML_ErrorString(XML_GetErrorCode(r.parser)));
  }
  for (size_t i = 0; i < arrlenu(r.open); i++) arrfree(r.open[i].text);
  arrfree(r.open);
  XML_ParserFree(r.parser);
  return r.root;
}

/* Returns the attribute, or NULL if there is none. */
static const char *attribute_of(const xml_element *element, const char *name) {
  for (size_t i = 0; i < element->attribute_count; i++)
    if (!strcmp(element->attributes[i].name, name)) return element->attributes[i].value;
  return NULL;
}

/* ---- GraphML --------------------------------------------------------------------------------- */

typedef struct node {
  const xml_element *element;
  const char *id, *invariant, *scope;
  bool is_entry, is_violation, is_sink, is_head;
} node;

typedef struct edge {
  const xml_element *element;
  const char *from, *to, *file, *assumption, *scope, *called;
  uint32_t line; /* 0: not given */
  bool enters_loop;
} edge;

typedef struct reader {
  const char *path;
  az_witness *w;
  const xml_element *root, *graph;
  node *nodes; /* stb_ds */
  edge *edges; /* stb_ds */
  const char *file;
  az_error *err;
} reader;

static az_status complain(reader *r, const xml_element *at, const char *what, const char *name) {
  return az_fail(r->err, AZ_ERR_INPUT, "%s:%u: %s%s%s%s", r->path, at->line, what, name ? " '" : "",
                 name ? name : "", name ? "'" : "");
}

static bool is(const char *text, const char *word) {
  return text && !strcmp(text, word);
}

static const char *trimmed(reader *r, const char *text) {
  while (isspace((unsigned char)*text)) text++;
  size_t n = strlen(text);
  while (n && isspace((unsigned char)text[n - 1])) n--;
  return az_arena_printf(r->w->arena, "%.*s", (int)n, text);
}

/* Returns whether the key is known: it is about executions, or ignored. */
static bool is_known(const char *key) {
  static const char *const known[] = {"entry",
                                      "violation",
                                      "sink",
                                      "cyclehead",
                                      "invariant",
                                      "invariant.scope",
                                      "nodetype",
                                      "frontier",
                                      "originfile",
                                      "startline",
                                      "endline",
                                      "startoffset",
                                      "endoffset",
                                      "sourcecode",
                                      "control",
                                      "enterLoopHead",
                                      "enterFunction",
                                      "returnFrom",
                                      "returnFromFunction",
                                      "assumption",
                                      "assumption.scope",
                                      "assumption.resultfunction",
                                      "note",
                                      "warning",
                                      "label",
                                      "violatedProperty"};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp(known[i], key)) return true;
  return false;
}

static const char *data_of(reader *r, const xml_element *element, const char *key) {
  for (const xml_element *d = element->first; d; d = d->next)
    if (is(d->name, "data") && is(attribute_of(d, "key"), key)) return trimmed(r, d->text);
  return NULL;
}

static az_status check_data(reader *r, const xml_element *element) {
  for (const xml_element *d = element->first; d; d = d->next) {
    const char *key = attribute_of(d, "key");
    if (!is(d->name, "data") || !key) return complain(r, d, "<data key=...> is expected", NULL);
    if (!strncmp(key, "thread", 6) || is(key, "createThread"))
      return complain(r, d, "witnesses of concurrent programs are not read", NULL);
    if (!is_known(key)) return complain(r, d, "unknown data", key);
  }
  return AZ_OK;
}

static bool is_true(reader *r, const xml_element *element, const char *key) {
  return is(data_of(r, element, key), "true");
}

static az_status read_node(reader *r, const xml_element *e) {
  node n = {.element = e,
            .id = attribute_of(e, "id"),
            .invariant = data_of(r, e, "invariant"),
            .scope = data_of(r, e, "invariant.scope"),
            .is_entry = is_true(r, e, "entry"),
            .is_violation = is_true(r, e, "violation"),
            .is_sink = is_true(r, e, "sink"),
            .is_head = is_true(r, e, "cyclehead")};
  if (!n.id) return complain(r, e, "a node without id", NULL);
  arrput(r->nodes, n);
  return check_data(r, e);
}

static az_status read_edge(reader *r, const xml_element *e) {
  const char *line = data_of(r, e, "startline"), *file = data_of(r, e, "originfile");
  char *end = NULL;
  unsigned long number = line && isdigit((unsigned char)*line) ? strtoul(line, &end, 10) : 0;
  edge made = {.element = e,
               .from = attribute_of(e, "source"),
               .to = attribute_of(e, "target"),
               .file = file ? file : r->file,
               .assumption = data_of(r, e, "assumption"),
               .scope = data_of(r, e, "assumption.scope"),
               .called = data_of(r, e, "assumption.resultfunction"),
               .line = end && !*end && number < UINT32_MAX ? (uint32_t)number : 0,
               .enters_loop = is_true(r, e, "enterLoopHead")};
  if (!made.from || !made.to) return complain(r, e, "an edge without source and target", NULL);
  if (line && !made.line) return complain(r, e, "startline is not a number", line);
  arrput(r->edges, made);
  return check_data(r, e);
}

static az_status read_graph(reader *r) {
  const char *type = data_of(r, r->graph, "witness-type"), *hash = NULL;
  if (is(type, "violation_witness"))
    r->w->is_violation = true;
  else if (!is(type, "correctness_witness"))
    return complain(r, r->graph,
                    "witness-type is neither correctness_witness nor violation_witness", type);
  r->w->specification = data_of(r, r->graph, "specification");
  r->w->data_model = is(data_of(r, r->graph, "architecture"), "32bit") ? "ILP32" : "LP64";
  for (const xml_element *e = r->root->first; e; e = e->next)
    if (is(e->name, "key") && is(attribute_of(e, "id"), "originfile"))
      for (const xml_element *d = e->first; d; d = d->next) r->file = trimmed(r, d->text);
  for (const xml_element *e = r->graph->first; e; e = e->next) {
    const char *key = is(e->name, "data") ? attribute_of(e, "key") : NULL;
    if (is(key, "programfile")) r->file = trimmed(r, e->text);
    if (!is(key, "programhash")) continue;
    hash = trimmed(r, e->text);
    if (strlen(hash) == 64)
      arrput(r->w->files, ((az_witness_file){r->file ? r->file : "", hash}));
    else
      az_witness_leave_out(r->w, "hashes of files that are not by SHA-256");
  }
  for (const xml_element *e = r->graph->first; e; e = e->next) {
    bool is_edge = is(e->name, "edge"), is_node = is(e->name, "node");
    if (is_edge ? read_edge(r, e) : is_node ? read_node(r, e) : AZ_OK) return r->err->status;
    if (!is_edge && !is_node && !is(e->name, "data"))
      return complain(r, e, "unknown element", e->name);
  }
  return AZ_OK;
}

static node *node_of(const reader *r, const char *id) {
  for (size_t i = 0; i < arrlenu(r->nodes); i++)
    if (!strcmp(r->nodes[i].id, id)) return &r->nodes[i];
  return NULL;
}

static az_status check_ends(reader *r) {
  for (size_t i = 0; i < arrlenu(r->edges); i++) {
    const edge *e = &r->edges[i];
    if (!node_of(r, e->from)) return complain(r, e->element, "there is no node", e->from);
    if (!node_of(r, e->to)) return complain(r, e->element, "there is no node", e->to);
  }
  return AZ_OK;
}

static az_witness_location place_of(const edge *e, const char *function) {
  return (az_witness_location){
      .file = e->file ? e->file : "", .line = e->line, .function = function};
}

/* ---- correctness ----------------------------------------------------------------------------- */

static void add_invariant(reader *r, const node *n) {
  size_t before = arrlenu(r->w->invariants);
  for (size_t i = 0; i < arrlenu(r->edges); i++) {
    const edge *e = &r->edges[i];
    if (strcmp(e->to, n->id) != 0 || !e->enters_loop || !e->line) continue;
    az_witness_invariant inv = {place_of(e, n->scope), n->invariant};
    bool known = false;
    for (size_t k = before; k < arrlenu(r->w->invariants); k++)
      known |= r->w->invariants[k].at.line == e->line &&
               !strcmp(r->w->invariants[k].at.file, inv.at.file);
    if (!known) arrput(r->w->invariants, inv);
  }
  if (arrlenu(r->w->invariants) == before)
    az_witness_leave_out(r->w, "invariants that are not at the head of a loop");
}

static void read_invariants(reader *r) {
  for (size_t i = 0; i < arrlenu(r->nodes); i++) {
    const char *text = r->nodes[i].invariant;
    if (text && !is(text, "1") && !is(text, "true") && *text) add_invariant(r, &r->nodes[i]);
  }
}

/* ---- violations ------------------------------------------------------------------------------ */

/* Returns the end of a part of an assumption, at ';' or '&&', and sets *next to the next part. */
static const char *end_of_part(const char *text, const char **next) {
  int depth = 0;
  for (; *text; text++) {
    depth += (*text == '(') - (*text == ')');
    if (depth) continue;
    if (*text == ';') return *next = text + 1, text;
    if (text[0] == '&' && text[1] == '&') return *next = text + 2, text;
  }
  return *next = text, text;
}

/* Removes parentheses around the whole text. */
static const char *unwrapped(reader *r, const char *text) {
  for (;;) {
    size_t n = strlen(text), at = 0;
    int depth = 0;
    if (n < 2 || *text != '(') return text;
    do depth += (text[at] == '(') - (text[at] == ')');
    while (depth > 0 && ++at < n);
    if (at != n - 1) return text;
    text = trimmed(r, az_arena_printf(r->w->arena, "%.*s", (int)(n - 2), text + 1));
  }
}

static void add_assumption(reader *r, const edge *e, const char *text) {
  const char *next;
  text = unwrapped(r, trimmed(r, text));
  for (; *text; text = next) {
    const char *end = end_of_part(text, &next);
    const char *part = az_arena_printf(r->w->arena, "%.*s", (int)(end - text), text);
    part = unwrapped(r, trimmed(r, part));
    if (!*part) continue;
    bool result = !strncmp(part, "\\result", 7);
    az_waypoint point = {.kind = result ? AZ_WAYPOINT_RETURN : AZ_WAYPOINT_ASSUMPTION,
                         .at = place_of(e, e->scope),
                         .value = part,
                         .called = result ? e->called : NULL};
    arrput(r->w->waypoints, point);
  }
}

/* Returns the edge to another node that is not a sink, or NULL; sets err if there are several. */
static const edge *step_from(reader *r, const node *n) {
  const edge *found = NULL;
  for (size_t i = 0; i < arrlenu(r->edges); i++) {
    const edge *e = &r->edges[i];
    if (strcmp(e->from, n->id) != 0 || !strcmp(e->to, n->id) || node_of(r, e->to)->is_sink)
      continue;
    if (found) return complain(r, e->element, "the automaton branches at the node", n->id), NULL;
    found = e;
  }
  return found;
}

static az_status read_path(reader *r) {
  const node *at = NULL;
  for (size_t i = 0; i < arrlenu(r->nodes); i++) {
    if (r->nodes[i].is_head)
      return complain(r, r->nodes[i].element, "infinite executions are not followed", NULL);
    if (!r->nodes[i].is_entry) continue;
    if (at) return complain(r, r->nodes[i].element, "a second entry", NULL);
    at = &r->nodes[i];
  }
  if (!at) return complain(r, r->graph, "there is no entry", NULL);
  for (size_t steps = 0; !at->is_violation; steps++) {
    const edge *e = step_from(r, at);
    if (r->err->status != AZ_OK) return r->err->status;
    if (!e || steps > arrlenu(r->nodes))
      return complain(r, at->element, "no path to a violation from the node", at->id);
    if (e->assumption) add_assumption(r, e, e->assumption);
    at = node_of(r, e->to);
    /* The line is that of the last step that has an edge, not of the check. */
    az_waypoint target = {.kind = AZ_WAYPOINT_TARGET, .at = {.file = ""}};
    if (at->is_violation) arrput(r->w->waypoints, target);
  }
  return AZ_OK;
}

az_status az_witness_read_graphml(az_witness *w, const char *path, const char *text, size_t size,
                                  az_error *err) {
  reader r = {.path = path, .w = w, .err = err};
  r.root = parse_xml(text, size, path, w->arena, err);
  if (!r.root) return err->status;
  if (!is(r.root->name, "graphml")) return complain(&r, r.root, "no <graphml>: no witness", NULL);
  for (const xml_element *e = r.root->first; e; e = e->next) {
    if (!is(e->name, "graph")) continue;
    if (r.graph) return complain(&r, e, "a second graph", NULL);
    r.graph = e;
  }
  az_status status =
      r.graph ? read_graph(&r) : complain(&r, r.root, "no <graph>: no witness", NULL);
  if (status == AZ_OK) status = check_ends(&r);
  if (status == AZ_OK && w->is_violation) status = read_path(&r);
  if (status == AZ_OK && !w->is_violation) read_invariants(&r);
  arrfree(r.nodes);
  arrfree(r.edges);
  return status;
}
