/* Terms as C expressions with the least parentheses and casts. Each subterm is asked for in one of
 * three readings: its exact signed value, its exact unsigned value, or any value that is right
 * modulo 2^width; what an operator gives is converted only where it is not what is asked for. C
 * types follow the usual promotions; arithmetic wraps (-fwrapv); what cannot wrap by its range is
 * not cut. Beyond 128 bits there is no C type: the text is for reading only. Two passes over (term,
 * reading), both iterative: C type and precedence bottom-up, then text top-down. */
#include "term/term_internal.h"
#include <inttypes.h>
#include <stb/stb_ds.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
  MAX_TEXT = 1 << 20
}; /* shared subterms are printed again: a text that would be longer ends in "..." */

/* Readings; of a bool: plain or negated. NONNEG is given, not asked for: right in both readings. */
typedef enum reading { MODULO, SIGNED, UNSIGNED, NONNEG, PLAIN = MODULO, NEGATED = SIGNED } reading;
/* A constant printed otherwise: -c, c - 1, ~c. */
typedef enum tweak { AS_IS, MINUS, PREDECESSOR, COMPLEMENT } tweak;

typedef enum precedence {
  P_TERNARY = 3,
  P_OR,
  P_AND,
  P_BITOR,
  P_BITXOR,
  P_BITAND,
  P_EQUAL,
  P_COMPARE,
  P_SHIFT,
  P_SUM,
  P_PRODUCT,
  P_UNARY,
  P_ATOM
} precedence;

typedef enum shape { NAME, CONSTANT, PREFIX, INFIX, CHOICE, CALL, INDEX, SAME } shape;

typedef struct child {
  az_term t;
  reading reading;
  tweak tweak;
} child;

/* How (term, reading) is written, before conversion. */
typedef struct form {
  shape shape;
  const char *op; /* operator, function or cast */
  precedence level;
  uint32_t n;
  child child[3];
  reading gives;
  uint32_t container;           /* C width that the operation needs; 0: whatever comes */
  bool is_integer, is_unsigned; /* C type of names and calls */
  uint32_t c_width;
} form;

typedef enum conversion { KEEP, CAST, MASK, SHIFTS } conversion;

typedef struct look {
  precedence level, raw_level;
  uint32_t c_width; /* 32, 64, 128; 0 for floats and arrays */
  bool is_unsigned;
  conversion conversion;
  bool cast_child; /* convert the first operand to the type of the operation */
  uint32_t operand_width;
  bool operand_unsigned;
  uint32_t cast_width; /* of CAST */
  bool cast_unsigned;
} look;

typedef struct look_entry {
  uint64_t key;
  look value;
} look_entry;

typedef struct printer {
  const az_store *s;
  az_namer name;
  az_is_unsigned is_unsigned;
  void *ctx;
  look_entry *looks;
  char *text;         /* stb_ds array */
  bool defined;       /* no undefined behaviour is to be in the text: arithmetic wraps unsigned */
  const char *beyond; /* `defined`: what standard C has no expression for; NULL: all is C */
} printer;

static uint64_t key_of(child c) {
  return (uint64_t)c.t << 4 | (uint64_t)c.reading << 2 | (uint64_t)c.tweak;
}
static uint32_t container_of(uint32_t w) {
  return w <= 32 ? 32 : w <= 64 ? 64 : 128;
}
static bool is_native(uint32_t w) {
  return w == 8 || w == 16 || w == 32 || w == 64 || w == 128;
}

static const char *type_name(uint32_t w, bool is_unsigned) {
  switch (w) {
  case 8: return is_unsigned ? "unsigned char" : "signed char";
  case 16: return is_unsigned ? "unsigned short" : "short";
  case 32: return is_unsigned ? "unsigned int" : "int";
  case 64: return is_unsigned ? "unsigned long long" : "long long";
  default: return is_unsigned ? "unsigned __int128" : "__int128";
  }
}

static const char *float_type(az_sort sort) {
  return az_sort_width(sort) <= 32   ? "(float)"
         : az_sort_width(sort) <= 64 ? "(double)"
                                     : "(long double)";
}

/* ---- forms ---- */

static az_sort_kind sort_kind(const az_store *s, az_term t) {
  return az_sort_kind_of(node_of(s, t)->sort);
}

static bool var_is_unsigned(const printer *p, az_term var) {
  return p->is_unsigned && p->is_unsigned(p->ctx, var);
}

/* The sign of an array's elements: that of the variable it is a version of. */
static bool array_is_unsigned(const printer *p, az_term array) {
  for (;;) {
    const node *n = node_of(p->s, array);
    if (n->kind == AZ_K_VAR) return var_is_unsigned(p, array);
    if (n->kind == AZ_K_STORE || n->kind == AZ_K_SPLICE)
      array = n->a;
    else if (n->kind == AZ_K_ITE)
      array = n->b;
    else
      return false;
  }
}

/* The reading in which a bit-vector needs the fewest casts. */
static reading preferred(const printer *p, az_term t) {
  for (int i = 0; i < 32; i++) {
    const node *n = node_of(p->s, t);
    switch (n->kind) {
    case AZ_K_VAR: return var_is_unsigned(p, t) ? UNSIGNED : SIGNED;
    case AZ_K_SELECT: return array_is_unsigned(p, n->a) ? UNSIGNED : SIGNED;
    case AZ_K_ZEXT:
    case AZ_K_BV_UDIV:
    case AZ_K_BV_UREM:
    case AZ_K_BV_LSHR:
    case AZ_K_CONCAT:
    case AZ_K_F_TO_UBV:
    case AZ_K_F_TO_BITS: return UNSIGNED;
    case AZ_K_EXTRACT:
      if (!is_native(az_sort_width(n->sort))) return UNSIGNED; /* a mask */
      t = n->a;
      break;
    case AZ_K_BV_ADD:
    case AZ_K_BV_MUL:
    case AZ_K_BV_AND:
    case AZ_K_BV_XOR:
    case AZ_K_BV_NOT:
    case AZ_K_BV_NEG:
    case AZ_K_BV_SHL: t = n->a; break;
    case AZ_K_ITE: t = is_const(p->s, n->b) ? n->c : n->b; break;
    default: return SIGNED;
    }
  }
  return SIGNED;
}

static form infix(const char *op, precedence level, az_term a, reading ra, az_term b, reading rb) {
  return (form){
      .shape = INFIX, .op = op, .level = level, .n = 2, .child = {{a, ra, AS_IS}, {b, rb, AS_IS}}};
}

static form call(const char *op, uint32_t n, az_term a, az_term b, az_term c) {
  return (form){.shape = CALL,
                .op = op,
                .level = P_ATOM,
                .n = n,
                .child = {{a, 0, AS_IS}, {b, 0, AS_IS}, {c, 0, AS_IS}}};
}

static form describe_bool(const printer *p, az_term t, bool negated) {
  const az_store *s = p->s;
  const node *n = node_of(s, t);
  reading same = negated ? NEGATED : PLAIN, r;
  form f;
  switch (n->kind) {
  case AZ_K_CONST:
    return (form){.shape = NAME, .op = (t == TERM_TRUE) != negated ? "1" : "0", .level = P_ATOM};
  case AZ_K_NOT:
    return (form){.shape = SAME, .n = 1, .child = {{n->a, negated ? PLAIN : NEGATED, AS_IS}}};
  case AZ_K_AND:
    return infix(negated ? " || " : " && ", negated ? P_OR : P_AND, n->a, same, n->b, same);
  case AZ_K_ITE:
    return (form){.shape = CHOICE,
                  .level = P_TERNARY,
                  .n = 3,
                  .child = {{n->a, PLAIN, AS_IS}, {n->b, same, AS_IS}, {n->c, same, AS_IS}}};
  case AZ_K_EQ:
    switch (sort_kind(s, n->a)) {
    case AZ_SORT_BOOL: return infix(negated ? " != " : " == ", P_EQUAL, n->a, PLAIN, n->b, PLAIN);
    case AZ_SORT_BV:
      r = preferred(p, n->a);
      f = infix(negated ? " != " : " == ", P_EQUAL, n->a, r, n->b, r);
      if (negated && is_const(s, n->b) && width_of(s, n->b) == 1) { /* a bit that is not 1 */
        f.op = " == ";
        f.child[1].tweak = COMPLEMENT;
      }
      return f;
    default:
      f = call("same", 2, n->a, n->b, 0);
      if (negated) f.op = "!same";
      return f;
    }
  case AZ_K_BV_ULT:
  case AZ_K_BV_SLT:
    r = n->kind == AZ_K_BV_ULT ? UNSIGNED : SIGNED;
    f = infix(negated ? " >= " : " < ", P_COMPARE, n->a, r, n->b, r);
    if (!negated && is_const(s, n->b) && !bv_is_zero(s, n->b)) { /* bounds read better as <=, >= */
      f.op = " <= ";
      f.child[1].tweak = PREDECESSOR;
    }
    return f;
  case AZ_K_F_LT:
  case AZ_K_F_LE:
  case AZ_K_F_EQ:
    if (negated)
      return (form){
          .shape = PREFIX, .op = "!", .level = P_UNARY, .n = 1, .child = {{t, PLAIN, AS_IS}}};
    return infix(n->kind == AZ_K_F_LT   ? " < "
                 : n->kind == AZ_K_F_LE ? " <= "
                                        : " == ",
                 n->kind == AZ_K_F_EQ ? P_EQUAL : P_COMPARE, n->a, 0, n->b, 0);
  case AZ_K_F_IS_NAN: return call(negated ? "!isnan" : "isnan", 1, n->a, 0, 0);
  case AZ_K_F_IS_INF: return call(negated ? "!isinf" : "isinf", 1, n->a, 0, 0);
  default: /* variable, element of an array */
    if (negated)
      return (form){
          .shape = PREFIX, .op = "!", .level = P_UNARY, .n = 1, .child = {{t, PLAIN, AS_IS}}};
    if (n->kind == AZ_K_SELECT)
      return (form){.shape = INDEX,
                    .level = P_ATOM,
                    .n = 2,
                    .child = {{n->a, 0, AS_IS}, {n->b, preferred(p, n->b), AS_IS}}};
    return (form){.shape = NAME, .level = P_ATOM};
  }
}

/* Does the exact result over exact operands fit? */
static bool is_exact(const az_store *s, az_term t, reading r) {
  const node *n = node_of(s, t);
  uint32_t w = az_sort_width(n->sort);
  if (w > RANGE_WIDTH || r == MODULO) return false;
  bool minus = n->kind == AZ_K_BV_ADD && kind_of(s, n->b) == AZ_K_BV_NEG;
  az_range a = bv_range(s, n->a),
           b = n->arity == 2 ? bv_range(s, minus ? node_of(s, n->b)->a : n->b) : a;
  i128 half = (i128)1 << (w - 1);
  switch (n->kind) {
  case AZ_K_BV_ADD:
    if (r == UNSIGNED) return !minus && a.uhi + b.uhi <= mask128(w);
    if (minus) return a.slo - b.shi >= -half && a.shi - b.slo < half;
    return a.slo + b.slo >= -half && a.shi + b.shi < half;
  case AZ_K_BV_NEG: return r == SIGNED && a.slo > -half;
  case AZ_K_BV_MUL: {
    if (w > 63) return false;
    if (r == UNSIGNED) return a.uhi * b.uhi <= mask128(w);
    i128 corner[] = {a.slo * b.slo, a.slo * b.shi, a.shi * b.slo, a.shi * b.shi};
    for (int i = 0; i < 4; i++)
      if (corner[i] < -half || corner[i] >= half) return false;
    return true;
  }
  default: return false;
  }
}

static bool is_minus_constant(const az_store *s, az_term t) {
  if (!is_const(s, t) || width_of(s, t) > 128) return false;
  i128 v = to_signed(bv_value(s, t), width_of(s, t));
  return v < 0 && v != to_signed((u128)1 << (width_of(s, t) - 1), width_of(s, t));
}

static form describe_sum(const az_store *s, const node *n, reading r) {
  const node *b = node_of(s, n->b), *a = node_of(s, n->a);
  if (b->kind == AZ_K_BV_NEG) return infix(" - ", P_SUM, n->a, r, b->a, r);
  if (is_minus_constant(s, n->b) && a->kind != AZ_K_BV_NEG) {
    form f = infix(" - ", P_SUM, n->a, r, n->b, r);
    f.child[1].tweak = MINUS;
    return f;
  }
  if (a->kind == AZ_K_BV_NEG) return infix(" - ", P_SUM, n->b, r, a->a, r);
  return infix(" + ", P_SUM, n->a, r, n->b, r);
}

/* not(and(not a, not b)) is a | b. */
static bool describe_or(const az_store *s, const node *n, reading r, form *f) {
  n = node_of(s, n->a);
  if (n->kind != AZ_K_BV_AND) return false;
  const node *a = node_of(s, n->a), *b = node_of(s, n->b);
  if (a->kind != AZ_K_BV_NOT || (b->kind != AZ_K_BV_NOT && b->kind != AZ_K_CONST)) return false;
  *f = infix(" | ", P_BITOR, a->a, r, b->kind == AZ_K_CONST ? n->b : b->a, r);
  if (b->kind == AZ_K_CONST) f->child[1].tweak = COMPLEMENT;
  return true;
}

static form describe_bv(const printer *p, az_term t, reading r) {
  const az_store *s = p->s;
  const node *n = node_of(s, t);
  uint32_t w = az_sort_width(n->sort), container = container_of(w);
  form f = {.shape = NAME, .level = P_ATOM, .is_integer = true, .c_width = container};
  switch (n->kind) {
  case AZ_K_CONST:
    return (form){.shape = CONSTANT, .level = P_ATOM, .is_integer = true, .gives = r};
  case AZ_K_VAR:
    f.gives = var_is_unsigned(p, t) ? UNSIGNED : SIGNED;
    f.is_unsigned = f.gives == UNSIGNED && w >= 32;
    return f;
  case AZ_K_SELECT:
    f.shape = INDEX;
    f.n = 2;
    f.child[0] = (child){n->a, 0, AS_IS};
    f.child[1] = (child){n->b, preferred(p, n->b), AS_IS};
    f.gives = array_is_unsigned(p, n->a) ? UNSIGNED : SIGNED;
    f.is_unsigned = f.gives == UNSIGNED && w >= 32;
    return f;
  case AZ_K_BV_ADD:
  case AZ_K_BV_MUL:
  case AZ_K_BV_NEG: {
    reading inner = is_exact(s, t, r) ? r : MODULO;
    if (n->kind == AZ_K_BV_NEG)
      f = (form){
          .shape = PREFIX, .op = "-", .level = P_UNARY, .n = 1, .child = {{n->a, inner, AS_IS}}};
    else if (n->kind == AZ_K_BV_MUL)
      f = infix(" * ", P_PRODUCT, n->a, inner, n->b, inner);
    else
      f = describe_sum(s, n, inner);
    f.gives = inner;
    f.container = container;
    return f;
  }
  case AZ_K_BV_NOT:
    if (!describe_or(s, n, r, &f))
      f = (form){.shape = PREFIX,
                 .op = "~",
                 .level = P_UNARY,
                 .n = 1,
                 .child = {{n->a, r == SIGNED ? r : MODULO, AS_IS}}};
    f.gives = f.shape == INFIX || r == SIGNED ? r : MODULO;
    f.container = container;
    return f;
  case AZ_K_BV_AND:
  case AZ_K_BV_XOR:
    f = n->kind == AZ_K_BV_AND ? infix(" & ", P_BITAND, n->a, r, n->b, r)
                               : infix(" ^ ", P_BITXOR, n->a, r, n->b, r);
    f.gives = r;
    f.container = container;
    return f;
  case AZ_K_BV_UDIV:
  case AZ_K_BV_UREM:
  case AZ_K_BV_SDIV:
  case AZ_K_BV_SREM: {
    bool is_signed = n->kind == AZ_K_BV_SDIV || n->kind == AZ_K_BV_SREM;
    reading inner = is_signed ? SIGNED : UNSIGNED;
    f = infix(n->kind == AZ_K_BV_UDIV || n->kind == AZ_K_BV_SDIV ? " / " : " % ", P_PRODUCT, n->a,
              inner, n->b, inner);
    f.gives = inner;
    f.container = container;
    return f;
  }
  case AZ_K_BV_SHL:
    f = infix(" << ", P_SHIFT, n->a, MODULO, n->b, UNSIGNED);
    f.container = container;
    return f;
  case AZ_K_BV_LSHR:
  case AZ_K_BV_ASHR:
    r = n->kind == AZ_K_BV_LSHR ? UNSIGNED : SIGNED;
    f = infix(" >> ", P_SHIFT, n->a, r, n->b, UNSIGNED);
    f.gives = r;
    return f;
  case AZ_K_CONCAT:
    f.shape = CALL; /* high << width of low | low: see put_raw */
    f.op = NULL;
    f.level = bv_is_zero(s, n->b) ? P_SHIFT : P_BITOR;
    f.n = 2;
    f.child[0] = (child){n->a, r, AS_IS};
    f.child[1] = (child){n->b, UNSIGNED, AS_IS};
    f.gives = r;
    f.container = container;
    return f;
  case AZ_K_EXTRACT: {
    bool top = n->b + 1 == width_of(s, n->a);
    if (n->c == 0)
      return (form){.shape = SAME, .n = 1, .child = {{n->a, MODULO, AS_IS}}, .is_integer = true};
    reading inner = top && r != MODULO ? r : preferred(p, n->a);
    f = (form){.shape = PREFIX,
               .op = NULL,
               .level = P_SHIFT,
               .n = 1,
               .child = {{n->a, inner, AS_IS}}}; /* x >> low */
    f.gives = top ? inner : MODULO;
    return f;
  }
  case AZ_K_ZEXT:
    return (form){.shape = SAME, .n = 1, .child = {{n->a, UNSIGNED, AS_IS}}, .gives = NONNEG};
  case AZ_K_SEXT:
    return (form){.shape = SAME, .n = 1, .child = {{n->a, SIGNED, AS_IS}}, .gives = SIGNED};
  case AZ_K_ITE:
    if (w > 1 && bv_is_zero(s, n->c) && bv_is_value(s, n->b, 1))
      return (form){.shape = SAME, .n = 1, .child = {{n->a, PLAIN, AS_IS}}, .gives = NONNEG};
    if (w > 1 && bv_is_zero(s, n->b) && bv_is_value(s, n->c, 1))
      return (form){.shape = SAME, .n = 1, .child = {{n->a, NEGATED, AS_IS}}, .gives = NONNEG};
    return (form){.shape = CHOICE,
                  .level = P_TERNARY,
                  .n = 3,
                  .gives = r,
                  .container = r == MODULO ? container : 0,
                  .child = {{n->a, PLAIN, AS_IS}, {n->b, r, AS_IS}, {n->c, r, AS_IS}}};
  case AZ_K_F_TO_SBV:
  case AZ_K_F_TO_UBV:
    f.shape = PREFIX;
    f.level = P_UNARY;
    f.n = 1;
    f.child[0] = (child){n->a, 0, AS_IS};
    f.gives = n->kind == AZ_K_F_TO_SBV ? SIGNED : UNSIGNED;
    f.is_unsigned = f.gives == UNSIGNED;
    f.op = NULL; /* the cast to the container */
    return f;
  default: /* F_TO_BITS */
    f = call("bits", 1, n->a, 0, 0);
    f.gives = UNSIGNED;
    f.is_integer = f.is_unsigned = true;
    f.c_width = container;
    return f;
  }
}

static form describe_other(const printer *p, az_term t) {
  const az_store *s = p->s;
  const node *n = node_of(s, t);
  switch (n->kind) {
  case AZ_K_CONST: return (form){.shape = CONSTANT, .level = P_UNARY};
  case AZ_K_VAR: return (form){.shape = NAME, .level = P_ATOM};
  case AZ_K_ITE:
    return (form){.shape = CHOICE,
                  .level = P_TERNARY,
                  .n = 3,
                  .child = {{n->a, PLAIN, AS_IS}, {n->b, 0, AS_IS}, {n->c, 0, AS_IS}}};
  case AZ_K_SELECT:
    return (form){.shape = INDEX,
                  .level = P_ATOM,
                  .n = 2,
                  .child = {{n->a, 0, AS_IS}, {n->b, preferred(p, n->b), AS_IS}}};
  case AZ_K_STORE: {
    form f = call("store", 3, n->a, n->b, n->c);
    f.child[1].reading = preferred(p, n->b);
    if (sort_kind(s, n->c) == AZ_SORT_BV) f.child[2].reading = preferred(p, n->c);
    return f;
  }
  case AZ_K_SPLICE: return call("splice", 3, n->a, n->b, n->c);
  case AZ_K_CONST_ARRAY: {
    form f = call("all", 1, n->a, 0, 0);
    if (sort_kind(s, n->a) == AZ_SORT_BV) f.child[0].reading = preferred(p, n->a);
    return f;
  }
  case AZ_K_F_NEG:
    return (form){
        .shape = PREFIX, .op = "-", .level = P_UNARY, .n = 1, .child = {{n->a, 0, AS_IS}}};
  case AZ_K_F_ABS: return call("fabs", 1, n->a, 0, 0);
  case AZ_K_F_SQRT: return call("sqrt", 1, n->a, 0, 0);
  case AZ_K_F_REM: return call("remainder", 2, n->a, n->b, 0);
  case AZ_K_F_ADD:
    if (kind_of(s, n->b) == AZ_K_F_NEG) return infix(" - ", P_SUM, n->a, 0, node_of(s, n->b)->a, 0);
    if (kind_of(s, n->a) == AZ_K_F_NEG) return infix(" - ", P_SUM, n->b, 0, node_of(s, n->a)->a, 0);
    return infix(" + ", P_SUM, n->a, 0, n->b, 0);
  case AZ_K_F_MUL: return infix(" * ", P_PRODUCT, n->a, 0, n->b, 0);
  case AZ_K_F_DIV: return infix(" / ", P_PRODUCT, n->a, 0, n->b, 0);
  case AZ_K_F_FROM_BITS: return call("from_bits", 1, n->a, 0, 0);
  case AZ_K_F_ROUND_INT: {
    static const char *const names[] = {"rint", "round", "ceil", "floor", "trunc"};
    return call(names[n->b], 1, n->a, 0, 0);
  }
  default: { /* F_FROM_SBV, F_FROM_UBV, F_FROM_FLOAT */
    reading r = n->kind == AZ_K_F_FROM_SBV ? SIGNED : n->kind == AZ_K_F_FROM_UBV ? UNSIGNED : 0;
    return (form){.shape = PREFIX,
                  .op = float_type(n->sort),
                  .level = P_UNARY,
                  .n = 1,
                  .child = {{n->a, r, AS_IS}}};
  }
  }
}

static form describe(const printer *p, child c) {
  switch (sort_kind(p->s, c.t)) {
  case AZ_SORT_BOOL: return describe_bool(p, c.t, c.reading == NEGATED);
  case AZ_SORT_BV: return describe_bv(p, c.t, c.reading);
  default: return describe_other(p, c.t);
  }
}

/* ---- constants ---- */

static void decimal(u128 v, char *text) {
  char digits[48];
  int n = 0;
  do digits[n++] = (char)('0' + (int)(v % 10));
  while (v /= 10);
  while (n) *text++ = digits[--n];
  *text = 0;
}

/* A bit-vector constant as a C literal; its C width. */
static uint32_t literal(const az_store *s, child c, char *text, size_t size, precedence *level) {
  uint32_t w = width_of(s, c.t);
  *level = P_ATOM;
  if (w > 128) {
    const uint64_t *limbs = az_const_limbs(s, c.t);
    size_t at = (size_t)snprintf(text, size, "0x");
    bool any = false;
    for (uint32_t i = limbs_of(w); i-- > 0;) {
      if (!any && !limbs[i] && i) continue;
      if (at + 17 < size)
        at += (size_t)snprintf(text + at, size - at, any ? "%016" PRIx64 : "%" PRIx64, limbs[i]);
      any = true;
    }
    return 128;
  }
  u128 v = bv_value(s, c.t);
  if (c.tweak == MINUS) v = -v;
  if (c.tweak == PREDECESSOR) v = v - 1;
  if (c.tweak == COMPLEMENT) v = ~v;
  v &= mask128(w);
  bool is_signed = c.reading != UNSIGNED, negative = is_signed && to_signed(v, w) < 0;
  u128 size_of = negative ? -(u128)to_signed(v, w) : v;
  uint32_t c_width = 32;
  if (is_signed)
    c_width = size_of < (u128)1 << 31 ? 32 : size_of < (u128)1 << 63 ? 64 : 128;
  else
    c_width = size_of < (u128)1 << 32 ? 32 : size_of < (u128)1 << 64 ? 64 : 128;
  bool least =
      negative && (w == 32 || w == 64) && size_of == (u128)1 << (w - 1); /* no literal for it */
  if (least) {
    c_width = w;
    size_of--;
  }
  if (c_width == 128) { /* C has no literal of this type: a shift */
    *level = P_ATOM;
    snprintf(text, size, "%s((%s__int128)%" PRIu64 "u%s << 64 | %" PRIu64 "uLL)",
             negative ? "-" : "", is_signed ? "" : "unsigned ", (uint64_t)(size_of >> 64),
             size_of >> 96 ? "LL" : "", (uint64_t)size_of);
    if (negative) *level = P_UNARY;
    return 128;
  }
  char digits[48];
  decimal(size_of, digits);
  const char *suffix = c_width == 32 ? (is_signed ? "" : "u") : (is_signed ? "LL" : "uLL");
  snprintf(text, size, "%s%s%s%s%s", least ? "(" : "", negative ? "-" : "", digits, suffix,
           least ? (w == 32 ? " - 1)" : " - 1LL)") : "");
  if (negative && !least) *level = P_UNARY;
  return c_width;
}

/* ---- C types and conversions ---- */

static look look_of(printer *p, child c) {
  return hmget(p->looks, key_of(c));
}

/* Is the arithmetic of these operands unsigned by itself? */
static bool unsigned_anyway(const look *a, const look *b, uint32_t wide) {
  return (a->c_width == wide && a->is_unsigned) || (b && b->c_width == wide && b->is_unsigned);
}

/* What the text of a term would have that C has not, or that is not defined for all values. */
static const char *beyond_c(const printer *p, child c, const form *f, const look *l) {
  const az_store *s = p->s;
  const node *n = node_of(s, c.t);
  az_sort_kind sort = sort_kind(s, c.t);
  if (sort != AZ_SORT_BOOL && sort != AZ_SORT_BV) return "floats";
  if (l->c_width > 64) return "numbers of more than 64 bits";
  if (l->conversion == SHIFTS) return "signed numbers of an odd width";
  if (f->shape == CALL || f->shape == INDEX) return "what is no operator of C";
  if (sort != AZ_SORT_BV) return NULL;
  switch (n->kind) {
  case AZ_K_BV_UDIV:
  case AZ_K_BV_UREM:
  case AZ_K_BV_SDIV:
  case AZ_K_BV_SREM: {
    bool fine = is_const(s, n->b) && !bv_is_zero(s, n->b);
    bool minus = fine && width_of(s, n->b) <= 64 && bv_value(s, n->b) == mask128(width_of(s, n->b));
    return fine && !minus ? NULL : "a division that may not be defined";
  }
  case AZ_K_BV_SHL:
  case AZ_K_BV_LSHR:
  case AZ_K_BV_ASHR:
  case AZ_K_CONCAT:
  case AZ_K_F_TO_SBV:
  case AZ_K_F_TO_UBV:
  case AZ_K_F_TO_BITS: return "shifts and conversions that may not be defined";
  default: return NULL;
  }
}

static look settle(printer *p, child c, const form *f) {
  const az_store *s = p->s;
  az_sort_kind sort = sort_kind(s, c.t);
  look l = {.level = f->level, .c_width = f->c_width, .is_unsigned = f->is_unsigned};
  reading gives = f->gives;
  uint32_t w = width_of(s, c.t);
  look k[3] = {{0}};
  for (uint32_t i = 0; i < f->n; i++) k[i] = look_of(p, f->child[i]);
  if (sort == AZ_SORT_BOOL) l.c_width = 32; /* int */
  if (f->shape == SAME)
    l = (look){.level = k[0].level, .c_width = k[0].c_width, .is_unsigned = k[0].is_unsigned};
  if (f->shape == CONSTANT && sort == AZ_SORT_BV) {
    char text[1200];
    l.c_width = literal(s, c, text, sizeof text, &l.level);
    l.is_unsigned = c.reading == UNSIGNED;
    l.raw_level = l.level;
    return l;
  }
  if (sort == AZ_SORT_BV && f->n &&
      (f->shape == INFIX || f->shape == CHOICE || (f->shape == PREFIX && !f->is_integer) ||
       (f->shape == CALL && !f->op))) {
    /* the usual arithmetic conversions; of a shift: the left operand alone */
    uint32_t first = f->shape == CHOICE, second = f->shape == CHOICE ? 2 : f->n - 1;
    bool shift = f->level == P_SHIFT && f->op;
    bool both = second > first && !shift;
    uint32_t wide = k[first].c_width;
    if (f->shape == CALL)
      both = false; /* concat: the high part is shifted, and must be wide enough on its own */
    if (both && k[second].c_width > wide) wide = k[second].c_width;
    az_kind kind = kind_of(s, c.t);
    bool arithmetic = kind == AZ_K_BV_ADD || kind == AZ_K_BV_MUL || kind == AZ_K_BV_NEG;
    bool wraps = p->defined && arithmetic && gives == MODULO &&
                 !unsigned_anyway(&k[first], both ? &k[second] : NULL, wide);
    if (wide < f->container || wraps) {
      l.cast_child = true;
      wide = wide < f->container ? f->container : wide;
      k[first].c_width = wide;
      k[first].is_unsigned = gives == UNSIGNED || wraps;
      l.operand_width = wide;
      l.operand_unsigned = k[first].is_unsigned;
    }
    l.c_width = wide;
    l.is_unsigned = k[first].c_width == wide && k[first].is_unsigned;
    if ((both || f->shape == CALL) && k[second].c_width == wide)
      l.is_unsigned |= k[second].is_unsigned;
  }
  l.raw_level = l.level;
  if (sort != AZ_SORT_BV) return l;
  if (gives == MODULO && is_native(w) && l.c_width == w) gives = l.is_unsigned ? UNSIGNED : SIGNED;
  /* an exact value of the wrong C type */
  if (c.reading == SIGNED && gives == SIGNED && l.is_unsigned)
    gives = l.c_width == w ? UNSIGNED : MODULO;
  if (c.reading == UNSIGNED && gives == UNSIGNED && !l.is_unsigned && l.c_width == w && f->n == 2)
    gives = SIGNED;
  if (c.reading == MODULO || gives == c.reading) return l;
  if (gives == NONNEG && (c.reading == UNSIGNED || !l.is_unsigned)) return l;
  if (gives == NONNEG || is_native(w)) {
    l.conversion = CAST;
    l.level = P_UNARY;
    l.cast_width = is_native(w) ? w : container_of(w);
    l.cast_unsigned = c.reading == UNSIGNED;
    l.c_width = container_of(l.cast_width);
    l.is_unsigned = l.cast_unsigned && l.cast_width >= 32;
  } else if (c.reading == UNSIGNED) {
    l.conversion = MASK;
    l.level = P_BITAND;
    if (l.c_width < container_of(w)) l.c_width = container_of(w);
  } else {
    l.conversion = SHIFTS;
    l.level = P_SHIFT;
    l.cast_width = l.c_width = l.c_width > container_of(w) ? l.c_width : container_of(w);
    l.is_unsigned = false;
  }
  return l;
}

/* Looks of everything that the text of `root` consists of. */
static void look_all(printer *p, child root) {
  child *stack = NULL;
  arrput(stack, root);
  while (arrlenu(stack)) {
    child c = arrlast(stack);
    if (hmgeti(p->looks, key_of(c)) >= 0) {
      (void)arrpop(stack);
      continue;
    }
    form f = describe(p, c);
    bool ready = true;
    for (uint32_t i = 0; i < f.n; i++)
      if (hmgeti(p->looks, key_of(f.child[i])) < 0) {
        arrput(stack, f.child[i]);
        ready = false;
      }
    if (!ready) continue;
    (void)arrpop(stack);
    look l = settle(p, c, &f);
    if (p->defined && !p->beyond) p->beyond = beyond_c(p, c, &f, &l);
    hmput(p->looks, key_of(c), l);
  }
  arrfree(stack);
}

/* ---- text ---- */

typedef struct task {
  bool is_text;
  char text[44]; /* fixed parts; longer ones go to the output at once */
  child c;
  precedence least;
} task;

static void put(printer *p, const char *text) {
  size_t n = strlen(text);
  memcpy(arraddnptr(p->text, n), text, n);
}

/* Tasks are pushed in the order of the text into `list`, then reversed onto the stack. */
typedef struct task_list {
  task task[12];
  uint32_t n;
} task_list;

__attribute__((format(printf, 2, 3))) static void text(task_list *l, const char *format, ...) {
  task *t = &l->task[l->n++];
  t->is_text = true;
  va_list args;
  va_start(args, format);
  vsnprintf(t->text, sizeof t->text, format, args);
  va_end(args);
}

static void sub(task_list *l, child c, precedence least) {
  l->task[l->n++] = (task){.c = c, .least = least};
}

/* The first operand, widened if the operation needs it. */
static void first(task_list *l, const look *k, child c, precedence least) {
  if (k->cast_child) text(l, "(%s)", type_name(k->operand_width, k->operand_unsigned));
  sub(l, c, k->cast_child ? P_UNARY : least);
}

static void put_raw(printer *p, task_list *l, const look *k, const form *f, child c) {
  const az_store *s = p->s;
  const node *n = node_of(s, c.t);
  bool associative;
  switch (f->shape) {
  case NAME:
  case CONSTANT: break; /* written by the caller */
  case SAME: sub(l, f->child[0], 0); break;
  case PREFIX:
    if (n->kind == AZ_K_EXTRACT) {
      sub(l, f->child[0], P_SHIFT);
      text(l, " >> %" PRIu32, n->c);
      break;
    }
    if (f->op)
      text(l, "%s", f->op);
    else
      text(l, "(%s)", type_name(f->c_width, f->is_unsigned));
    if (f->op && f->op[0] == '-' && !k->cast_child)
      sub(l, f->child[0], P_ATOM); /* no "--" */
    else
      first(l, k, f->child[0], P_UNARY);
    break;
  case INFIX:
    associative =
        f->level == P_AND || f->level == P_OR || (f->level >= P_BITOR && f->level <= P_BITAND);
    first(l, k, f->child[0], f->level);
    text(l, "%s", f->op);
    sub(l, f->child[1], associative ? f->level : f->level + 1);
    break;
  case CHOICE:
    sub(l, f->child[0], P_TERNARY + 1);
    text(l, " ? ");
    first(l, k, f->child[1], P_TERNARY + 1);
    text(l, " : ");
    sub(l, f->child[2], P_TERNARY);
    break;
  case INDEX:
    sub(l, f->child[0], P_ATOM);
    text(l, "[");
    sub(l, f->child[1], 0);
    text(l, "]");
    break;
  case CALL:
    if (!f->op) { /* concat */
      first(l, k, f->child[0], P_SHIFT);
      text(l, " << %" PRIu32, width_of(s, n->b));
      if (bv_is_zero(s, n->b)) break;
      text(l, " | ");
      sub(l, f->child[1], P_BITOR);
      break;
    }
    text(l, "%s(", f->op);
    for (uint32_t i = 0; i < f->n; i++) {
      if (i) text(l, ", ");
      sub(l, f->child[i], 0);
    }
    text(l, ")");
    break;
  }
}

static void put_atom(printer *p, const form *f, child c) {
  char buffer[1200];
  precedence level;
  if (f->shape == NAME) {
    if (f->op)
      put(p, f->op);
    else
      put(p, p->name ? p->name(p->ctx, c.t) : az_var_name(p->s, c.t));
    return;
  }
  if (sort_kind(p->s, c.t) == AZ_SORT_BV)
    literal(p->s, c, buffer, sizeof buffer, &level);
  else if (!float_text(p->s, c.t, buffer, sizeof buffer)) {
    const uint64_t *limbs = az_const_limbs(p->s, c.t);
    uint32_t n = limbs_of(width_of(p->s, c.t));
    snprintf(buffer, sizeof buffer, "from_bits(0x%" PRIx64 "%016" PRIx64 ")", n > 1 ? limbs[1] : 0,
             limbs[0]);
  }
  put(p, buffer);
}

static void write_all(printer *p, child root) {
  task *stack = NULL, start = {.c = root};
  arrput(stack, start);
  while (arrlenu(stack)) {
    task t = arrpop(stack);
    if (arrlenu(p->text) > MAX_TEXT) {
      put(p, "...");
      break;
    }
    if (t.is_text) {
      put(p, t.text);
      continue;
    }
    form f = describe(p, t.c);
    look k = look_of(p, t.c);
    task_list l = {.n = 0};
    if (f.shape == SAME && k.conversion == KEEP) { /* as its operand */
      sub(&l, f.child[0], t.least);
    } else {
      uint32_t w = width_of(p->s, t.c.t);
      bool parentheses = k.level < t.least;
      precedence inside = k.conversion == CAST || k.conversion == SHIFTS ? P_UNARY
                          : k.conversion == MASK                         ? P_BITAND
                                                                         : 0;
      bool inner = k.raw_level < inside;
      if (parentheses) text(&l, "(");
      if (k.conversion == CAST || k.conversion == SHIFTS)
        text(&l, "(%s)", type_name(k.cast_width, k.conversion == CAST && k.cast_unsigned));
      if (inner) text(&l, "(");
      if (f.shape == NAME || f.shape == CONSTANT) {
        for (uint32_t i = 0; i < l.n; i++) put(p, l.task[i].text);
        l.n = 0;
        put_atom(p, &f, t.c);
      } else if (f.shape == SAME) {
        sub(&l, f.child[0], inner ? 0 : inside);
      } else {
        put_raw(p, &l, &k, &f, t.c);
      }
      if (inner) text(&l, ")");
      if (k.conversion == MASK) {
        char digits[48];
        decimal(mask128(w), digits);
        text(&l, w > 126 ? " & mask" : w > 63 ? " & (((__int128)1 << %" PRIu32 ") - 1)" : " & ", w);
        if (w <= 63) text(&l, "%s%s", digits, w > 31 ? "LL" : "");
      }
      if (k.conversion == SHIFTS && k.cast_width > w)
        text(&l, " << %" PRIu32 " >> %" PRIu32, k.cast_width - w, k.cast_width - w);
      if (parentheses) text(&l, ")");
    }
    while (l.n) arrput(stack, l.task[--l.n]);
  }
  arrfree(stack);
}

static char *print(printer *p, az_term t) {
  child root = {t, 0, AS_IS};
  if (sort_kind(p->s, t) == AZ_SORT_BV) root.reading = preferred(p, t);
  look_all(p, root);
  if (!p->beyond) write_all(p, root);
  if (p->defined && arrlenu(p->text) > MAX_TEXT) p->beyond = "too long a text";
  size_t n = arrlenu(p->text);
  char *copy = p->beyond ? NULL : az_malloc(n + 1);
  if (copy && n) memcpy(copy, p->text, n);
  if (copy) copy[n] = 0;
  arrfree(p->text);
  hmfree(p->looks);
  return copy;
}

char *az_print_c_typed(const az_store *s, az_term t, az_namer name, az_is_unsigned is_unsigned,
                       void *ctx) {
  printer p = {.s = s, .name = name, .is_unsigned = is_unsigned, .ctx = ctx};
  return print(&p, t);
}

char *az_print_c_defined(const az_store *s, az_term t, az_namer name, az_is_unsigned is_unsigned,
                         void *ctx, const char **beyond) {
  printer p = {.s = s, .name = name, .is_unsigned = is_unsigned, .ctx = ctx, .defined = true};
  char *text = print(&p, t);
  *beyond = p.beyond;
  return text;
}

char *az_print_c(const az_store *s, az_term t, az_namer name, void *ctx) {
  return az_print_c_typed(s, t, name, NULL, ctx);
}
