/* The C form of a term before conversions: an operator, a call or a name, with its operands and
 * their readings. The resulting reading may differ from the requested one. */
#include "expressions/print_c.h"

static const char *float_type(az_sort sort) {
  return az_sort_width(sort) <= 32   ? "(float)"
         : az_sort_width(sort) <= 64 ? "(double)"
                                     : "(long double)";
}

static bool var_is_unsigned(const printer *p, az_term var) {
  return p->is_unsigned && p->is_unsigned(p->ctx, var);
}

/* Returns whether the array is a version of a variable with unsigned elements. */
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

reading c_preferred(const printer *p, az_term t) {
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

static form prefix(const char *op, precedence level, az_term a, reading r) {
  return (form){.shape = PREFIX, .op = op, .level = level, .n = 1, .child = {{a, r, AS_IS}}};
}

/* Returns the form of a term that is printed as its operand alone. */
static form same_as(az_term a, reading r, reading gives) {
  return (form){.shape = SAME, .n = 1, .child = {{a, r, AS_IS}}, .gives = gives};
}

static form choice(const node *n, reading r) {
  return (form){.shape = CHOICE,
                .level = P_TERNARY,
                .n = 3,
                .child = {{n->a, PLAIN, AS_IS}, {n->b, r, AS_IS}, {n->c, r, AS_IS}},
                .gives = r};
}

static form element(const printer *p, const node *select) {
  return (form){.shape = INDEX,
                .level = P_ATOM,
                .n = 2,
                .child = {{select->a, 0, AS_IS}, {select->b, c_preferred(p, select->b), AS_IS}}};
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
  case AZ_K_NOT: return same_as(n->a, negated ? PLAIN : NEGATED, MODULO);
  case AZ_K_AND:
    return infix(negated ? " || " : " && ", negated ? P_OR : P_AND, n->a, same, n->b, same);
  case AZ_K_ITE: return choice(n, same);
  case AZ_K_EQ:
    switch (sort_kind(s, n->a)) {
    case AZ_SORT_BOOL: return infix(negated ? " != " : " == ", P_EQUAL, n->a, PLAIN, n->b, PLAIN);
    case AZ_SORT_BV:
      r = c_preferred(p, n->a);
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
    if (!negated && is_const(s, n->b) && !bv_is_zero(s, n->b)) { /* prefers <= and >= */
      f.op = " <= ";
      f.child[1].tweak = PREDECESSOR;
    }
    return f;
  case AZ_K_F_LT:
  case AZ_K_F_LE:
  case AZ_K_F_EQ:
    if (negated) return prefix("!", P_UNARY, t, PLAIN);
    return infix(n->kind == AZ_K_F_LT   ? " < "
                 : n->kind == AZ_K_F_LE ? " <= "
                                        : " == ",
                 n->kind == AZ_K_F_EQ ? P_EQUAL : P_COMPARE, n->a, 0, n->b, 0);
  case AZ_K_F_IS_NAN: return call(negated ? "!isnan" : "isnan", 1, n->a, 0, 0);
  case AZ_K_F_IS_INF: return call(negated ? "!isinf" : "isinf", 1, n->a, 0, 0);
  default: /* variable, element of an array */
    if (negated) return prefix("!", P_UNARY, t, PLAIN);
    if (n->kind == AZ_K_SELECT) return element(p, n);
    return (form){.shape = NAME, .level = P_ATOM};
  }
}

/* Returns whether the exact result over exact operands fits. */
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

/* Describes not(and(not a, not b)) as a | b. */
static bool describe_or(const az_store *s, const node *n, reading r, form *f) {
  n = node_of(s, n->a);
  if (n->kind != AZ_K_BV_AND) return false;
  const node *a = node_of(s, n->a), *b = node_of(s, n->b);
  if (a->kind != AZ_K_BV_NOT || (b->kind != AZ_K_BV_NOT && b->kind != AZ_K_CONST)) return false;
  *f = infix(" | ", P_BITOR, a->a, r, b->kind == AZ_K_CONST ? n->b : b->a, r);
  if (b->kind == AZ_K_CONST) f->child[1].tweak = COMPLEMENT;
  return true;
}

/* Describes sums, products and negations: exact if they cannot wrap, else modulo. */
static form describe_arithmetic(const az_store *s, az_term t, reading r) {
  const node *n = node_of(s, t);
  reading inner = is_exact(s, t, r) ? r : MODULO;
  form f = n->kind == AZ_K_BV_NEG   ? prefix("-", P_UNARY, n->a, inner)
           : n->kind == AZ_K_BV_MUL ? infix(" * ", P_PRODUCT, n->a, inner, n->b, inner)
                                    : describe_sum(s, n, inner);
  f.gives = inner;
  f.container = container_of(az_sort_width(n->sort));
  return f;
}

static form describe_division(const node *n, reading r) {
  bool is_quotient = n->kind == AZ_K_BV_UDIV || n->kind == AZ_K_BV_SDIV;
  form f = infix(is_quotient ? " / " : " % ", P_PRODUCT, n->a, r, n->b, r);
  f.gives = r;
  f.container = container_of(az_sort_width(n->sort));
  return f;
}

/* Describes low bits as the term itself, modulo a power of two, and other bits as x >> low. */
static form describe_extract(const printer *p, const node *n, reading r) {
  form f = same_as(n->a, MODULO, MODULO);
  f.is_integer = true;
  if (n->c == 0) return f;
  bool top = n->b + 1 == width_of(p->s, n->a);
  reading inner = top && r != MODULO ? r : c_preferred(p, n->a);
  f = prefix(NULL, P_SHIFT, n->a, inner);
  f.gives = top ? inner : MODULO;
  return f;
}

static form describe_choice(const az_store *s, const node *n, reading r) {
  bool is_number = az_sort_width(n->sort) > 1;
  if (is_number && bv_is_zero(s, n->c) && bv_is_value(s, n->b, 1))
    return same_as(n->a, PLAIN, NONNEG);
  if (is_number && bv_is_zero(s, n->b) && bv_is_value(s, n->c, 1))
    return same_as(n->a, NEGATED, NONNEG);
  form f = choice(n, r);
  f.container = r == MODULO ? container_of(az_sort_width(n->sort)) : 0;
  return f;
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
    f = element(p, n);
    f.is_integer = true;
    f.c_width = container;
    f.gives = array_is_unsigned(p, n->a) ? UNSIGNED : SIGNED;
    f.is_unsigned = f.gives == UNSIGNED && w >= 32;
    return f;
  case AZ_K_BV_ADD:
  case AZ_K_BV_MUL:
  case AZ_K_BV_NEG: return describe_arithmetic(s, t, r);
  case AZ_K_BV_NOT:
    if (!describe_or(s, n, r, &f)) f = prefix("~", P_UNARY, n->a, r == SIGNED ? r : MODULO);
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
  case AZ_K_BV_UREM: return describe_division(n, UNSIGNED);
  case AZ_K_BV_SDIV:
  case AZ_K_BV_SREM: return describe_division(n, SIGNED);
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
    f.shape = CALL; /* high << width of low | low: printed by put_raw */
    f.op = NULL;
    f.level = bv_is_zero(s, n->b) ? P_SHIFT : P_BITOR;
    f.n = 2;
    f.child[0] = (child){n->a, r, AS_IS};
    f.child[1] = (child){n->b, UNSIGNED, AS_IS};
    f.gives = r;
    f.container = container;
    return f;
  case AZ_K_EXTRACT: return describe_extract(p, n, r);
  case AZ_K_ZEXT: return same_as(n->a, UNSIGNED, NONNEG);
  case AZ_K_SEXT: return same_as(n->a, SIGNED, SIGNED);
  case AZ_K_ITE: return describe_choice(s, n, r);
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
  bool directed = az_rounds(n->kind) && n->kind != AZ_K_F_ROUND_INT && az_round_mode(s, t);
  if (directed) return call(az_kind_name(n->kind), n->arity, n->a, n->b, 0); /* C lacks it */
  switch (n->kind) {
  case AZ_K_CONST: return (form){.shape = CONSTANT, .level = P_UNARY};
  case AZ_K_VAR: return (form){.shape = NAME, .level = P_ATOM};
  case AZ_K_ITE: return choice(n, 0);
  case AZ_K_SELECT: return element(p, n);
  case AZ_K_STORE: {
    form f = call("store", 3, n->a, n->b, n->c);
    f.child[1].reading = c_preferred(p, n->b);
    if (sort_kind(s, n->c) == AZ_SORT_BV) f.child[2].reading = c_preferred(p, n->c);
    return f;
  }
  case AZ_K_SPLICE: return call("splice", 3, n->a, n->b, n->c);
  case AZ_K_CONST_ARRAY: {
    form f = call("all", 1, n->a, 0, 0);
    if (sort_kind(s, n->a) == AZ_SORT_BV) f.child[0].reading = c_preferred(p, n->a);
    return f;
  }
  case AZ_K_F_NEG: return prefix("-", P_UNARY, n->a, 0);
  case AZ_K_F_ABS: return call("fabs", 1, n->a, 0, 0);
  case AZ_K_F_SQRT: return call("sqrt", 1, n->a, 0, 0);
  case AZ_K_F_REM: return call("remainder", 2, n->a, n->b, 0);
  case AZ_K_F_FMA: return call("fma", 3, n->a, n->b, n->c);
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
    return prefix(float_type(n->sort), P_UNARY, n->a, r);
  }
  }
}

form c_form(const printer *p, child c) {
  switch (sort_kind(p->s, c.t)) {
  case AZ_SORT_BOOL: return describe_bool(p, c.t, c.reading == NEGATED);
  case AZ_SORT_BV: return describe_bv(p, c.t, c.reading);
  default: return describe_other(p, c.t);
  }
}
