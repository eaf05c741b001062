/* The text of a C expression, by precedence climbing. A name that the view lacks is parsed as an
 * int, so that a mistake in the text is reported at every view. */
#include "expressions/expression_internal.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NESTING = 200 };

/* ---- lexis ----------------------------------------------------------------------------------- */

static void skip_space(parser *p) {
  while (isspace((unsigned char)*p->at)) p->at++;
}

static bool word_char(char c) { /* C names may have letters beyond ASCII */
  return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

/* Returns the length of `name` at `at`, where white space may surround punctuation; 0: no match. */
static size_t match_name(const char *at, const char *name) {
  const char *from = at;
  char last = 0;
  for (; *name; name++, at++) {
    if (!word_char(*name) || (last && !word_char(last)))
      while (isspace((unsigned char)*at)) at++;
    if (*at != *name) return 0;
    last = *name;
  }
  return word_char(last) && word_char(*at) ? 0 : (size_t)(at - from);
}

/* Returns the length of an lvalue in the syntax of names: i, s.x, p->next, a[0], offset(p). */
static size_t lvalue_length(const char *at) {
  const char *from = at;
  while (word_char(*at) || (*at == '~' && isdigit((unsigned char)at[1]))) at++; /* dyn7~2 */
  for (;;) {
    const char *next = at;
    while (isspace((unsigned char)*next)) next++;
    if (*next == '.' || (next[0] == '-' && next[1] == '>')) {
      next += *next == '.' ? 1 : 2;
      while (isspace((unsigned char)*next)) next++;
      if (!word_char(*next)) break;
      while (word_char(*next)) next++;
    } else if (*next == '[' || *next == '(') {
      char close = *next == '[' ? ']' : ')';
      while (*next && *next != close) next++;
      if (!*next) break;
      next++;
    } else {
      break;
    }
    at = next;
  }
  return (size_t)(at - from);
}

static uint32_t parse_name(parser *p) {
  const az_domain_context *c = &p->e->context;
  size_t length = lvalue_length(p->at), best_length = 0;
  uint32_t best = AZ_NONE;
  for (uint32_t v = 0; v < c->var_count; v++) {
    bool known = c->vars[v].view == p->e->view && !c->vars[v].auxiliary;
    size_t n = known ? match_name(p->at, c->vars[v].name) : 0;
    if (n > best_length) best = v, best_length = n;
  }
  const char *at = p->at;
  ctype number = {INT_BITS, true, false, false};
  if (best == AZ_NONE || best_length < length) {
    p->at += length;
    static const char *const words[] = {"false", "true", "NULL"};
    for (uint32_t w = 0; w < 3; w++)
      if (length == strlen(words[w]) && !strncmp(at, words[w], length)) {
        uint32_t n = expression_add_constant(p, number, az_bv(c->store, INT_BITS, w == 1));
        return w == 2 ? expression_as_pointer(p, n) : n;
      }
    az_fail(&p->missing, AZ_ERR_UNSUPPORTED, "'%.200s', column %d: %s has no variable '%.*s'",
            p->text, (int)(at - p->text) + 1, c->views ? c->views[p->e->view].name : "the view",
            (int)length, at);
    return expression_add(p, (expression_node){.op = OP_VARIABLE, .type = number});
  }
  p->at += best_length;
  const az_tvar *v = &c->vars[best];
  ctype type = {v->bits, v->is_signed, v->kind == AZ_TV_POINTER, false};
  if (v->kind == AZ_TV_FLOAT || v->kind == AZ_TV_ARRAY)
    az_fail(&p->missing, AZ_ERR_UNSUPPORTED,
            "'%.200s', column %d: '%s' is %s, which expressions cannot contain", p->text,
            (int)(at - p->text) + 1, v->name, v->kind == AZ_TV_FLOAT ? "a float" : "an array");
  return expression_add(p, (expression_node){.op = OP_VARIABLE, .type = type, .var = best});
}

static uint32_t parse_number(parser *p) {
  const char *from = p->at;
  unsigned base = 10;
  if (*p->at == '0') {
    base = p->at[1] == 'x' || p->at[1] == 'X' ? 16 : p->at[1] == 'b' || p->at[1] == 'B' ? 2 : 8;
    if (base != 8) p->at += 2;
  }
  unsigned __int128 number = 0;
  const char *digits = p->at;
  for (;; p->at++) {
    char c = (char)tolower((unsigned char)*p->at);
    unsigned digit = isdigit((unsigned char)c)                  ? (unsigned)(c - '0')
                     : base == 16 && isxdigit((unsigned char)c) ? (unsigned)(c - 'a') + 10
                                                                : base;
    if (digit >= base) break;
    number = number * base + digit;
    if (number >> 64) {
      expression_complain(p, from, "the number is too large");
      number = 0;
    }
  }
  bool none = p->at == digits, is_unsigned = false;
  unsigned longs = 0;
  for (;; p->at++) {
    if (!is_unsigned && (*p->at == 'u' || *p->at == 'U'))
      is_unsigned = true;
    else if (longs < 2 && (*p->at == 'l' || *p->at == 'L'))
      longs++;
    else
      break;
  }
  if (*p->at == '.') expression_complain(p, p->at, "floating-point numbers are not supported here");
  if (none || word_char(*p->at)) expression_complain(p, from, "not a number");
  /* The first of int, long and long long that fits the number (decimal: only signed types). */
  uint32_t bits = longs == 2 ? 64 : longs == 1 ? expression_address_bits(p->e) : INT_BITS;
  ctype type = {bits, !is_unsigned, false, false};
  for (; type.bits < 64; type.bits = 64) {
    if (!is_unsigned && !(number >> (type.bits - 1))) break;
    if ((is_unsigned || base != 10) && !(number >> type.bits)) {
      type.is_signed = false;
      break;
    }
  }
  if (number >> 63) type.is_signed = false;
  return expression_add_constant(p, type, az_bv(p->e->context.store, type.bits, (uint64_t)number));
}

static uint32_t parse_character(parser *p) {
  static const char escapes[] = "n\nt\tr\ra\ab\bf\fv\v\\\\''\"\"";
  const char *from = p->at++;
  int c = (signed char)*p->at;
  bool fine = *p->at && *p->at != '\'' && *p->at != '\n';
  if (*p->at == '\\') {
    const char *e = escapes;
    p->at++;
    while (*e && *e != *p->at) e += 2;
    fine = *p->at != 0;
    if (*p->at >= '0' && *p->at <= '7') {
      for (c = 0; *p->at >= '0' && *p->at <= '7' && c < 256; p->at++) c = c * 8 + (*p->at - '0');
      p->at--;
      c = (signed char)c;
    } else if (*p->at == 'x') {
      char *end;
      c = (signed char)strtoul(p->at + 1, &end, 16);
      fine = end > p->at + 1;
      p->at = end - 1;
    } else if (*e) {
      c = e[1];
    } else {
      fine = false;
    }
  }
  if (fine && p->at[1] == '\'')
    p->at += 2;
  else
    expression_complain(p, from, "not a character constant");
  return expression_add_constant(p, (ctype){INT_BITS, true, false, false},
                                 az_bv_signed(p->e->context.store, INT_BITS, c));
}

/* Parses a type's name, words of the basic types, or void and a star; false if there is none. */
static bool parse_type(parser *p, ctype *type) {
  enum { SIGNED, UNSIGNED, CHAR, SHORT, INT, LONG, BOOL, VOID, WORDS };
  static const char *const words[] = {"signed", "unsigned", "char",  "short",
                                      "int",    "long",     "_Bool", "void"};
  static const struct {
    const char *name;
    uint32_t bits; /* 0: the width of an address */
    bool is_signed;
  } names[] = {{"int8_t", 8, true},     {"uint8_t", 8, false},   {"int16_t", 16, true},
               {"uint16_t", 16, false}, {"int32_t", 32, true},   {"uint32_t", 32, false},
               {"int64_t", 64, true},   {"uint64_t", 64, false}, {"size_t", 0, false},
               {"ptrdiff_t", 0, true},  {"intptr_t", 0, true},   {"uintptr_t", 0, false}};
  unsigned seen[WORDS] = {0}, any = 0;
  const char *from = p->at;
  for (;;) {
    skip_space(p);
    size_t n = 0, w = 0;
    while (w < WORDS && !(n = match_name(p->at, words[w]))) w++;
    if (w == WORDS) break;
    seen[w]++, any++;
    p->at += n;
  }
  if (!any) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
      size_t n = match_name(p->at, names[i].name);
      if (!n) continue;
      p->at += n;
      *type = (ctype){names[i].bits ? names[i].bits : expression_address_bits(p->e),
                      names[i].is_signed, false, false};
      return true;
    }
    p->at = from;
    return false;
  }
  uint32_t bits = seen[CHAR] || seen[BOOL] ? 8
                  : seen[SHORT]            ? 16
                  : seen[LONG] == 1        ? expression_address_bits(p->e)
                  : seen[LONG]             ? 64
                                           : INT_BITS;
  *type = (ctype){bits, !seen[UNSIGNED] && !seen[BOOL], false, seen[BOOL] > 0};
  if (seen[VOID]) {
    if (*p->at == '*') p->at++;
    *type = (ctype){expression_address_bits(p->e) + AZ_OBJECT_BITS, false, true, false};
    if (p->at[-1] != '*') expression_complain(p, p->at, "void may occur in (void *)0 only");
  }
  return true;
}

/* ---- grammar --------------------------------------------------------------------------------- */

static uint32_t parse_choice(parser *p);

static uint32_t parse_unary(parser *p) {
  skip_space(p);
  const char *at = p->at;
  uint32_t n = 0;
  if (p->problem.status || ++p->nesting > MAX_NESTING) {
    expression_complain(p, at, "nested too deeply");
    return expression_add(
        p, (expression_node){.op = OP_VARIABLE, .type = {INT_BITS, true, false, false}});
  }
  if (*at == '(') {
    ctype to;
    p->at++;
    bool casts = parse_type(p, &to);
    if (!casts) n = parse_choice(p);
    skip_space(p);
    if (*p->at == ')')
      p->at++;
    else
      expression_complain(p, p->at, "')' is missing");
    if (casts) n = expression_cast(p, to, at, parse_unary(p));
  } else if (*at && strchr("-~!+", *at)) {
    p->at++;
    n = parse_unary(p);
    uint32_t zero = 0;
    if (*at == '+') /* only promotes */
      zero = expression_add_constant(p, (ctype){INT_BITS, true, false, false},
                                     az_bv(p->e->context.store, INT_BITS, 0));
    n = *at == '+'   ? expression_operation(p, OP_ADD, at, n, zero, 0)
        : *at == '-' ? expression_operation(p, OP_NEGATE, at, n, 0, 0)
        : *at == '~' ? expression_operation(p, OP_INVERT, at, n, 0, 0)
                     : expression_operation(p, OP_NOT, at, n, 0, 0);
  } else if (isdigit((unsigned char)*at)) {
    n = parse_number(p);
  } else if (*at == '\'') {
    n = parse_character(p);
  } else if (word_char(*at)) {
    n = parse_name(p);
  } else {
    expression_complain(
        p, at, *at ? "a name or a number is expected here" : "the expression is not complete");
    n = expression_add(
        p, (expression_node){.op = OP_VARIABLE, .type = {INT_BITS, true, false, false}});
  }
  p->nesting--;
  return n;
}

static const struct {
  const char *text;
  unsigned level;
  expression_op op;
} binary_operators[] = {{"||", 1, OP_OR},    {"&&", 2, OP_AND},   {"|", 3, OP_BITOR},
                        {"^", 4, OP_BITXOR}, {"&", 5, OP_BITAND}, {"==", 6, OP_EQ},
                        {"!=", 6, OP_NE},    {"<<", 8, OP_SHL},   {">>", 8, OP_SHR},
                        {"<=", 7, OP_LE},    {">=", 7, OP_GE},    {"<", 7, OP_LT},
                        {">", 7, OP_GT},     {"+", 9, OP_ADD},    {"-", 9, OP_SUB},
                        {"*", 10, OP_MUL},   {"/", 10, OP_DIV},   {"%", 10, OP_REM}};

static uint32_t parse_binary(parser *p, unsigned least) {
  uint32_t left = parse_unary(p);
  while (!p->problem.status) {
    skip_space(p);
    const char *at = p->at;
    size_t b = 0, count = sizeof binary_operators / sizeof *binary_operators;
    while (b < count && strncmp(at, binary_operators[b].text, strlen(binary_operators[b].text)))
      b++;
    if (b == count || binary_operators[b].level < least) break;
    p->at += strlen(binary_operators[b].text);
    uint32_t right = parse_binary(p, binary_operators[b].level + 1);
    left = expression_operation(p, binary_operators[b].op, at, left, right, 0);
  }
  return left;
}

static uint32_t parse_choice(parser *p) {
  uint32_t condition = parse_binary(p, 1);
  skip_space(p);
  const char *at = p->at;
  if (*at != '?' || p->problem.status) return condition;
  p->at++;
  uint32_t yes = parse_choice(p);
  skip_space(p);
  if (*p->at == ':')
    p->at++;
  else
    expression_complain(p, p->at, "':' is missing");
  uint32_t no = parse_choice(p);
  return expression_operation(p, OP_CHOOSE, at, condition, yes, no);
}

/* ---- whole texts ----------------------------------------------------------------------------- */

az_expression *az_expression_parse(const az_domain_context *context, uint32_t view,
                                   const char *text, az_error *err) {
  az_expression *e = az_calloc(1, sizeof *e);
  e->context = *context;
  e->view = view;
  parser p = {.e = e, .text = text, .at = text};
  e->root = parse_choice(&p);
  skip_space(&p);
  if (*p.at) expression_complain(&p, p.at, "an operator is expected here");
  const az_error *wrong = p.problem.status ? &p.problem : p.missing.status ? &p.missing : NULL;
  if (!wrong) return e;
  az_fail(err, wrong->status, "%s", wrong->message);
  az_expression_free(e);
  return NULL;
}

az_status az_expression_check(const char *text, az_error *err) {
  az_domain_context nothing = {.store = az_store_new()};
  az_error why = {.status = AZ_OK};
  az_expression_free(az_expression_parse(&nothing, 0, text, &why));
  az_store_free(nothing.store);
  if (!why.status || why.status == AZ_ERR_UNSUPPORTED) return AZ_OK;
  return az_fail(err, why.status, "%s", why.message);
}
