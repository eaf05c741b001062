/* The length of an array that is not constant is evaluated with its type (C17 6.7.6.2p5): where a
 * variable, a parameter of a function that runs or a type is declared, in a cast, in a literal, in
 * va_arg and behind sizeof. The tree shows it as text only, in which what a name means is not told:
 * it may be each variable and each function that has it. */
#include "frontend/source/operands.h"
#include "frontend/source/library_effects.h"
#include <stb/stb_ds.h>
#include <stdlib.h>

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/* Part of a number or a name; '$' and what is not ASCII are letters, too. */
static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || c == '$' ||
         (unsigned char)c > 127;
}

static int word_length(const char *text, int size) {
  int n = 0;
  while (n < size && is_word(text[n])) n++;
  return n;
}

bool node_has_variable_length(const fe_syntax_node *n) {
  for (const char *at = strchr(n->text, '['); at; at = strchr(at + 1, '[')) {
    size_t digits = strspn(at + 1, "0123456789");
    if (at[1 + digits] != ']') return true;
  }
  return false;
}

/* ---- what a length does ---------------------------------------------------------------------- */

/* Is there an assignment or a step in the text? */
static bool changes(const char *text, int size) {
  for (int i = 0; i < size; i++) {
    char before = i ? text[i - 1] : '=', after = i + 1 < size ? text[i + 1] : ' ';
    bool shift = i > 1 && text[i - 2] == before && strchr("<>", before);
    if (text[i] == '=' && after != '=' && (!strchr("=!<>", before) || shift)) return true;
    if ((text[i] == '+' || text[i] == '-') && after == text[i]) return true;
  }
  return false;
}

typedef struct word { /* a name in the text of a length */
  const char *at;
  int size;
  bool called;
} word;

/* The names in the text, and what is called otherwise, which has no size (stb_ds). */
static word *words_of(const char *text, int size) {
  word *words = NULL;
  for (int i = 0; i < size; i++) {
    int n = word_length(text + i, size - i), end = i + n;
    if (n && !is_digit(text[i]))
      arrput(words, ((word){text + i, n, end < size && text[end] == '('}));
    if (n) i = end - 1;
    if (text[i] == '(' && i && strchr(")]", text[i - 1]))
      arrput(words, ((word){text + i, 0, true}));
  }
  return words;
}

static bool is_name(word w, const char *name) {
  return strlen(name) == (size_t)w.size && !strncmp(name, w.at, (size_t)w.size);
}

/* May the word name the item in the function in hand? */
static bool is_named(const order *o, const item *v, word w) {
  bool within = v->owner == AZ_NONE || o->function == AZ_NONE || v->owner == o->function;
  return within && is_name(w, v->name);
}

/* A call of what has the name, which is no function of the program's own. */
static void call_other(order *o, word w, effects *e) {
  bool back = false;
  fe_library_call c = {.name = az_arena_printf(o->arena, "%.*s", w.size, w.at),
                       .has_pointer = !strstr(w.at, "__VERIFIER_nondet")};
  fe_effects done = fe_library_effects(&c, o->q->classes >> AZ_C_UNREACH & 1u, true, &back);
  fe_effects_add(&e->called, &done);
  fe_effects_free(&done);
  if (back) order_call(o, ANY_FUNCTION, e);
}

effects order_length_effects(order *o, order_length l) {
  effects e = {0};
  bool writes = changes(l.text, l.size);
  word *words = words_of(l.text, l.size);
  for (size_t k = 0; k < arrlenu(words); k++) {
    bool pointer = !words[k].size, known = pointer;
    for (uint32_t i = 0; words[k].size && i < arrlenu(o->items); i++) {
      if (!is_named(o, &o->items[i], words[k])) continue;
      bool variable = !o->items[i].is_function, defined = o->items[i].body;
      if (variable) order_access(o, &e.own, FE_SLOTS + i, true, writes);
      if (words[k].called && defined) order_call(o, i, &e);
      pointer |= variable;
      known |= variable || defined;
    }
    if (words[k].called && pointer) order_call(o, ANY_FUNCTION, &e);
    if (words[k].called && !known) call_other(o, words[k], &e);
  }
  arrfree(words);
  if (memchr(l.text, '*', (size_t)l.size) || memchr(l.text, '[', (size_t)l.size) ||
      memchr(l.text, '>', (size_t)l.size))
    order_access(o, &e.own, FE_SLOT_POINTED, true, writes);
  if (writes) fe_effects_add(&e.called, &e.own); /* not to be taken for ordered */
  return e;
}

/* The name of a function and its arguments, with no other call and no change within? */
static bool is_plain_call(order_length l) {
  int name = word_length(l.text, l.size);
  return name && name < l.size && l.text[name] == '(' && l.text[l.size - 1] == ')' &&
         !memchr(l.text + name + 1, '(', (size_t)(l.size - name - 1)) && !changes(l.text, l.size);
}

bool order_length_is_clear(const effects *e, order_length l) {
  bool calls = memchr(l.text, '(', (size_t)l.size);
  bool acts = arrlenu(e->called.writes) || e->called.flags & (FE_ENDS | FE_LOOPS | FE_CHECKS);
  return !calls || !acts || is_plain_call(l);
}

/* ---- where lengths are ----------------------------------------------------------------------- */

/* The type that the node itself names, or NULL. */
static const char *named_type(const fe_syntax_node *n, int *length) {
  static const char *const kinds[] = {"VarDecl",
                                      "TypedefDecl",
                                      "ParmVarDecl",
                                      "CStyleCastExpr",
                                      "CompoundLiteralExpr",
                                      "VAArgExpr",
                                      "UnaryExprOrTypeTraitExpr"};
  bool operand = node_is(n, "UnaryExprOrTypeTraitExpr");
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (node_is(n, kinds[i])) return fe_syntax_quoted(n, operand, length);
  return NULL;
}

/* What the text says of "#define NAME" if that is not a number: false. */
static bool is_constant_macro(const char *text, const char *name, size_t length) {
  bool found = false;
  for (const char *at = strstr(text, "define"); at; at = strstr(at + 1, "define")) {
    const char *to = at + 6 + strspn(at + 6, " \t");
    if (to == at + 6 || strncmp(to, name, length) != 0 || is_word(to[length])) continue;
    to += length;
    const char *number = to + strspn(to, " \t"), *end = number + strspn(number, "0123456789");
    if (number == to || end == number || !strchr("\r\n", end[strspn(end, " \t")])) return false;
    found = true;
  }
  return found;
}

/* The place in the text, counted as "#line" and its kin say: each such place. */
static const char *next_place(const char **line, uint32_t *number, const fe_syntax_node *n) {
  while (*line) {
    const char *at = *line, *end = strchr(at, '\n');
    const char *mark = at + strspn(at, " \t");
    uint32_t here = (*number)++;
    *line = end ? end + 1 : NULL;
    if (*mark == '#') {
      mark += 1 + strspn(mark + 1, " \t");
      if (!strncmp(mark, "line", 4)) mark += 4 + strspn(mark + 4, " \t");
      if (is_digit(*mark)) *number = (uint32_t)strtoul(mark, NULL, 10);
    }
    size_t size = end ? (size_t)(end - at) : strlen(at);
    if (here == n->name_line && n->name_column && n->name_column <= size)
      return at + n->name_column - 1;
  }
  return NULL;
}

/* The length behind the name of a parameter, `name [LENGTH]`. False: it is not understood. */
static bool read_length(const order *o, const char *text, const char *at, order_length *l) {
  at += strspn(at, " \t");
  const char *end = strchr(at, ']');
  if (*at != '[' || !end) return false;
  *l = (order_length){at + 1, (int)(end - at - 1)};
  bool ok = strcspn(at + 1, "=()[{}\"'/\\#,;:<%?") >= (size_t)l->size && !changes(l->text, l->size);
  word *words = words_of(l->text, l->size);
  bool constant = true;
  for (size_t k = 0; ok && k < arrlenu(words); k++) {
    static const char *const others[] = {"static", "const", "restrict", "volatile"};
    bool other = false, known = false;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
      other |= is_name(words[k], others[i]);
    if (other || is_constant_macro(text, words[k].at, (size_t)words[k].size)) continue;
    for (size_t i = 0; i < arrlenu(o->items); i++) known |= is_named(o, &o->items[i], words[k]);
    constant = false;
    ok = known && !strstr(text, "include \"") && !strstr(text, "undef");
    for (const char *d = strstr(text, "define"); ok && d; d = strstr(d + 1, "define")) {
      const char *to = d + 6 + strspn(d + 6, " \t");
      ok = strncmp(to, words[k].at, (size_t)words[k].size) != 0 || is_word(to[words[k].size]);
    }
  }
  arrfree(words);
  if (constant) l->size = 0;
  return ok;
}

/* A parameter's outermost length, which its type, a pointer, does not show. False: it is not
 * understood. */
static bool hidden_length(const order *o, const fe_syntax_node *n, order_length *l) {
  int size = 0;
  *l = (order_length){"", 0};
  const char *type = fe_syntax_quoted(n, 0, &size), *star = type ? strstr(type, "(*") : NULL;
  bool pointer = type && memchr(type, '*', (size_t)size);
  bool function = star && star < type + size && !strncmp(star, "(*)(", 4);
  if (!pointer || function || !n->name_column) return !pointer || function;
  bool whole = n->end_line == n->name_line && n->end_column == n->name_column;
  if (whole) return true;
  const char *name_end = type - 1;
  while (name_end > n->text && name_end[-1] == ' ') name_end--;
  const char *name = name_end;
  while (name > n->text && name[-1] != ' ') name--;
  size_t length = (size_t)(name_end - name);
  const char *text = o->q->texts ? o->q->texts[o->file] : NULL, *line = text;
  uint32_t number = 1;
  bool found = false;
  for (const char *at; text && (at = next_place(&line, &number, n));) {
    if (!length || strncmp(at, name, length) != 0 || is_word(at[length])) continue;
    const char *before = at, *behind = at + length + strspn(at + length, " \t");
    while (before > text && strchr(" \t", before[-1])) before--;
    found = before > text && before[-1] == '*' && *behind == ')'; /* (*name) is a pointer first */
    if (!found && !read_length(o, text, at + length, l)) return false;
    found = true;
  }
  return found;
}

order_length *order_lengths(const order *o, const fe_syntax_node *n, bool *understood) {
  int size = 0;
  order_length *found = NULL, hidden = {"", 0};
  const char *type = named_type(n, &size);
  *understood = true;
  if (node_is(n, "ParmVarDecl")) *understood = hidden_length(o, n, &hidden);
  if (hidden.size) arrput(found, hidden);
  if (!type) return found;
  bool variable = node_has_variable_length(n);
  const char *typeof_ = strstr(type, "typeof");
  /* typeof(EXPRESSION) is evaluated if its type has a variable length, which names may hide. */
  if (typeof_ && typeof_ < type + size && (variable || o->has_variable_lengths)) {
    arrput(found, ((order_length){type, size}));
    return found;
  }
  /* Behind sizeof, the tree has them as operands. */
  if (!variable || node_is(n, "UnaryExprOrTypeTraitExpr")) return found;
  for (int i = 0, depth = 0, start = 0; i < size; i++) {
    if (type[i] == '[' && !depth++) start = i + 1;
    if (type[i] != ']' || --depth) continue;
    if ((int)strspn(type + start, "0123456789") < i - start)
      arrput(found, ((order_length){type + start, i - start}));
  }
  return found;
}

bool order_length_changes(order_length l) {
  return changes(l.text, l.size);
}

void order_note_lengths(order *o, const fe_syntax_node *n, uint32_t **named) {
  bool understood = true;
  order_length *lengths = order_lengths(o, n, &understood);
  for (size_t k = 0; k < arrlenu(lengths); k++) {
    bool calls = memchr(lengths[k].text, '(', (size_t)lengths[k].size);
    bool writes = changes(lengths[k].text, lengths[k].size);
    word *words = words_of(lengths[k].text, lengths[k].size);
    for (size_t w = 0; w < arrlenu(words); w++)
      for (uint32_t i = 0; i < arrlenu(o->items); i++) {
        item *v = &o->items[i];
        if (!is_named(o, v, words[w])) continue;
        if (v->is_function && named) arrput(*named, i);
        v->taken |= v->is_function ? !words[w].called : calls;
        v->other |= writes;
      }
    arrfree(words);
  }
  arrfree(lengths);
}
