/* The context of an expression, from the inside to the outside, by the tokens beside it (C17 6.5,
 * 6.7.9, 6.8). Signs, casts and what follows a result (.a, ->a, a constant operand) make the
 * expression larger; at operators with an order (&&, ||, ?:, the comma) it is enough that the level
 * of brackets has no assignment but `name = ...` at its beginning, as no operand of an operator
 * that binds more loosely is evaluated beside it. Anything else is not understood: the answer is
 * no. */
#include "frontend/source/token_context.h"
#include <stb/stb_ds.h>
#include <string.h>

typedef struct span { /* of tokens; the tokens first - 1 and last + 1 exist */
  uint32_t first, last;
} span;

static const fe_token *at(const fe_token_context *x, uint32_t i) {
  static const fe_token none = {.at = "", .kind = FE_MARK};
  return i < arrlenu(x->tokens) ? &x->tokens[i] : &none;
}

static bool is(const fe_token_context *x, uint32_t i, const char *spelling) {
  return fe_token_is(at(x, i), spelling);
}

static bool is_one_of(const fe_token_context *x, uint32_t i, const char *const *spellings) {
  for (; *spellings; spellings++)
    if (is(x, i, *spellings)) return true;
  return false;
}

static bool is_keyword(const fe_token_context *x, uint32_t i) {
  static const char *const keywords[] = {"if",
                                         "while",
                                         "for",
                                         "switch",
                                         "do",
                                         "else",
                                         "return",
                                         "case",
                                         "default",
                                         "goto",
                                         "sizeof",
                                         "_Alignof",
                                         "_Generic",
                                         "__alignof__",
                                         "__typeof__",
                                         "typeof",
                                         "asm",
                                         "__asm__",
                                         "__asm",
                                         "break",
                                         "continue",
                                         "_Alignas",
                                         "_Static_assert",
                                         "__attribute__",
                                         "__extension__",
                                         "__real__",
                                         "__imag__",
                                         "__builtin_choose_expr",
                                         NULL};
  return is_one_of(x, i, keywords);
}

static bool is_name(const fe_token_context *x, uint32_t i) {
  return at(x, i)->kind == FE_WORD && !is_keyword(x, i);
}

static bool is_constant(const fe_token_context *x, uint32_t i) {
  return at(x, i)->kind == FE_NUMBER || at(x, i)->kind == FE_CHARACTER;
}

static bool ends_operand(const fe_token_context *x, uint32_t i) {
  static const char *const ends[] = {")", "]", "}", "++", "--", NULL};
  return is_name(x, i) || is_constant(x, i) || at(x, i)->kind == FE_TEXT || is_one_of(x, i, ends);
}

static bool is_control(const fe_token_context *x, uint32_t i) {
  static const char *const words[] = {"if", "while", "for", "switch", NULL};
  return is_one_of(x, i, words);
}

static bool has_order(const fe_token_context *x, uint32_t i) {
  static const char *const operators[] = {"&&", "||", "?", ":", ",", NULL};
  return is_one_of(x, i, operators);
}

static bool assigns(const fe_token_context *x, uint32_t i) {
  static const char *const operators[] = {
      "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", NULL};
  return is_one_of(x, i, operators);
}

static bool computes(const fe_token_context *x, uint32_t i) {
  static const char *const operators[] = {"==", "!=", "<", ">", "<=", ">=", "+",  "-", "*",
                                          "/",  "%",  "&", "|", "^",  "<<", ">>", NULL};
  return is_one_of(x, i, operators);
}

/* Is the token at `i`, which closes a parenthesis, the end of a cast for the operand behind it? */
static bool is_cast(const fe_token_context *x, uint32_t i, bool before_name) {
  static const char *const types[] = {"void",   "char",     "short", "int",    "long",
                                      "signed", "unsigned", "float", "double", "_Bool",
                                      "struct", "union",    "enum",  "const",  NULL};
  if (!is(x, i, ")")) return false;
  uint32_t open = at(x, i)->match;
  if (open + 1 >= i || !open || ends_operand(x, open - 1)) return false;
  if (is_keyword(x, open - 1) && !is(x, open - 1, "return")) return false;
  for (uint32_t k = open + 1; k < i; k++)
    if (!is_name(x, k) && !is(x, k, "*")) return false;
  /* (a) b is a cast whatever a is; (a)(b) is a call if a is no type. */
  return before_name || is_one_of(x, open + 1, types);
}

/* Takes in the operators that have no other operand than it, or a constant one. */
static bool grow(const fe_token_context *x, span *s) {
  uint32_t left = s->first - 1, right = s->last + 1;
  bool prefix = !ends_operand(x, left - 1);
  if (is(x, right, ".") || is(x, right, "->")) {
    s->last += 2;
    return true;
  }
  if (is(x, left, "!") || is(x, left, "~") || is(x, left, "__extension__") ||
      (prefix && (is(x, left, "-") || is(x, left, "+") || is(x, left, "*")))) {
    s->first--;
    return true;
  }
  if (is_cast(x, left, at(x, s->first)->kind == FE_WORD)) {
    s->first = at(x, left)->match;
    return true;
  }
  if (computes(x, right)) {
    uint32_t operand = right + 1 + is(x, right + 1, "-");
    if (!is_constant(x, operand)) return false;
    s->last = operand;
    return true;
  }
  if (computes(x, left) && is_constant(x, left - 1)) {
    s->first -= 2;
    return true;
  }
  return false;
}

typedef struct level { /* of brackets, as far as it is of one statement */
  uint32_t first, end; /* its first token, and what ends it */
  uint32_t open;       /* the bracket around it, FE_NO_TOKEN: none */
  bool is_statement;   /* it begins where a statement does */
} level;

/* The level that the token is in. */
static level level_of(const fe_token_context *x, span s) {
  level l = {.open = at(x, s.first)->around};
  uint32_t i = s.first;
  for (; i && i - 1 != l.open; i--) {
    if (is(x, i - 1, ";")) break;
    if (is(x, i - 1, "}") && at(x, i)->kind == FE_WORD) break; /* else of a compound literal */
    if (at(x, i - 1)->match != i - 1) i = at(x, i - 1)->match + 1;
  }
  l.first = i;
  for (i = s.last + 1; i < arrlenu(x->tokens) && !is(x, i, ";"); i++) {
    if (at(x, i)->match < i) break;
    i = at(x, i)->match;
  }
  l.end = i;
  l.is_statement = l.open == FE_NO_TOKEN || is(x, l.open, "{") || is(x, l.first - 1, ";");
  return l;
}

/* What may stand before the expression of a statement. */
static uint32_t skip_heads(const fe_token_context *x, level l) {
  uint32_t i = l.first;
  for (;;) {
    uint32_t close = at(x, i + 1)->match;
    if (is(x, i, "else") || is(x, i, "do")) {
      i++;
    } else if (is_control(x, i) && is(x, i + 1, "(") && close < l.end) {
      i = close + 1;
    } else if (is(x, i, "case") && !is_constant(x, i + 1) && !is_name(x, i + 1)) {
      return i;
    } else if (is(x, i, "case") && is(x, i + 2, ":")) {
      i += 3;
    } else if ((is(x, i, "default") || is_name(x, i)) && is(x, i + 1, ":")) {
      i += 2;
    } else {
      return is(x, i, "return") ? i + 1 : i;
    }
  }
}

/* Behind `name =`, or `type name =`, if the expression begins so. */
static uint32_t skip_target(const fe_token_context *x, uint32_t i, uint32_t end) {
  uint32_t k = i;
  while (k < end && (is_name(x, k) || (k > i && is(x, k, "*")))) k++;
  return k > i && is(x, k, "=") && is_name(x, k - 1) ? k + 1 : i;
}

/* Is nothing in the level beside the expression but in an order that C tells? */
static bool is_ordered_in(const fe_token_context *x, span s, level l) {
  uint32_t start = l.is_statement || is(x, l.end, ";") ? skip_heads(x, l) : l.first;
  start = skip_target(x, start, s.first);
  for (uint32_t i = start; i < s.first; i++) {
    if (assigns(x, i)) return false;
    if (at(x, i)->match > i) i = at(x, i)->match;
  }
  return start <= s.first && (s.first == start || has_order(x, s.first - 1)) &&
         (s.last + 1 == l.end || has_order(x, s.last + 1));
}

static bool has_macro(const fe_token_context *x, level l) {
  for (uint32_t i = l.first; i < l.end; i++)
    if (at(x, i)->macro && !(x->calls[i] & FE_CALL)) return true;
  return false;
}

/* From the level of a statement to what is around it: true at the function's body; else the span
 * becomes the statement expression ({ ... }) that it is in. */
static bool is_outermost(const fe_token_context *x, span *s) {
  for (uint32_t b = at(x, s->first)->around; b != FE_NO_TOKEN; b = at(x, b)->around) {
    if (!b || !is(x, b, "{") || !is(x, b - 1, "(")) continue;
    *s = (span){b - 1, at(x, b - 1)->match};
    return false;
  }
  return true;
}

static bool has_comma(const fe_token_context *x, uint32_t open) {
  for (uint32_t i = open + 1; i < at(x, open)->match; i++) {
    if (is(x, i, ",")) return true;
    if (at(x, i)->match > i) i = at(x, i)->match;
  }
  return false;
}

/* From the inside of a parenthesis to what it is part of; false: that is not understood. */
static bool leave(const fe_token_context *x, span *s, uint32_t open) {
  uint32_t before = open ? open - 1 : 0;
  *s = (span){open, at(x, open)->match};
  if (is_name(x, before)) { /* the only argument of a function that is called by its name */
    s->first = before;
    return x->calls[before] & FE_CALL && !has_comma(x, open);
  }
  bool groups = is(x, before, "return") || is(x, before, "__extension__");
  if (is_cast(x, before, false)) return true;
  return groups || (!is_keyword(x, before) && !ends_operand(x, before));
}

bool fe_is_statement(const fe_token_context *x, uint32_t first, uint32_t last) {
  span s = {first, last};
  if (!first || last + 1 >= arrlenu(x->tokens)) return false;
  level l = level_of(x, s);
  return l.open != FE_NO_TOKEN && is(x, l.open, "{") && is(x, l.end, ";") && l.end == last + 1 &&
         skip_heads(x, l) == first && !has_macro(x, l);
}

bool fe_stands_alone(const fe_token_context *x, uint32_t first, uint32_t last) {
  span s = {first, last};
  for (;;) {
    if (!s.first || s.last + 1 >= arrlenu(x->tokens)) return false;
    if (grow(x, &s)) continue;
    level l = level_of(x, s);
    if (has_macro(x, l) || !is_ordered_in(x, s, l)) return false;
    bool in_parentheses = l.open != FE_NO_TOKEN && is(x, l.open, "(");
    bool header = in_parentheses && l.open && is_control(x, l.open - 1);
    bool of_for = header && is(x, l.open - 1, "for");
    bool whole = in_parentheses && l.first == l.open + 1 && l.end == at(x, l.open)->match;
    bool statement =
        (l.is_statement && !in_parentheses && is(x, l.end, ";")) || of_for || (header && whole);
    if (statement) {
      if (is_outermost(x, &s)) return true;
    } else if (!whole || !leave(x, &s, l.open)) {
      return false;
    }
  }
}

bool fe_only_reads_around(const fe_token_context *x, uint32_t call) {
  /* The statement: up to a brace or semicolon on both sides. */
  uint32_t first = call, last = call, stores = 0;
  static const char *const ends[] = {";", "{", "}", NULL};
  while (first && !is_one_of(x, first - 1, ends)) first--;
  while (last < arrlenu(x->tokens) && !is_one_of(x, last, ends)) last++;
  if (!first || !is(x, last, ";")) return false;
  if (is(x, first - 1, "}") && at(x, first)->kind != FE_WORD) return false; /* of a literal */
  uint32_t body = at(x, call)->around;
  while (body != FE_NO_TOKEN && !is(x, body, "{")) body = at(x, body)->around;
  for (uint32_t b = body; b != FE_NO_TOKEN; b = at(x, b)->around) /* no statement expression */
    if (!b || (is(x, b, "{") && is(x, b - 1, "("))) return false;
  for (uint32_t i = first; i < last; i++) {
    if ((at(x, i)->macro && !(x->calls[i] & FE_CALL)) || is(x, i, "++") || is(x, i, "--") ||
        x->calls[i] & FE_ACTS)
      return false;
    if (is_name(x, i) && is(x, i + 1, "(") && !(x->calls[i] & FE_CALL)) return false;
    if (!assigns(x, i)) continue;
    stores++;
    if (at(x, i)->around != body) return false; /* within another expression */
  }
  return stores <= 1;
}
