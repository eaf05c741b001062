/* Reads the syntax tree that clang dumps: one line for each node, whose indentation by "| ", "|-",
 * "`-" and " " is its depth:
 *
 *   |-BinaryOperator 0x5581 <line:3:10, col:14> 'int' '+'
 *   | |-DeclRefExpr 0x5562 <col:10> 'int' lvalue Var 0x5540 'x' 'int'
 *
 * A location omits the file or the line if the previous location has the same. A type may contain
 * expressions, `typeof (({ ... }))` or the length of an array. Their literals, which may look like
 * anything else, are overwritten, and the lines on which they are printed are joined.
 *
 * The dump is read as text because libclang's C interface is slow to start: 26 ms of CPU time for a
 * file of ten lines, compared with 8 ms for this dump by the front end's compiler.
 */
#include "frontend/source/syntax_tree.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
  fe_syntax_node *nodes; /* stb_ds */
  uint32_t *open;        /* by depth: the last node; stb_ds */
  const char *file;
  uint32_t line, column;
} reader;

/* Reads and splits "FILE:LINE:COLUMN", "line:LINE:COLUMN" or "col:COLUMN". */
static void read_place(reader *r, char *place) {
  char *column = strrchr(place, ':');
  if (!column) return; /* <invalid sloc> */
  *column = 0;
  r->column = (uint32_t)strtoul(column + 1, NULL, 10);
  char *line = strrchr(place, ':');
  if (!line) return; /* col:COLUMN */
  *line = 0;
  r->line = (uint32_t)strtoul(line + 1, NULL, 10);
  if (strcmp(place, "line") != 0) r->file = place;
}

/* Returns the bracket that closes the one at `open`, or NULL. */
static char *closing(char *open) {
  int depth = 0;
  for (char *c = open; *c; c++) {
    if (*c == '<') depth++;
    if (*c == '>' && --depth == 0) return c;
  }
  return NULL;
}

/* Reads <BEGIN, END> or <PLACE> for the node, and returns the text after it; NULL if malformed. */
static char *read_range(reader *r, fe_syntax_node *n, char *at) {
  char *end = closing(at);
  if (!end) return NULL;
  *end = 0;
  char *comma = strstr(at, ", ");
  if (comma) *comma = 0;
  read_place(r, at + 1);
  n->file = r->file;
  n->line = r->line;
  if (comma) read_place(r, comma + 2);
  n->end_line = r->line;
  n->end_column = r->column;
  return end[1] == ' ' ? end + 2 : end + 1;
}

/* Reads the place of a declaration's name, behind its range; returns the text behind it. */
static char *skip_name_place(reader *r, char *at) {
  if (!strncmp(at, "<invalid sloc>", 14)) return at[14] ? at + 15 : at + 14;
  for (char *c = strchr(at, ':'); c; c = strchr(c + 1, ':')) {
    size_t digits = strspn(c + 1, "0123456789");
    if (!digits || (c[1 + digits] != ' ' && c[1 + digits])) continue;
    char *rest = c[1 + digits] ? c + 2 + digits : c + 1 + digits;
    c[1 + digits] = 0;
    read_place(r, at);
    return rest;
  }
  return at;
}

static bool ends_in(const char *text, const char *end) {
  size_t n = strlen(text), m = strlen(end);
  return n >= m && !strcmp(text + n - m, end);
}

/* Reads KIND ID [prev ID] <RANGE> [PLACE] TEXT; `text`: TEXT, NULL if the node has no ID. */
static bool read_fields(reader *r, fe_syntax_node *n, char *at, char **text) {
  size_t label = strspn(at, "abcdefghijklmnopqrstuvwxyz_"); /* array_filler: */
  if (label && !strncmp(at + label, ": ", 2)) at += label + 2;
  *n = (fe_syntax_node){.kind = at, .text = "", .file = r->file, .line = r->line};
  if (*at == '<') return true; /* <<<NULL>>> */
  char *space = strchr(at, ' ');
  if (!space) return true;
  *space = 0;
  at = space + 1;
  n->text = at;
  if (strncmp(at, "0x", 2) != 0) return true;
  n->id = strtoull(at, &at, 16);
  for (;;) { /* "parent ID", "prev ID", "first ID" */
    while (*at == ' ') at++;
    bool previous = !strncmp(at, "prev 0x", 7) || !strncmp(at, "first 0x", 8);
    if (!previous && strncmp(at, "parent 0x", 9) != 0) break;
    uint64_t id = strtoull(strchr(at, ' ') + 1, &at, 16);
    if (previous) n->previous = id;
  }
  n->text = *text = at;
  if (*at != '<') return true;
  at = read_range(r, n, at);
  if (!at) return false;
  n->text = *text = at;
  if (!ends_in(n->kind, "Decl")) return true;
  n->text = *text = skip_name_place(r, at);
  if (n->text == at) return true;
  n->name_line = r->line;
  n->name_column = r->column;
  return true;
}

/* Returns the quote that ends a literal of one character or escape sequence; NULL if it is none. */
static char *behind_character(char *quote) {
  char *c = quote + 1;
  if (*c == '\\') {
    size_t digits = strspn(c + 1, "0123456789abcdefABCDEFxuU");
    c += digits ? 1 + digits : 2;
  } else if ((unsigned char)*c >= ' ' && *c != '\'') {
    c++;
  }
  return c > quote + 1 && *c == '\'' ? c : NULL;
}

/* Returns the quote at the end of a string literal; NULL if it has none. */
static char *behind_string(char *quote) {
  char *c = quote + 1;
  while (*c && *c != '"') c += *c == '\\' && c[1] ? 2 : 1;
  return *c ? c : NULL;
}

/* Overwrites the literals within the quoted words of a text. Returns whether each word, and each
 * bracket in it, is closed. */
static bool blank_literals(char *text) {
  bool within = false;
  unsigned depth = 0; /* number of open brackets in a word */
  for (char *c = text; *c; c++) {
    char *end = NULL;
    if (*c == '"' || (depth && *c == '\'')) {
      end = *c == '"' ? behind_string(c) : behind_character(c);
      if (!end) return false;
      if (within) memset(c, '0', (size_t)(end - c) + 1);
      c = end;
    } else if (*c == '\'') {
      within = !within;
    } else if (within && strchr("([{", *c)) {
      depth++;
    } else if (within && strchr(")]}", *c) && !depth--) {
      return false;
    }
  }
  return !within;
}

static bool read_node(reader *r, fe_syntax_node *n, char *at) {
  char *text = NULL;
  if (!read_fields(r, n, at, &text)) return false;
  /* Prose, not types. */
  bool prose = ends_in(n->kind, "Attr") || ends_in(n->kind, "Comment");
  return !text || prose || blank_literals(text);
}

/* Puts the node into the tree; returns false if no node can be its parent. */
static bool insert(reader *r, const fe_syntax_node *n, size_t depth) {
  uint32_t index = (uint32_t)arrlenu(r->nodes);
  if (depth > arrlenu(r->open) || (!depth && index)) return false;
  arrput(r->nodes, *n);
  if (depth < arrlenu(r->open))
    r->nodes[r->open[depth]].next = index;
  else if (depth)
    r->nodes[r->open[depth - 1]].first = index;
  arrsetlen(r->open, depth);
  arrput(r->open, index);
  return true;
}

/* Returns whether a node begins on the line. If not, the line continues the node before. */
static bool begins_node(const char *line) {
  size_t indent = strspn(line, " |`-");
  return indent >= 2 && line[indent - 1] == '-' && strchr("|`", line[indent - 2]);
}

/* Returns the end of the node that begins on the line: the end of a line, or of the text. */
static char *join_lines(char *line) {
  char *end = strchr(line, '\n');
  for (; end && end[1] && !begins_node(end + 1); end = strchr(end, '\n')) *end = ' ';
  return end ? end : line + strlen(line);
}

fe_syntax_node *fe_read_syntax(char *dump) {
  reader r = {.file = ""};
  bool ok = true;
  for (char *line = dump, *next; ok && *line; line = next) {
    char *end = join_lines(line);
    next = *end ? end + 1 : end;
    *end = 0;
    size_t indent = strspn(line, " |`-");
    fe_syntax_node n;
    ok = indent % 2 == 0 && read_node(&r, &n, line + indent) && insert(&r, &n, indent / 2);
  }
  arrfree(r.open);
  ok = ok && arrlenu(r.nodes) && !strcmp(r.nodes[0].kind, "TranslationUnitDecl");
  if (!ok) arrfree(r.nodes);
  return r.nodes;
}
