/* C expressions over the variables of a view: precedence climbing into a vector of typed nodes.
 * Types are only widths and signs: integers of at least 32 bits after promotion, and pointers,
 * which can only be compared, tested and chosen. What is constant is folded by the term
 * constructors. A name that the view has not parses as an int, so that an error of the text is one
 * at every view. */
#include "ansatz/expression.h"
#include <stb/stb_ds.h>
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INT_BITS = 32, MAX_NODES = 4096, MAX_NESTING = 200 };

typedef enum op {
  OP_CONSTANT,
  OP_VARIABLE,
  OP_CAST, /* to the node's own type */
  OP_NEGATE,
  OP_INVERT,
  OP_NOT,
  OP_MUL,
  OP_DIV,
  OP_REM,
  OP_ADD,
  OP_SUB,
  OP_SHL,
  OP_SHR,
  OP_LT,
  OP_LE,
  OP_GT,
  OP_GE,
  OP_EQ,
  OP_NE,
  OP_BITAND,
  OP_BITXOR,
  OP_BITOR,
  OP_AND,
  OP_OR,
  OP_CHOOSE
} op;

typedef struct ctype {
  uint32_t bits;
  bool is_signed, is_pointer, is_bool;
} ctype;

typedef struct node {
  op op;
  ctype type;
  uint32_t operand[3];
  uint32_t var;     /* OP_VARIABLE */
  az_term constant; /* its value where it has no variables */
} node;

struct az_expression {
  az_domain_context context;
  uint32_t view, root;
  node *nodes; /* stb_ds */
};

typedef struct parser {
  az_expression *e;
  const char *text, *at;
  unsigned nesting;
  az_error problem; /* of the text: the first */
  az_error missing; /* the first name that the view has not */
} parser;

static uint32_t address_bits(const az_expression *e) {
  return e->context.program ? e->context.program->pointer_bits : 64;
}

/* ---- terms ----------------------------------------------------------------------------------- */

static az_term truth(const az_expression *e, uint32_t n, const az_state *state);

static bool is_comparison(op o) {
  return (o >= OP_LT && o <= OP_NE) || o == OP_AND || o == OP_OR || o == OP_NOT;
}

/* After the usual arithmetic conversions of C (C17 6.3.1.8), where only widths tell ranks apart. */
static ctype promoted(ctype t) {
  return t.is_pointer || t.bits >= INT_BITS ? (ctype){t.bits, t.is_signed, t.is_pointer, false}
                                            : (ctype){INT_BITS, true, false, false};
}

static ctype common(ctype a, ctype b) {
  a = promoted(a), b = promoted(b);
  if (a.is_pointer || b.is_pointer) return a.is_pointer ? a : b;
  ctype wide = a.bits >= b.bits ? a : b;
  if (a.bits == b.bits) wide.is_signed = a.is_signed && b.is_signed;
  return wide;
}

static az_term value(const az_expression *e, uint32_t n, const az_state *state);

static az_term converted(const az_expression *e, uint32_t n, ctype to, const az_state *state) {
  const node *from = &e->nodes[n];
  if (to.is_bool) return az_bool_to_bv(e->context.store, truth(e, n, state), to.bits);
  return az_resize(e->context.store, value(e, n, state), to.bits,
                   from->type.is_signed && !from->type.is_pointer);
}

static az_term value(const az_expression *e, uint32_t number, const az_state *state) {
  const node *n = &e->nodes[number];
  az_store *s = e->context.store;
  if (n->constant) return n->constant;
  if (is_comparison(n->op)) return az_bool_to_bv(s, truth(e, number, state), n->type.bits);
  switch (n->op) {
  case OP_VARIABLE: {
    uint32_t at = e->context.vars[n->var].at;
    if (!n->type.is_pointer) return state->values[at];
    return az_concat(s, state->values[at], state->values[at + 1]);
  }
  case OP_CHOOSE:
    return az_ite(s, truth(e, n->operand[0], state), converted(e, n->operand[1], n->type, state),
                  converted(e, n->operand[2], n->type, state));
  default: break;
  }
  az_term a = converted(e, n->operand[0], n->type, state);
  if (n->op == OP_CAST) return a;
  if (n->op == OP_NEGATE) return az_bv_neg(s, a);
  if (n->op == OP_INVERT) return az_bv_not(s, a);
  az_term b = converted(e, n->operand[1], n->type, state);
  bool sign = n->type.is_signed;
  switch (n->op) {
  case OP_MUL: return az_bv_mul(s, a, b);
  case OP_DIV: return sign ? az_bv_sdiv(s, a, b) : az_bv_udiv(s, a, b);
  case OP_REM: return sign ? az_bv_srem(s, a, b) : az_bv_urem(s, a, b);
  case OP_ADD: return az_bv_add(s, a, b);
  case OP_SUB: return az_bv_sub(s, a, b);
  case OP_SHL: return az_bv_shl(s, a, b);
  case OP_SHR: return sign ? az_bv_ashr(s, a, b) : az_bv_lshr(s, a, b);
  case OP_BITAND: return az_bv_and(s, a, b);
  case OP_BITXOR: return az_bv_xor(s, a, b);
  default: assert(n->op == OP_BITOR); return az_bv_or(s, a, b);
  }
}

static az_term truth(const az_expression *e, uint32_t number, const az_state *state) {
  const node *n = &e->nodes[number];
  az_store *s = e->context.store;
  if (!is_comparison(n->op)) {
    az_term v = value(e, number, state);
    return az_ne(s, v, az_zero_of(s, az_sort_of(s, v)));
  }
  switch (n->op) {
  case OP_NOT: return az_not(s, truth(e, n->operand[0], state));
  case OP_AND: return az_and(s, truth(e, n->operand[0], state), truth(e, n->operand[1], state));
  case OP_OR: return az_or(s, truth(e, n->operand[0], state), truth(e, n->operand[1], state));
  default: break;
  }
  ctype type = common(e->nodes[n->operand[0]].type, e->nodes[n->operand[1]].type);
  az_term a = converted(e, n->operand[0], type, state),
          b = converted(e, n->operand[1], type, state);
  bool sign = type.is_signed;
  switch (n->op) {
  case OP_LT: return sign ? az_bv_slt(s, a, b) : az_bv_ult(s, a, b);
  case OP_LE: return sign ? az_bv_sle(s, a, b) : az_bv_ule(s, a, b);
  case OP_GT: return sign ? az_bv_slt(s, b, a) : az_bv_ult(s, b, a);
  case OP_GE: return sign ? az_bv_sle(s, b, a) : az_bv_ule(s, b, a);
  case OP_EQ: return az_eq(s, a, b);
  default: assert(n->op == OP_NE); return az_ne(s, a, b);
  }
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static void complain(parser *p, const char *at, const char *message) {
  az_fail(&p->problem, AZ_ERR_INPUT, "'%.200s', column %d: %s", p->text, (int)(at - p->text) + 1,
          message);
}

static uint32_t add(parser *p, node n) {
  if (arrlenu(p->e->nodes) >= MAX_NODES) complain(p, p->at, "the expression is too long");
  arrput(p->e->nodes, n);
  return (uint32_t)arrlenu(p->e->nodes) - 1;
}

static uint32_t add_constant(parser *p, ctype type, az_term value) {
  return add(p, (node){.op = OP_CONSTANT, .type = type, .constant = value});
}

static const node *node_of(const parser *p, uint32_t n) {
  return &p->e->nodes[n];
}

static bool is_zero(const parser *p, uint32_t n) {
  const node *x = node_of(p, n);
  return x->constant && x->constant == az_zero_of(p->e->context.store,
                                                  az_sort_of(p->e->context.store, x->constant));
}

/* 0 beside a pointer is null. */
static uint32_t as_pointer(parser *p, uint32_t n) {
  if (node_of(p, n)->type.is_pointer || !is_zero(p, n)) return n;
  uint32_t bits = address_bits(p->e) + AZ_OBJECT_BITS;
  return add_constant(p, (ctype){bits, false, true, false}, az_bv(p->e->context.store, bits, 0));
}

/* The operation at `at` with its type; folded where its operands are constants. */
static uint32_t operation(parser *p, op o, const char *at, uint32_t a, uint32_t b, uint32_t c) {
  node n = {.op = o, .operand = {a, b, c}};
  uint32_t arity = o == OP_CHOOSE ? 3 : o == OP_NEGATE || o == OP_INVERT || o == OP_NOT ? 1 : 2;
  uint32_t first = o == OP_CHOOSE;
  if (arity > 1) {
    uint32_t *x = &n.operand[first], *y = &n.operand[first + 1];
    if (node_of(p, *x)->type.is_pointer) *y = as_pointer(p, *y);
    if (node_of(p, *y)->type.is_pointer) *x = as_pointer(p, *x);
  }
  ctype left = node_of(p, n.operand[first])->type;
  ctype right = arity > 1 ? node_of(p, n.operand[first + 1])->type : left;
  bool pointers = left.is_pointer || right.is_pointer;
  bool compares = o == OP_EQ || o == OP_NE || o == OP_CHOOSE;
  if (pointers && o != OP_AND && o != OP_OR && o != OP_NOT && !p->missing.status &&
      !(compares && left.is_pointer == right.is_pointer))
    complain(p, at,
             compares ? "a pointer is compared with a number"
                      : "pointers have no arithmetic and no order here; write offset(p)");
  if (is_comparison(o))
    n.type = (ctype){INT_BITS, true, false, false};
  else if (o == OP_SHL || o == OP_SHR)
    n.type = promoted(left);
  else
    n.type = common(left, right);

  az_store *s = p->e->context.store;
  az_wide amount;
  az_term by = arity == 2 ? node_of(p, n.operand[1])->constant : AZ_NO_TERM;
  if ((o == OP_DIV || o == OP_REM) && is_zero(p, b)) complain(p, at, "division by zero");
  if ((o == OP_SHL || o == OP_SHR) && by && az_const_wide(s, by, right.is_signed, &amount) &&
      (amount < 0 || amount >= n.type.bits))
    complain(p, at, "a shift by the width or more");

  bool constant = !p->problem.status;
  for (uint32_t i = 0; i < arity; i++) constant &= node_of(p, n.operand[i])->constant != AZ_NO_TERM;
  uint32_t result = add(p, n);
  if (constant) p->e->nodes[result].constant = value(p->e, result, NULL);
  return result;
}

static uint32_t cast(parser *p, ctype to, const char *at, uint32_t a) {
  ctype from = node_of(p, a)->type;
  if (to.is_pointer && !from.is_pointer) {
    uint32_t null = as_pointer(p, a);
    if (null == a) complain(p, at, "only 0 can be converted to a pointer");
    return null;
  }
  if (from.is_pointer && !to.is_pointer && !to.is_bool && !p->missing.status)
    complain(p, at, "a pointer is converted to a number");
  uint32_t result = add(p, (node){.op = OP_CAST, .type = to, .operand = {a}});
  if (node_of(p, a)->constant && !p->problem.status)
    p->e->nodes[result].constant = value(p->e, result, NULL);
  return result;
}

/* ---- lexis ----------------------------------------------------------------------------------- */

static void skip_space(parser *p) {
  while (isspace((unsigned char)*p->at)) p->at++;
}

static bool word_char(char c) { /* C names may have letters beyond ASCII */
  return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

/* How much of `at` is `name`, where white space is free beside punctuation; 0: it is not. */
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

/* An lvalue of C as far as names of variables go: i, s.x, p->next, a[0], offset(p). */
static size_t lvalue_length(const char *at) {
  const char *from = at;
  while (word_char(*at)) at++;
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
        uint32_t n = add_constant(p, number, az_bv(c->store, INT_BITS, w == 1));
        return w == 2 ? as_pointer(p, n) : n;
      }
    az_fail(&p->missing, AZ_ERR_UNSUPPORTED, "'%.200s', column %d: %s has no variable '%.*s'",
            p->text, (int)(at - p->text) + 1, c->views ? c->views[p->e->view].name : "the view",
            (int)length, at);
    return add(p, (node){.op = OP_VARIABLE, .type = number});
  }
  p->at += best_length;
  const az_tvar *v = &c->vars[best];
  ctype type = {v->bits, v->is_signed, v->kind == AZ_TV_POINTER, false};
  if (v->kind == AZ_TV_FLOAT || v->kind == AZ_TV_ARRAY)
    az_fail(&p->missing, AZ_ERR_UNSUPPORTED,
            "'%.200s', column %d: '%s' is %s, which expressions cannot contain", p->text,
            (int)(at - p->text) + 1, v->name, v->kind == AZ_TV_FLOAT ? "a float" : "an array");
  return add(p, (node){.op = OP_VARIABLE, .type = type, .var = best});
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
      complain(p, from, "the number is too large");
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
  if (*p->at == '.') complain(p, p->at, "floating-point numbers are not supported here");
  if (none || word_char(*p->at)) complain(p, from, "not a number");
  /* The first of int, long, long long (decimal: signed only) that holds it. */
  uint32_t bits = longs == 2 ? 64 : longs == 1 ? address_bits(p->e) : INT_BITS;
  ctype type = {bits, !is_unsigned, false, false};
  for (; type.bits < 64; type.bits = 64) {
    if (!is_unsigned && !(number >> (type.bits - 1))) break;
    if ((is_unsigned || base != 10) && !(number >> type.bits)) {
      type.is_signed = false;
      break;
    }
  }
  if (number >> 63) type.is_signed = false;
  return add_constant(p, type, az_bv(p->e->context.store, type.bits, (uint64_t)number));
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
    complain(p, from, "not a character constant");
  return add_constant(p, (ctype){INT_BITS, true, false, false},
                      az_bv_signed(p->e->context.store, INT_BITS, c));
}

/* A type's name: words of the basic types, or void and a star. False if there is none. */
static bool parse_type(parser *p, ctype *type) {
  enum { SIGNED, UNSIGNED, CHAR, SHORT, INT, LONG, BOOL, VOID, WORDS };
  static const char *const words[] = {"signed", "unsigned", "char",  "short",
                                      "int",    "long",     "_Bool", "void"};
  static const struct {
    const char *name;
    uint32_t bits; /* 0: of an address */
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
      *type = (ctype){names[i].bits ? names[i].bits : address_bits(p->e), names[i].is_signed, false,
                      false};
      return true;
    }
    p->at = from;
    return false;
  }
  uint32_t bits = seen[CHAR] || seen[BOOL] ? 8
                  : seen[SHORT]            ? 16
                  : seen[LONG] == 1        ? address_bits(p->e)
                  : seen[LONG]             ? 64
                                           : INT_BITS;
  *type = (ctype){bits, !seen[UNSIGNED] && !seen[BOOL], false, seen[BOOL] > 0};
  if (seen[VOID]) {
    if (*p->at == '*') p->at++;
    *type = (ctype){address_bits(p->e) + AZ_OBJECT_BITS, false, true, false};
    if (p->at[-1] != '*') complain(p, p->at, "void may occur in (void *)0 only");
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
    complain(p, at, "nested too deeply");
    return add(p, (node){.op = OP_VARIABLE, .type = {INT_BITS, true, false, false}});
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
      complain(p, p->at, "')' is missing");
    if (casts) n = cast(p, to, at, parse_unary(p));
  } else if (*at && strchr("-~!+", *at)) {
    p->at++;
    n = parse_unary(p);
    uint32_t zero = 0;
    if (*at == '+') /* only promotes */
      zero = add_constant(p, (ctype){INT_BITS, true, false, false},
                          az_bv(p->e->context.store, INT_BITS, 0));
    n = *at == '+'   ? operation(p, OP_ADD, at, n, zero, 0)
        : *at == '-' ? operation(p, OP_NEGATE, at, n, 0, 0)
        : *at == '~' ? operation(p, OP_INVERT, at, n, 0, 0)
                     : operation(p, OP_NOT, at, n, 0, 0);
  } else if (isdigit((unsigned char)*at)) {
    n = parse_number(p);
  } else if (*at == '\'') {
    n = parse_character(p);
  } else if (word_char(*at)) {
    n = parse_name(p);
  } else {
    complain(p, at, *at ? "a name or a number is expected here" : "the expression is not complete");
    n = add(p, (node){.op = OP_VARIABLE, .type = {INT_BITS, true, false, false}});
  }
  p->nesting--;
  return n;
}

static const struct {
  const char *text;
  unsigned level;
  op op;
} binary[] = {{"||", 1, OP_OR},    {"&&", 2, OP_AND}, {"|", 3, OP_BITOR}, {"^", 4, OP_BITXOR},
              {"&", 5, OP_BITAND}, {"==", 6, OP_EQ},  {"!=", 6, OP_NE},   {"<<", 8, OP_SHL},
              {">>", 8, OP_SHR},   {"<=", 7, OP_LE},  {">=", 7, OP_GE},   {"<", 7, OP_LT},
              {">", 7, OP_GT},     {"+", 9, OP_ADD},  {"-", 9, OP_SUB},   {"*", 10, OP_MUL},
              {"/", 10, OP_DIV},   {"%", 10, OP_REM}};

static uint32_t parse_binary(parser *p, unsigned least) {
  uint32_t left = parse_unary(p);
  while (!p->problem.status) {
    skip_space(p);
    const char *at = p->at;
    size_t b = 0, count = sizeof binary / sizeof *binary;
    while (b < count && strncmp(at, binary[b].text, strlen(binary[b].text))) b++;
    if (b == count || binary[b].level < least) break;
    p->at += strlen(binary[b].text);
    uint32_t right = parse_binary(p, binary[b].level + 1);
    left = operation(p, binary[b].op, at, left, right, 0);
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
    complain(p, p->at, "':' is missing");
  uint32_t no = parse_choice(p);
  return operation(p, OP_CHOOSE, at, condition, yes, no);
}

/* ---- the interface --------------------------------------------------------------------------- */

az_expression *az_expression_parse(const az_domain_context *context, uint32_t view,
                                   const char *text, az_error *err) {
  az_expression *e = az_calloc(1, sizeof *e);
  e->context = *context;
  e->view = view;
  parser p = {.e = e, .text = text, .at = text};
  e->root = parse_choice(&p);
  skip_space(&p);
  if (*p.at) complain(&p, p.at, "an operator is expected here");
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

void az_expression_free(az_expression *e) {
  if (!e) return;
  arrfree(e->nodes);
  free(e);
}

uint32_t az_expression_bits(const az_expression *e) {
  return e->nodes[e->root].type.bits;
}

bool az_expression_signed(const az_expression *e) {
  return e->nodes[e->root].type.is_signed;
}

bool az_expression_is_pointer(const az_expression *e) {
  return e->nodes[e->root].type.is_pointer;
}

az_term az_expression_term(const az_expression *e, const az_state *state) {
  return value(e, e->root, state);
}

az_term az_expression_truth(const az_expression *e, const az_state *state) {
  return truth(e, e->root, state);
}

/* ---- linear forms ---------------------------------------------------------------------------- */

typedef struct form { /* numbers up to 2^63 while it is built */
  struct {
    uint32_t var;
    az_wide coefficient;
  } *terms; /* stb_ds */
  az_wide constant;
} form;

/* *into += factor * from; false: too large. */
static bool form_add(form *into, const form *from, az_wide factor) {
  const az_wide most = (az_wide)1 << 63;
  if (factor > most || factor < -most) return false;
  into->constant += factor * from->constant;
  bool fits = into->constant <= most && into->constant >= -most;
  for (size_t i = 0; i < arrlenu(from->terms); i++) {
    size_t k = 0;
    while (k < arrlenu(into->terms) && into->terms[k].var != from->terms[i].var) k++;
    if (k == arrlenu(into->terms)) {
      arrput(into->terms, from->terms[i]);
      into->terms[k].coefficient = 0;
    }
    az_wide *c = &into->terms[k].coefficient;
    *c += factor * from->terms[i].coefficient;
    fits &= *c <= most && *c >= -most;
  }
  return fits;
}

static bool contains(ctype outer, ctype inner) {
  return outer.is_signed ? outer.bits > inner.bits || (inner.is_signed && outer.bits == inner.bits)
                         : !inner.is_signed && outer.bits >= inner.bits;
}

static bool linear(const az_expression *e, uint32_t number, form *out) {
  const node *n = &e->nodes[number];
  az_store *s = e->context.store;
  *out = (form){0};
  if (n->type.is_pointer || is_comparison(n->op)) return false;
  if (n->op == OP_CONSTANT) return az_const_wide(s, n->constant, n->type.is_signed, &out->constant);
  if (n->op == OP_VARIABLE) {
    form one = {0};
    arrput(one.terms, ((__typeof__(*one.terms)){n->var, 1}));
    *out = one;
    return true;
  }
  form a = {0}, b = {0};
  bool two = n->op != OP_CAST && n->op != OP_NEGATE;
  bool fits = n->op == OP_CAST || n->op == OP_NEGATE || n->op == OP_ADD || n->op == OP_SUB ||
              n->op == OP_MUL || n->op == OP_SHL;
  if (n->op == OP_CAST) fits = contains(n->type, e->nodes[n->operand[0]].type) && !n->type.is_bool;
  fits = fits && linear(e, n->operand[0], &a) && (!two || linear(e, n->operand[1], &b));
  bool b_constant = !arrlenu(b.terms);
  if (!fits)
    ;
  else if (n->op == OP_MUL)
    fits = b_constant ? form_add(out, &a, b.constant)
                      : !arrlenu(a.terms) && form_add(out, &b, a.constant);
  else if (n->op == OP_SHL)
    fits = b_constant && b.constant >= 0 && b.constant < 63 &&
           form_add(out, &a, (az_wide)1 << b.constant);
  else
    fits = form_add(out, &a, n->op == OP_NEGATE ? -1 : 1) &&
           (!two || form_add(out, &b, n->op == OP_SUB ? -1 : 1));
  arrfree(a.terms);
  arrfree(b.terms);
  return fits;
}

bool az_expression_linear(const az_expression *e, az_linear **sum, int64_t *constant) {
  form f;
  bool fits = linear(e, e->root, &f);
  *sum = NULL;
  *constant = (int64_t)f.constant;
  fits = fits && f.constant >= INT64_MIN && f.constant <= INT64_MAX;
  for (size_t i = 0; fits && i < arrlenu(f.terms); i++) {
    az_wide c = f.terms[i].coefficient;
    fits = c >= INT32_MIN && c <= INT32_MAX;
    if (c && fits) arrput(*sum, ((az_linear){f.terms[i].var, (int32_t)c}));
  }
  arrfree(f.terms);
  if (!fits) arrfree(*sum);
  return fits;
}

void az_print_wide(FILE *out, az_wide number) {
  if (number > UINT64_MAX)
    fprintf(out, "((__int128)%lld << 64 | %lluu)", (long long)(number >> 64),
            (unsigned long long)number);
  else if (number > INT64_MAX)
    fprintf(out, "%lluu", (unsigned long long)number);
  else if (number <= INT64_MIN) {
    fputs("(-", out);
    az_print_wide(out, -(number + 1));
    fputs(" - 1)", out);
  } else
    fprintf(out, "%lld", (long long)number);
}
