/* Lexical analysis (C17 5.1.1.2, phases 1 to 3, without those parts that are refused), brackets,
 * and which words are macros of the file. Macros of the system's headers are taken to behave like
 * the functions and objects that C describes (7.1.4). */
#include "frontend/source/source_tokens.h"
#include <ctype.h>
#include <stb/stb_ds.h>
#include <string.h>

typedef struct lexer {
  const char *at, *line_start;
  uint32_t line;
  bool fresh; /* no token on this line yet */
  bool ok;
  uint32_t depth; /* of brackets */
  fe_source *source;
} lexer;

bool fe_token_is(const fe_token *t, const char *spelling) {
  return strlen(spelling) == t->length && !strncmp(t->at, spelling, t->length);
}

static bool is_word_start(char c) {
  return isalpha((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

static bool is_word(char c) {
  return is_word_start(c) || isdigit((unsigned char)c);
}

static void next_line(lexer *x) {
  x->at++;
  x->line++;
  x->line_start = x->at;
  x->fresh = true;
}

/* A backslash at the end of a line: clang allows blanks in between. */
static bool is_continued(const char *at) {
  return *at == '\\' && at[1 + strspn(at + 1, " \t\r\v\f")] == '\n';
}

/* Does the line that is continued there end within a token? */
static bool is_cut(const char *start, const char *at) {
  static const char marks[] = "+-=<>&|!#%:*/^.\"'";
  const char *next = at + strcspn(at, "\n");
  char before = at > start ? at[-1] : ' ', after = *next ? next[1] : ' ';
  return (is_word(before) && is_word(after)) || after == '\\' ||
         (after && strchr(marks, before) && strchr(marks, after));
}

/* Behind the comment or string that begins here. */
static void skip_to(lexer *x, char quote) {
  for (; *x->at; x->at++) {
    if (quote && *x->at == '\n') break;
    if (is_continued(x->at)) x->ok = false;
    if (!quote && x->at[0] == '*' && x->at[1] == '/') {
      x->at += 2;
      return;
    }
    if (*x->at == '\n') {
      x->line++;
      x->line_start = x->at + 1;
    }
    if (quote && *x->at == '\\' && x->at[1]) {
      x->at++;
    } else if (quote && *x->at == quote) {
      x->at++;
      return;
    }
  }
  x->ok = false;
}

/* White space and comments. */
static void skip_blanks(lexer *x) {
  for (;;) {
    if (*x->at == '\n') {
      next_line(x);
    } else if (*x->at && strchr(" \t\r\v\f", *x->at)) {
      x->at++;
    } else if (x->at[0] == '/' && x->at[1] == '*') {
      x->at += 2;
      skip_to(x, 0);
    } else if (x->at[0] == '/' && x->at[1] == '/') {
      for (; *x->at && *x->at != '\n'; x->at++)
        if (is_continued(x->at)) x->ok = false;
    } else {
      return;
    }
  }
}

static fe_token read_token(lexer *x) {
  static const char *const marks[] = {"...", "<<=", ">>=", "->", "++", "--", "<<", ">>",
                                      "<=",  ">=",  "==",  "!=", "&&", "||", "*=", "/=",
                                      "%=",  "+=",  "-=",  "&=", "^=", "|=", "##"},
                           *const digraphs[] = {"<:", ":>", "<%", "%>", "%:"};
  fe_token t = {.at = x->at, .line = x->line, .kind = FE_MARK, .length = 1};
  t.column = (uint32_t)(x->at - x->line_start) + 1;
  char c = *x->at;
  if (is_word_start(c)) {
    t.kind = FE_WORD;
    while (is_word(*x->at)) x->at++;
  } else if (isdigit((unsigned char)c) || (c == '.' && isdigit((unsigned char)x->at[1]))) {
    t.kind = FE_NUMBER;
    for (; is_word(*x->at) || *x->at == '.' ||
           ((*x->at == '+' || *x->at == '-') && strchr("eEpP", x->at[-1]));
         x->at++) {}
  } else if (c == '"' || c == '\'') {
    t.kind = c == '"' ? FE_TEXT : FE_CHARACTER;
    x->at++;
    skip_to(x, c);
  } else {
    for (size_t i = 0; i < sizeof digraphs / sizeof *digraphs; i++)
      if (!strncmp(x->at, digraphs[i], 2)) x->ok = false;
    for (size_t i = 0; i < sizeof marks / sizeof *marks && t.length == 1; i++)
      if (!strncmp(x->at, marks[i], strlen(marks[i]))) t.length = (uint32_t)strlen(marks[i]);
    if (c == '\\' || c == '#') x->ok = false;
    x->at += t.length;
  }
  t.length = (uint32_t)(x->at - t.at);
  return t;
}

/* What a macro's replacement may be: of numbers, characters, operators and pairs of parentheses,
 * and of no other operator than a sign outside of these. */
static bool is_constant(const fe_token *body) {
  size_t count = arrlenu(body), first = 0;
  while (first < count && (fe_token_is(&body[first], "-") || fe_token_is(&body[first], "+")))
    first++;
  bool whole = first + 1 == count ||
               (first < count && fe_token_is(&body[first], "(") && body[first].match + 1 == count);
  for (size_t i = first; i < count; i++) {
    const fe_token *t = &body[i];
    bool mark = t->kind == FE_MARK && (strchr("()+-*/%~|&^", *t->at) && t->length == 1);
    bool shift = fe_token_is(t, "<<") || fe_token_is(t, ">>");
    if (t->kind != FE_NUMBER && t->kind != FE_CHARACTER && !mark && !shift) whole = false;
  }
  return whole && first < count;
}

/* Finds the other bracket of each. */
static bool match_brackets(fe_token *tokens) {
  uint32_t *open = NULL;
  bool ok = true;
  for (uint32_t i = 0; ok && i < arrlenu(tokens); i++) {
    fe_token *t = &tokens[i];
    bool mark = t->kind == FE_MARK && t->length == 1, closes = mark && strchr(")]}", *t->at);
    uint32_t last = arrlenu(open) ? arrlast(open) : FE_NO_TOKEN;
    t->match = i;
    if (closes) {
      ok = last != FE_NO_TOKEN && strchr("()[]{}", *tokens[last].at)[1] == *t->at;
      if (!ok) break;
      t->match = last;
      tokens[last].match = i;
      arrsetlen(open, arrlenu(open) - 1);
      last = arrlenu(open) ? arrlast(open) : FE_NO_TOKEN;
    }
    t->around = last;
    if (mark && strchr("([{", *t->at)) arrput(open, i);
  }
  ok = ok && !arrlenu(open);
  arrfree(open);
  return ok;
}

/* May a brace stand behind the token, without being that of a statement expression or of a record's
 * value, whatever parameters are? */
static bool is_before_block(const fe_token *t) {
  static const char *const marks[] = {"do", "else", ")", "{", "}", ";"};
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (fe_token_is(t, marks[i])) return true;
  return false;
}

static fe_macro *macro_named(fe_source *source, const fe_token *name) {
  for (size_t i = 0; i < arrlenu(source->macros); i++) {
    const fe_token *other = &source->macros[i].name;
    if (other->length == name->length && !strncmp(other->at, name->at, name->length))
      return &source->macros[i];
  }
  return NULL;
}

/* #define NAME BODY: nothing in it may make brackets that others close, or statement expressions.
 */
static void read_macro(lexer *x, fe_token *words) {
  if (arrlenu(words) < 2) return;
  fe_token name = words[1], *body = NULL;
  size_t first = 2;
  bool takes =
      arrlenu(words) > 2 && fe_token_is(&words[2], "(") && words[2].at == name.at + name.length;
  while (takes && first < arrlenu(words) && !fe_token_is(&words[first], ")")) first++;
  for (size_t i = first + takes; i < arrlenu(words); i++) {
    bool brace = fe_token_is(&words[i], "{");
    if (fe_token_is(&words[i], "##")) x->ok = false;
    if (brace && (!arrlenu(body) || !is_before_block(&arrlast(body)))) x->ok = false;
    arrput(body, words[i]);
  }
  if (!match_brackets(body)) x->ok = false;
  fe_macro *known = macro_named(x->source, &name);
  if (known) {
    arrfree(known->body);
    known->body = NULL;
  } else if (takes || !is_constant(body)) {
    arrput(x->source->macros, ((fe_macro){name, body}));
    return;
  }
  arrfree(body);
}

/* The directive up to the end of its line, continued lines included. */
static void read_directive(lexer *x) {
  fe_token *words = NULL;
  bool ok = x->ok, cut = false;
  x->at++;
  for (;;) {
    while (*x->at && strchr(" \t\r\v\f", *x->at)) x->at++;
    if (is_continued(x->at)) {
      if (is_cut(x->line_start, x->at)) cut = true;
      x->at += strcspn(x->at, "\n");
      next_line(x);
      x->fresh = false;
      continue;
    }
    if (x->at[0] == '/' && x->at[1] == '*') {
      x->at += 2;
      skip_to(x, 0);
      continue;
    }
    if (!*x->at || *x->at == '\n' || (x->at[0] == '/' && x->at[1] == '/')) break;
    if (*x->at == '#') { /* # or ## in a macro */
      fe_token t = {.at = x->at, .length = x->at[1] == '#' ? 2 : 1, .kind = FE_MARK};
      x->at += t.length;
      arrput(words, t);
    } else {
      arrput(words, read_token(x));
    }
  }
  static const char *const conditions[] = {"if", "ifdef", "ifndef", "elif", "else", "endif"};
  const fe_token *first = arrlenu(words) ? &words[0] : NULL;
  bool defines = first && fe_token_is(first, "define");
  if (cut) ok = x->ok = false;
  if (!defines) x->ok = ok; /* what is in it, such as an apostrophe, is of no concern */
  if (defines) read_macro(x, words);
  for (size_t i = 0; first && i < sizeof conditions / sizeof *conditions; i++)
    if (fe_token_is(first, conditions[i]) && x->depth) x->ok = false;
  if (first && !strncmp(first->at, "include", 7))
    x->ok = x->ok && fe_token_is(first, "include") && arrlenu(words) > 1 &&
            fe_token_is(&words[1], "<") && !x->depth;
  arrfree(words);
}

static void mark_macros(fe_source *source, fe_token *tokens) {
  for (size_t i = 0; i < arrlenu(tokens); i++) {
    const fe_macro *m = tokens[i].kind == FE_WORD ? macro_named(source, &tokens[i]) : NULL;
    tokens[i].macro = m ? (uint32_t)(m - source->macros) + 1 : 0;
  }
}

bool fe_read_source(fe_source *source, const char *text) {
  *source = (fe_source){NULL, NULL};
  lexer x = {
      .at = text, .line_start = text, .line = 1, .fresh = true, .ok = true, .source = source};
  for (skip_blanks(&x); x.ok && *x.at; skip_blanks(&x)) {
    if (*x.at == '#' && x.fresh) {
      read_directive(&x);
      continue;
    }
    x.fresh = false;
    fe_token t = read_token(&x);
    if (t.kind == FE_MARK && t.length == 1 && strchr("([{", *t.at)) x.depth++;
    if (t.kind == FE_MARK && t.length == 1 && strchr(")]}", *t.at)) x.depth--;
    arrput(source->tokens, t);
  }
  if (!x.ok || !match_brackets(source->tokens)) return false;
  mark_macros(source, source->tokens);
  for (size_t i = 0; i < arrlenu(source->macros); i++) mark_macros(source, source->macros[i].body);
  return true;
}

void fe_source_free(fe_source *source) {
  for (size_t i = 0; i < arrlenu(source->macros); i++) arrfree(source->macros[i].body);
  arrfree(source->macros);
  arrfree(source->tokens);
}

uint32_t fe_token_at(const fe_token *tokens, uint32_t line, uint32_t column) {
  size_t low = 0, high = arrlenu(tokens);
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const fe_token *t = &tokens[middle];
    if (t->line < line || (t->line == line && t->column < column))
      low = middle + 1;
    else
      high = middle;
  }
  bool found = low < arrlenu(tokens) && tokens[low].line == line && tokens[low].column == column;
  return found ? (uint32_t)low : FE_NO_TOKEN;
}
