/* Recognises as much of C's tokens and statements as finding blocks needs: comments, literals and
 * preprocessor lines are skipped; parentheses and braces nest; statements end as in C17 6.8. */
#include "witness/source.h"
#include "frontend/names/names.h"
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stb/stb_ds.h>
#include <string.h>

enum { LARGEST = 64 << 20, DEEPEST = 1000 };

az_status az_source_read(az_source *source, const char *path, az_arena *arena, az_error *err) {
  *source = (az_source){.path = path};
  FILE *in = fopen(path, "rb");
  if (!in) return az_fail(err, az_file_status(errno), "%s: %s", path, strerror(errno));
  fseek(in, 0, SEEK_END);
  long size = ftell(in);
  rewind(in);
  bool fine = size >= 0 && size <= LARGEST;
  if (fine) {
    source->text = az_arena_alloc(arena, (size_t)size + 1);
    source->size = fread(source->text, 1, (size_t)size, in);
    source->text[source->size] = 0;
    fine = source->size == (size_t)size;
  }
  fclose(in);
  return fine ? AZ_OK : az_fail(err, AZ_ERR_INPUT, "%s: cannot be read", path);
}

size_t az_source_offset(const az_source *s, uint32_t line, uint32_t column) {
  size_t at = 0;
  if (!line || !column) return SIZE_MAX;
  for (uint32_t l = 1; l < line; l++) {
    const char *end = memchr(s->text + at, '\n', s->size - at);
    if (!end) return SIZE_MAX;
    at = (size_t)(end - s->text) + 1;
  }
  const char *end = memchr(s->text + at, '\n', s->size - at);
  size_t length = end ? (size_t)(end - s->text) - at : s->size - at;
  return column <= length ? at + column - 1 : SIZE_MAX;
}

void az_source_position(const az_source *s, size_t offset, uint32_t *line, uint32_t *column) {
  *line = *column = 1;
  for (size_t i = 0; i < offset && i < s->size; i++) {
    ++*column;
    if (s->text[i] == '\n') {
      ++*line;
      *column = 1;
    }
  }
}

/* ---- tokens ---------------------------------------------------------------------------------- */

typedef struct token {
  size_t at, size; /* size 0: the text has ended */
} token;

static bool in_word(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* Returns the offset after blanks, comments and preprocessor lines. */
static size_t skip_blanks(const az_source *s, size_t at) {
  for (;;) {
    const char *t = s->text + at;
    bool starts_line = !at || t[-1] == '\n';
    size_t blanks = strspn(t, " \t");
    if (starts_line && t[blanks] == '#') {
      while (at < s->size && (s->text[at] != '\n' || (at && s->text[at - 1] == '\\'))) at++;
    } else if (at < s->size && isspace((unsigned char)*t)) {
      at++;
    } else {
      const char *next = fe_behind_comment(t);
      if (!next) return at;
      at = (size_t)(next - s->text);
    }
  }
}

static token next(const az_source *s, size_t at) {
  token t = {skip_blanks(s, at), 0};
  if (t.at >= s->size) return t;
  char c = s->text[t.at];
  size_t end = t.at + 1;
  if (in_word(c)) {
    while (end < s->size && in_word(s->text[end])) end++;
  } else if (c == '"' || c == '\'') {
    end = (size_t)(fe_behind_literal(s->text + t.at) - s->text);
  }
  t.size = (end < s->size ? end : s->size) - t.at;
  return t;
}

static bool is(const az_source *s, token t, const char *word) {
  return t.size && t.size == strlen(word) && !memcmp(s->text + t.at, word, t.size);
}

static size_t behind(token t) {
  return t.at + t.size;
}

/* Returns the offset after the bracket that closes the one at `at`, or the end of the text. */
static size_t behind_brackets(const az_source *s, size_t at, const char *open, const char *close) {
  size_t depth = 0;
  for (token t = next(s, at); t.size; t = next(s, behind(t))) {
    if (is(s, t, open)) depth++;
    if (is(s, t, close) && !--depth) return behind(t);
  }
  return s->size;
}

/* ---- statements ------------------------------------------------------------------------------ */

static size_t behind_statement(const az_source *s, size_t at, uint32_t depth) {
  token t = next(s, at);
  if (!t.size || depth > DEEPEST) return s->size;
  if (is(s, t, "{")) return behind_brackets(s, t.at, "{", "}");
  if (is(s, t, "if") || is(s, t, "for") || is(s, t, "while") || is(s, t, "switch")) {
    bool branches = is(s, t, "if");
    at = behind_statement(s, behind_brackets(s, behind(t), "(", ")"), depth + 1);
    token other = next(s, at);
    return branches && is(s, other, "else") ? behind_statement(s, behind(other), depth + 1) : at;
  }
  if (is(s, t, "do")) {
    at = behind_statement(s, behind(t), depth + 1);
    return behind_statement(s, behind(next(s, at)), depth + 1); /* (condition); */
  }
  for (; t.size; t = next(s, at)) {
    at = behind(t);
    if (is(s, t, ";") || is(s, t, "}")) return at;
    if (is(s, t, "(")) at = behind_brackets(s, t.at, "(", ")");
    if (is(s, t, "{")) at = behind_brackets(s, t.at, "{", "}");
    if (is(s, t, ":")) return behind_statement(s, at, depth + 1); /* a label */
    if (is(s, t, "?")) { /* its colon ends no label: skip it, too */
      token colon = next(s, at);
      for (size_t open = 1; colon.size && open && !is(s, colon, ";");
           colon = next(s, behind(colon)))
        open += is(s, colon, "?") ? 1 : is(s, colon, ":") ? (size_t)-1 : 0;
      at = colon.at;
    }
  }
  return s->size;
}

size_t az_source_end_of_call(const az_source *s, size_t offset, const char *function) {
  if (offset >= s->size) return SIZE_MAX;
  token name = next(s, offset), open = next(s, behind(name));
  if (name.at != offset || !is(s, name, function) || !is(s, open, "(")) return SIZE_MAX;
  size_t end = behind_brackets(s, open.at, "(", ")");
  return end && s->text[end - 1] == ')' ? end - 1 : SIZE_MAX;
}

size_t az_source_assigned(const az_source *s, size_t call, size_t *length) {
  size_t at = call;
  while (at && isspace((unsigned char)s->text[at - 1])) at--;
  if (!at || s->text[at - 1] != '=') return SIZE_MAX;
  at--;
  while (at && isspace((unsigned char)s->text[at - 1])) at--;
  size_t end = at;
  while (at && in_word(s->text[at - 1])) at--;
  *length = end - at; /* 0 before the '=' of "==" or "+=" */
  return end > at ? at : SIZE_MAX;
}

/* Returns the first offset on the line at which the name occurs. */
static size_t declaration(const az_source *s, const char *name, uint32_t line) {
  size_t from = az_source_offset(s, line, 1);
  if (from == SIZE_MAX) return SIZE_MAX;
  const char *end = memchr(s->text + from, '\n', s->size - from);
  size_t to = end ? (size_t)(end - s->text) : s->size;
  for (token t = next(s, from); t.size && t.at < to; t = next(s, behind(t)))
    if (is(s, t, name)) return t.at;
  return SIZE_MAX;
}

/* Returns the offset after the declaration of the variable on this line, where an assumption about
 * the first value can stand. Returns SIZE_MAX if the declaration initialises the variable. */
static size_t behind_declaration(const az_source *s, const char *name, uint32_t line) {
  size_t at = declaration(s, name, line);
  if (at == SIZE_MAX) return SIZE_MAX;
  token behind_name = next(s, behind(next(s, at)));
  if (!is(s, behind_name, ";") && !is(s, behind_name, ",")) return SIZE_MAX; /* it is initialised */
  for (token t = next(s, at); t.size; t = next(s, at)) {
    at = behind(t);
    if (is(s, t, "(")) at = behind_brackets(s, t.at, "(", ")");
    if (is(s, t, ")") || is(s, t, "{") || is(s, t, "}")) return SIZE_MAX; /* no such declaration */
    if (!is(s, t, ";")) continue;
    t = next(s, at);
    return t.size && !is(s, t, "}") ? t.at : SIZE_MAX;
  }
  return SIZE_MAX;
}

bool az_source_in_scope(const az_source *s, const char *name, uint32_t line, size_t loop) {
  size_t at = declaration(s, name, line), depth = 0, deep = 0;
  if (at == SIZE_MAX || loop >= s->size) return false;
  for (token t = next(s, 0); t.size; t = next(s, behind(t))) {
    if (t.at >= loop && t.at > at) return deep && loop > at;
    if (is(s, t, "for")) {
      size_t body = behind_brackets(s, behind(t), "(", ")");
      if (at > t.at && at < body)
        return loop == t.at || (loop >= body && loop < behind_statement(s, t.at, 0));
    }
    if (t.at == at) deep = depth + 1;
    if (is(s, t, "{")) depth++;
    if (is(s, t, "}") && depth) depth--;
    if (deep && depth + 1 < deep) return false;
  }
  return false;
}

/* ---- places in a program (files are compared by their last name: a witness may be from another
 * folder) */

static const char *last_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

bool az_witness_location_is(const az_program *p, const az_witness_location *place, az_loc loc) {
  if (loc.file >= p->file_count || loc.line != place->line) return false;
  if (strcmp(last_name(p->files[loc.file]), last_name(place->file)) != 0) return false;
  return !place->column || !loc.column || place->column == loc.column;
}

az_source *az_sources_of(const az_program *p, az_arena *arena) {
  az_source *sources = NULL;
  for (uint32_t i = 0; i < p->file_count; i++) {
    az_source source;
    az_error ignored = {.status = AZ_OK};
    if (az_source_read(&source, p->files[i], arena, &ignored)) source.text = NULL;
    arrput(sources, source);
  }
  return sources;
}

az_loc az_location_of_first_value(const az_program *p, const az_stmt *live,
                                  const az_source *source) {
  az_loc loc = {.file = AZ_NONE};
  const az_object *o =
      live->kind == AZ_S_LIVE && live->object < p->object_count ? &p->objects[live->object] : NULL;
  if (!o || o->kind != AZ_OBJ_LOCAL || !o->name || !source) return loc;
  if (!o->type || p->types[o->type].kind != AZ_T_INT || p->types[o->type].is_bool) return loc;
  size_t at = behind_declaration(source, o->name, o->loc.line);
  if (at == SIZE_MAX) return loc;
  loc.file = o->loc.file;
  az_source_position(source, at, &loc.line, &loc.column);
  return loc;
}
