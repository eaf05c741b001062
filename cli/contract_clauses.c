/* Clauses of entry contracts as text. Files are read as text, before they are compiled. A comment
 * that begins with `@ ansatz:` belongs to the function that is declared or defined after it;
 * __CPROVER_requires belongs to the function whose parameters precede it. */
#include "cli/contract_clauses.h"
#include "frontend/names/names.h"
#include <ctype.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <string.h>

static const struct {
  const char *word;
  az_contract_kind kind;
} words[] = {{"valid", AZ_CONTRACT_VALID},         {"valid", AZ_CONTRACT_BUFFER},
             {"string", AZ_CONTRACT_STRING},       {"maybe-null", AZ_CONTRACT_MAYBE_NULL},
             {"may-alias", AZ_CONTRACT_MAY_ALIAS}, {"one-of", AZ_CONTRACT_ONE_OF},
             {"allocated", AZ_CONTRACT_ALLOCATED}, {"assume", AZ_CONTRACT_ASSUME}};
enum { WORDS = sizeof words / sizeof *words };

bool az_clause_is_buffer(const char *text) {
  size_t n = 0;
  while (isalnum((unsigned char)text[n]) || (text[n] && strchr("_->.", text[n]))) n++;
  return n && text[n] == '[' && text[strlen(text) - 1] == ']';
}

static bool is_depth(const char *text) {
  return isdigit((unsigned char)text[0]) && text[0] != '0' && !text[1];
}

bool az_clause_of(const char *word, const char *text, az_contract_clause *clause) {
  for (size_t i = 0; i < WORDS; i++) {
    if (strcmp(words[i].word, word) != 0) continue;
    *clause = (az_contract_clause){words[i].kind, text};
    if (words[i].kind != AZ_CONTRACT_VALID) return text && *text;
    if (!text || is_depth(text)) return true;
    clause->kind = AZ_CONTRACT_BUFFER;
    return az_clause_is_buffer(text);
  }
  return false;
}

const char *az_clause_option(az_contract_kind kind) {
  static const char *const options[] = {
      [AZ_CONTRACT_VALID] = "--valid",         [AZ_CONTRACT_BUFFER] = "--valid",
      [AZ_CONTRACT_STRING] = "--string",       [AZ_CONTRACT_MAYBE_NULL] = "--maybe-null",
      [AZ_CONTRACT_MAY_ALIAS] = "--may-alias", [AZ_CONTRACT_ONE_OF] = "--one-of",
      [AZ_CONTRACT_ALLOCATED] = "--allocated", [AZ_CONTRACT_ASSUME] = "--assume",
      [AZ_CONTRACT_ENSURE] = "--ensures"};
  return options[kind];
}

/* ---- comments -------------------------------------------------------------------------------- */

typedef struct reader {
  az_task_options *o;
  az_error *err;
  const char **files; /* stb_ds: those read so far, and those to be read */
  const char *file;
  const char *text;
} reader;

static char *read_text(const char *file) {
  FILE *in = fopen(file, "r");
  char *text = NULL;
  size_t size = 0;
  ssize_t length = in ? getdelim(&text, &size, 0, in) : -1;
  if (in) fclose(in);
  if (length >= 0) return text;
  free(text);
  return NULL;
}

static const char *behind_brackets(const char *at) {
  size_t depth = 0;
  while (*at) {
    const char *next = fe_behind_comment(at);
    if (!next) next = fe_behind_literal(at);
    depth += *at == '(';
    depth -= *at == ')' && depth;
    at = next ? next : at + 1;
    if (!depth) break;
  }
  return at;
}

static bool is_word(const char *at, size_t n, const char *word) {
  return strlen(word) == n && !strncmp(at, word, n);
}

/* Returns whether this place, after comments and directives, begins a declaration of the
 * function. */
static bool declares(const char *at, const char *function) {
  static const char *const attributes[] = {"__attribute__", "__attribute", "__declspec",
                                           "_Alignas",      "__asm__",     "_Atomic"};
  const char *name = NULL;
  size_t length = 0;
  while (*at) {
    const char *next = fe_behind_comment(at);
    if (*at == '#') next = at + strcspn(at, "\n");
    if (next) {
      at = next;
    } else if (fe_in_word(*at)) {
      name = at;
      for (length = 0; fe_in_word(at[length]);) length++;
      at += length;
      bool is_attribute = false;
      for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        is_attribute |= is_word(name, length, attributes[i]);
      const char *open = at + strspn(at, " \t\r\n");
      if (is_attribute && *open == '(') at = behind_brackets(open);
    } else if (*at == '(') {
      return name && is_word(name, length, function);
    } else if (strchr(";{}=", *at)) {
      return false;
    } else {
      at++;
    }
  }
  return false;
}

static az_status add_clause(reader *r, const char *at, size_t length) {
  static const char blanks[] = " \t\r*";
  while (length && strchr(blanks, *at)) at++, length--;
  while (length && isspace((unsigned char)at[length - 1])) length--;
  if (!length) return AZ_OK;
  size_t n = 0;
  while (n < length && !isspace((unsigned char)at[n]) && at[n] != '=') n++;
  char *word = az_arena_printf(r->o->resolved.arena, "%.*s", (int)n, at);
  if (n < length && at[n] == '=') n++; /* valid=4, as in the option */
  while (n < length && isspace((unsigned char)at[n])) n++;
  char *text = az_arena_printf(r->o->resolved.arena, "%.*s", (int)(length - n), at + n);
  az_contract_clause clause;
  if (az_clause_of(word, *text ? text : NULL, &clause)) {
    arrput(r->o->source.contract, clause);
    return AZ_OK;
  }
  unsigned line = 1;
  for (const char *c = r->text; c < at; c++) line += *c == '\n';
  return az_fail(
      r->err, AZ_ERR_INPUT,
      "%s:%u: '%.*s' is not a clause of an entry contract (valid [DEPTH], valid BUF[LEN], "
      "string S, allocated P, maybe-null P, may-alias P,Q, one-of P,A,B, assume EXPR)",
      r->file, line, (int)length, at);
}

/* Adds the clauses of one comment. A clause ends at a semicolon or with its line. */
static az_status add_clauses(reader *r, const char *at, const char *end) {
  az_status status = AZ_OK;
  while (at < end && !status) {
    size_t length = 0;
    while (at + length < end && at[length] != ';' && at[length] != '\n') length++;
    status = add_clause(r, at, length);
    at += length + 1;
  }
  return status;
}

/* ---- contracts of CBMC ----------------------------------------------------------------------- */

/* Returns the position of the next `sign` before `end` that is outside of brackets; `end` if there
 * is none. */
static const char *find_sign(const char *at, const char *end, const char *sign) {
  for (size_t depth = 0; at < end;) {
    const char *next = fe_behind_comment(at);
    if (!next) next = fe_behind_literal(at);
    if (!depth && !strncmp(at, sign, strlen(sign))) return at;
    depth += *at == '(' || *at == '[';
    depth -= (*at == ')' || *at == ']') && depth;
    at = next ? next : at + 1;
  }
  return end;
}

static char *trimmed(const reader *r, const char *at, const char *end) {
  while (at < end && isspace((unsigned char)*at)) at++;
  while (end > at && isspace((unsigned char)end[-1])) end--;
  return az_arena_printf(r->o->resolved.arena, "%.*s", (int)(end - at), at);
}

/* Adds a conjunct of a precondition. __CPROVER_is_fresh(P, SIZE) gives P a separate buffer. */
static void add_conjunct(reader *r, const char *text) {
  static const char fresh[] = "__CPROVER_is_fresh";
  az_arena *arena = r->o->resolved.arena;
  az_contract_clause clause = {AZ_CONTRACT_ASSUME, text};
  const char *open = text + sizeof fresh - 1, *end = text + strlen(text);
  bool is_fresh =
      !strncmp(text, fresh, sizeof fresh - 1) && *open == '(' && behind_brackets(open) == end;
  const char *comma = is_fresh ? find_sign(open + 1, end - 1, ",") : end;
  if (is_fresh && comma < end - 1) {
    const char *p = trimmed(r, open + 1, comma), *size = trimmed(r, comma + 1, end - 1);
    bool one = !strcmp(size, az_arena_printf(arena, "sizeof(*%s)", p)) ||
               !strcmp(size, az_arena_printf(arena, "sizeof *%s", p));
    const char *buffer = one ? az_arena_printf(arena, "%s[1]", p)
                             : az_arena_printf(arena, "%s[(%s) / sizeof *(%s)]", p, size, p);
    if (az_clause_is_buffer(buffer)) clause = (az_contract_clause){AZ_CONTRACT_BUFFER, buffer};
  }
  arrput(r->o->source.contract, clause);
}

static void say_unchecked(const reader *r, const char *at, size_t n) {
  unsigned line = 1;
  for (const char *c = r->text; c < at; c++) line += *c == '\n';
  fprintf(stderr, "ansatz: note: %s:%u: the claims of %.*s are not checked\n", r->file, line,
          (int)n, at);
}

/* Adds the preconditions and postconditions behind a declaration of the function; skips
 * __CPROVER_assigns and others. Returns the end of these clauses. */
static const char *read_requires(reader *r, const char *at) {
  static const char word[] = "__CPROVER_requires", ensures[] = "__CPROVER_ensures";
  static const char *const looser[] = {"||", "==>", "?", ","}; /* operators that bind less tightly
                                                                  than && */
  for (;;) {
    while (isspace((unsigned char)*at) || fe_behind_comment(at))
      at = isspace((unsigned char)*at) ? at + 1 : fe_behind_comment(at);
    size_t n = 0;
    while (fe_in_word(at[n])) n++;
    const char *open = at + n;
    if (strncmp(at, "__CPROVER_", 10) != 0 || *open != '(') return at;
    const char *end = behind_brackets(open) - 1;
    for (const char *part = open + 1; is_word(at, n, word) && part < end;) {
      const char *next = find_sign(part, end, "&&");
      for (size_t i = 0; i < sizeof looser / sizeof *looser; i++)
        if (find_sign(part, end, looser[i]) < end) next = end;
      add_conjunct(r, trimmed(r, part, next));
      part = next + 2;
    }
    if (is_word(at, n, ensures))
      arrput(r->o->source.contract,
             ((az_contract_clause){AZ_CONTRACT_ENSURE, trimmed(r, open + 1, end)}));
    else if (!is_word(at, n, word))
      say_unchecked(r, at, n);
    at = end + 1;
  }
}

/* ---- files ----------------------------------------------------------------------------------- */

static void add_file(reader *r, const char *path) {
  for (size_t i = 0; i < arrlenu(r->files); i++)
    if (!strcmp(r->files[i], path)) return;
  arrput(r->files, path);
}

/* Adds the file that #include "NAME" names: from the includer's folder, or from a folder of -I. */
static void add_included(reader *r, const char *at) {
  const char *quote = at + strcspn(at, "\"<\n");
  size_t length = *quote == '"' ? strcspn(quote + 1, "\"\n") : 0;
  if (!length) return;
  const char *slash = strrchr(r->file, '/');
  const char *path =
      az_arena_printf(r->o->resolved.arena, "%.*s%.*s", slash ? (int)(slash + 1 - r->file) : 0,
                      r->file, (int)length, quote + 1);
  FILE *in = fopen(path, "r");
  for (size_t i = 0; i < arrlenu(r->o->source.compiler) && !in; i++) {
    const az_compiler_option *option = &r->o->source.compiler[i];
    if (strcmp(option->option, "-I") != 0) continue;
    path = az_arena_printf(r->o->resolved.arena, "%s/%.*s", option->value, (int)length, quote + 1);
    in = fopen(path, "r");
  }
  if (!in) return;
  fclose(in);
  add_file(r, path);
}

static az_status read_comments(reader *r) {
  az_status status = AZ_OK;
  for (const char *at = r->text; *at && !status;) {
    const char *next = fe_behind_comment(at), *inside = at + 2;
    if (next && *inside == '@') {
      const char *end = at[1] == '*' && next - at >= 4 ? next - 2 : next;
      inside++;
      while (inside < end && isspace((unsigned char)*inside)) inside++;
      bool ours = !strncmp(inside, "ansatz:", 7) && declares(next, r->o->source.function);
      if (ours) status = add_clauses(r, inside + 7, end);
    }
    if (!next) next = fe_behind_literal(at);
    size_t n = 0;
    while (!next && fe_in_word(at[n])) n++;
    const char *open = at + n + strspn(at + n, " \t\r\n");
    if (n) next = at + n;
    if (n && is_word(at, n, r->o->source.function) && *open == '(')
      next = read_requires(r, behind_brackets(open));
    if (!next && *at == '#' && !strncmp(at + 1 + strspn(at + 1, " \t"), "include", 7))
      add_included(r, at);
    at = next ? next : at + 1;
  }
  return status;
}

az_status az_contract_comments(az_task_options *o, az_error *err) {
  if (!o->source.function || !strcmp(o->source.function, "main")) return AZ_OK;
  reader r = {.o = o, .err = err};
  if (!o->resolved.arena) o->resolved.arena = az_arena_new();
  az_frontend_options given = az_task_frontend(o);
  for (size_t i = 0; i < given.file_count; i++) add_file(&r, given.files[i]);
  az_status status = AZ_OK;
  for (size_t i = 0; i < arrlenu(r.files) && !status; i++) {
    char *text = read_text(r.file = r.files[i]);
    if ((r.text = text)) status = read_comments(&r);
    free(text);
  }
  arrfree(r.files);
  return status;
}

const char *az_contract_name(const az_task_options *o) {
  const char *name = NULL;
  for (size_t i = 0; i < arrlenu(o->source.contract); i++) {
    const az_contract_clause *c = &o->source.contract[i];
    name =
        az_arena_printf(o->resolved.arena, "%s%s%s%s%s", name ? name : "", name ? "; " : "",
                        az_clause_option(c->kind) + 2, c->text ? " " : "", c->text ? c->text : "");
  }
  return name;
}
