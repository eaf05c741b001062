/* Decides, from the text between them, whether two places of a function are in different full
 * expressions. A semicolon separates them unless it is within brackets opened after the first
 * place. The bracket after the condition of a statement also separates them. At the end of a
 * statement expression, separations within it are undone. */
#include "frontend/source/operands.h"
#include "frontend/names/names.h"
#include "ansatz/allocate.h"
#include <ctype.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct range {
  uint32_t begin, end;
} range;

typedef struct text {
  bool read;
  range *statements;  /* stb_ds: outermost statement expressions, ascending */
  uint32_t jump_line; /* line of a jump in one of them; 0: none */
  char *content;      /* NULL: it cannot be read */
  uint32_t *lines;    /* where they begin; stb_ds */
} text;

struct order_texts {
  const az_program *p;
  const char *contract;
  text *of; /* by file */
};

order_texts *order_texts_new(const az_program *p, const char *contract) {
  order_texts *t = az_calloc(1, sizeof *t);
  *t = (order_texts){p, contract, az_calloc(p->file_count + 1, sizeof *t->of)};
  return t;
}

void order_texts_free(order_texts *t) {
  for (uint32_t i = 0; i < t->p->file_count; i++) {
    arrfree(t->of[i].content);
    arrfree(t->of[i].lines);
    arrfree(t->of[i].statements);
  }
  free(t->of);
  free(t);
}

/* Returns the place after a comment, a literal or a character. */
static const char *after(const char *c) {
  const char *next = fe_behind_comment(c);
  if (!next) next = fe_behind_literal(c);
  return next ? next : c + 1;
}

static const char *next_token(const char *c) {
  while (isspace((unsigned char)*c) || (*c == '/' && (c[1] == '/' || c[1] == '*'))) c = after(c);
  return c;
}

static bool is_jump(const char *c) {
  static const char *const words[] = {"goto", "return", "break", "continue"};
  size_t length = 0;
  while (fe_in_word(c[length])) length++;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (length == strlen(words[i]) && !strncmp(c, words[i], length)) return true;
  return false;
}

/* Finds statement expressions and the jumps in them. */
static void find_statements(text *t) {
  int depth = 0, within = -1; /* open brackets; around the outermost statement expression, or -1 */
  uint32_t line = 1;
  for (const char *c = t->content, *next; *c; c = next) {
    bool begins = c == t->content || !fe_in_word(c[-1]);
    next = after(c);
    if (*c == '(' && *next_token(next) == '{') {
      if (within < 0) arrput(t->statements, ((range){(uint32_t)(c - t->content), UINT32_MAX}));
      if (within < 0) within = depth;
    }
    depth += *c == '(' || *c == '[' || *c == '{';
    depth -= *c == ')' || *c == ']' || *c == '}';
    if (within >= 0 && depth <= within) {
      arrlast(t->statements).end = (uint32_t)(c - t->content);
      within = -1;
    }
    if (within >= 0 && begins && !t->jump_line && is_jump(c)) t->jump_line = line;
    for (const char *l = c; l < next; l++) line += *l == '\n';
  }
}

static void read_text(text *t, const char *path, const char *contract) {
  t->read = true;
  bool made = contract && *path == '<'; /* <entry contract>, which is not a file */
  FILE *in =
      made ? fmemopen((void *)(uintptr_t)contract, strlen(contract), "r") : fopen(path, "rbe");
  if (!in) return;
  arrput(t->lines, 0);
  for (int c; (c = getc(in)) != EOF;) {
    arrput(t->content, (char)(c ? c : ' '));
    if (c == '\n') arrput(t->lines, (uint32_t)arrlenu(t->content));
  }
  arrput(t->content, 0);
  fclose(in);
  find_statements(t);
}

/* Returns the place's offset in the text; AZ_NONE if the place does not exist. */
static uint32_t offset_of(order_texts *t, az_loc l) {
  if (l.file >= t->p->file_count || !l.line || !l.column) return AZ_NONE;
  text *x = &t->of[l.file];
  if (!x->read) read_text(x, t->p->files[l.file], t->contract);
  if (l.line > arrlenu(x->lines)) return AZ_NONE;
  uint32_t at = x->lines[l.line - 1] + l.column - 1;
  return at + 1 < arrlenu(x->content) ? at : AZ_NONE;
}

/* Returns whether a statement begins here, given that a bracket was closed before. An expression
 * might follow a cast, but casts contain no calls, except in lengths of arrays. */
static bool begins_statement(const char *c) {
  return *c == '{' || *c == '_' || isalnum((unsigned char)*c);
}

/* The depth of a place in brackets, and whether it is known to be separated. */
typedef struct scan {
  int depth, least;
  bool separated, comma, index;
  bool unused;
  bool closed; /* a bracket was closed that was open at the first place */
} scan;

/* Returns whether the comma is between parts of a statement (declarators, a comma operator): the
 * next semicolon comes before any closing bracket around the comma. */
static bool is_outermost(const char *c) {
  int depth = 0;
  for (; *c; c = after(c)) {
    depth += *c == '(' || *c == '[' || *c == '{';
    depth -= *c == ')' || *c == ']' || *c == '}';
    if (depth < 0) return false;
    if (*c == ';' && !depth) return true;
  }
  return false;
}

static void step(scan *s, const char *c) {
  if (*c == '(' || *c == '[' || *c == '{') s->depth++;
  if (*c == ';' && s->depth <= s->least) s->separated = true;
  if (*c == ',' && s->depth <= s->least) {
    s->comma |= s->unused && s->least == 0; /* neither between arguments nor in an initialiser */
    s->separated |= !s->comma && is_outermost(c);
  }
  if (*c != ')' && *c != ']' && *c != '}') return;
  s->closed |= --s->depth == 0;
  if (s->depth >= s->least) return;
  s->least = s->depth;
  s->index |= *c == ']';
  s->comma = false;
  const char *next = next_token(c + 1);
  if (*c == '}' && *next == ')') s->separated = false;
  if (*c == ')' && !s->index && begins_statement(next)) s->separated = true;
}

enum { FAR = 1 << 16 }; /* no expression is that long */

order_places order_compare_places(order_texts *t, az_loc a, az_loc b, bool unused) {
  uint32_t from = offset_of(t, a), to = offset_of(t, b);
  if (from == AZ_NONE || to == AZ_NONE || a.file != b.file) return ORDER_TOGETHER;
  if (from == to) return ORDER_IN_MACRO;
  scan s = {.unused = unused && from < to};
  bool calls = from > to && order_is_call(t, b);
  if (from > to) {
    uint32_t swapped = from;
    from = to;
    to = swapped;
  }
  if (to - from > FAR) return ORDER_TOGETHER;
  const char *content = t->of[a.file].content, *c = content + from;
  for (; c < content + to; c = after(c)) step(&s, c);
  if (s.separated) return ORDER_SEPARATED;
  return s.comma || (calls && s.depth > 0 && !s.closed) ? ORDER_IN_SEQUENCE : ORDER_TOGETHER;
}

bool order_is_call(order_texts *t, az_loc l) {
  uint32_t at = offset_of(t, l);
  if (at == AZ_NONE) return true;
  const char *c = t->of[l.file].content + at, *first = c;
  while (fe_in_word(*c)) c++;
  return c > first && *next_token(c) == '(';
}

uint32_t order_jump_line(order_texts *t, uint32_t file) {
  if (file >= t->p->file_count) return 0;
  if (!t->of[file].read) read_text(&t->of[file], t->p->files[file], t->contract);
  return t->of[file].jump_line;
}

bool order_is_enclosed(order_texts *t, az_loc l) {
  uint32_t at = offset_of(t, l);
  if (at == AZ_NONE) return true;
  const range *r = t->of[l.file].statements;
  size_t low = 0, high = arrlenu(r);
  while (low < high) { /* finds the first statement expression that ends after the place */
    size_t middle = low + (high - low) / 2;
    if (r[middle].end <= at)
      low = middle + 1;
    else
      high = middle;
  }
  return low < arrlenu(r) && r[low].begin <= at;
}
