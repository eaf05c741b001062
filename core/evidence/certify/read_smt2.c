/* A recursive descent parser. One table has the number of operands of each operator and their
 * sorts, so that constructors, which assert these, never get other operands. */
#include "certify/read_smt2.h"
#include "ansatz/arena.h"
#include <ctype.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NESTING = 4000, MAX_OPERANDS = 3, MAX_INDICES = 2 };

typedef struct binding {
  const char *name;
  az_term term;
} binding;

typedef struct reader {
  az_store *s;
  const char *at;
  az_smt2_symbol symbol;
  void *ctx;
  az_error *err;
  az_arena *arena;
  binding *bound; /* stb_ds: of the enclosing lets */
  uint32_t nesting;
} reader;

static az_term wrong(reader *r, const char *what) {
  if (r->err->status == AZ_OK)
    az_fail(r->err, AZ_ERR_INPUT, "not an SMT-LIB expression of Ansatz: %s at '%.20s'", what,
            r->at);
  return AZ_NO_TERM;
}

/* ---- tokens ---------------------------------------------------------------------------------- */

static void skip_blanks(reader *r) {
  while (isspace((unsigned char)*r->at)) r->at++;
}

static bool takes(reader *r, char c) {
  skip_blanks(r);
  if (*r->at != c) return false;
  r->at++;
  return true;
}

static bool wants(reader *r, char c) {
  if (takes(r, c)) return true;
  wrong(r, c == '(' ? "'(' is missing" : "')' is missing");
  return false;
}

/* Reads a symbol, a number or a constant; drops quotes. Returns NULL if there is none. */
static const char *read_word(reader *r) {
  skip_blanks(r);
  const char *from = r->at;
  if (*from == '|') {
    const char *end = strchr(++from, '|');
    if (!end) return wrong(r, "an unterminated quote"), NULL;
    r->at = end + 1;
    return az_arena_printf(r->arena, "%.*s", (int)(end - from), from);
  }
  while (*r->at && !isspace((unsigned char)*r->at) && !strchr("()|", *r->at)) r->at++;
  if (r->at == from) return wrong(r, "a symbol is missing"), NULL;
  return az_arena_printf(r->arena, "%.*s", (int)(r->at - from), from);
}

static bool is_word(reader *r, const char *text) {
  const char *w = read_word(r);
  if (w && !strcmp(w, text)) return true;
  wrong(r, "another symbol is wanted");
  return false;
}

static bool number(reader *r, uint32_t least, uint32_t most, uint32_t *value) {
  const char *w = read_word(r);
  char *end = NULL;
  unsigned long n = w ? strtoul(w, &end, 10) : 0;
  if (!w || !isdigit((unsigned char)*w) || *end || n < least || n > most) {
    wrong(r, "a number out of range");
    return false;
  }
  *value = (uint32_t)n;
  return true;
}

/* ---- sorts and constants --------------------------------------------------------------------- */

static bool float_sort(reader *r, uint32_t e, uint32_t m, az_sort *sort) {
  if (e < 2 || e > 15 || m < 2 || m > 113) return wrong(r, "no float sort"), false;
  *sort = az_sort_float(e, m);
  return true;
}

/* "(_ BitVec 8)", "(_ FloatingPoint 8 24)", "(Array (_ BitVec 64) ...)". */
static bool sort_of_text(reader *r, az_sort *sort) {
  const char *kind;
  uint32_t a, b;
  if (!wants(r, '(') || !(kind = read_word(r))) return false;
  if (!strcmp(kind, "Array")) {
    az_sort index, element;
    if (!sort_of_text(r, &index) || !sort_of_text(r, &element)) return false;
    if (az_sort_kind_of(index) != AZ_SORT_BV || az_sort_width(index) > 1023 ||
        az_sort_kind_of(element) == AZ_SORT_ARRAY)
      return wrong(r, "no array sort"), false;
    *sort = az_sort_array(az_sort_width(index), element);
    return wants(r, ')');
  }
  if (strcmp(kind, "_") || !(kind = read_word(r))) return wrong(r, "no sort"), false;
  if (!strcmp(kind, "BitVec")) {
    if (!number(r, 1, AZ_MAX_WIDTH, &a)) return false;
    *sort = az_sort_bv(a);
  } else if (strcmp(kind, "FloatingPoint") || !number(r, 2, 15, &a) || !number(r, 2, 113, &b) ||
             !float_sort(r, a, b, sort)) {
    return wrong(r, "no sort"), false;
  }
  return wants(r, ')');
}

/* "#x0f", "#b101". */
static az_term bits(reader *r, const char *text) {
  uint64_t limbs[AZ_MAX_WIDTH / 64] = {0};
  uint32_t each = text[1] == 'x' ? 4 : 1, width = each * (uint32_t)strlen(text + 2);
  if ((text[1] != 'x' && text[1] != 'b') || !width || width > AZ_MAX_WIDTH)
    return wrong(r, "no constant");
  for (uint32_t low = width, i = 2; low; i++) {
    low -= each;
    int c = text[i];
    uint64_t digit = (uint64_t)(isdigit(c) ? c - '0' : tolower(c) - 'a' + 10);
    if (!isxdigit(c) || digit >= UINT64_C(1) << each) return wrong(r, "no constant");
    for (uint32_t b = 0; b < each; b++) limbs[(low + b) / 64] |= (digit >> b & 1) << (low + b) % 64;
  }
  return az_bv_limbs(r->s, width, limbs);
}

/* ---- operators ------------------------------------------------------------------------------- */

typedef enum operands {
  BOOLS,  /* all bool */
  SAME,   /* two of equal sorts, or three: bool and two of equal sorts */
  BVS,    /* bit-vectors of one width */
  BV_ANY, /* bit-vectors */
  FLOATS, /* floats of one sort */
  ARRAY,  /* an array, an index, an element */
  EITHER  /* a bit-vector or a float */
} operands;

typedef struct operation {
  const char *name;
  uint8_t count, indices;
  bool rounds; /* a rounding mode is the first operand */
  operands sorts;
  az_kind kind;
} operation;

static const operation table[] = {
    {"not", 1, 0, false, BOOLS, AZ_K_NOT},
    {"and", 2, 0, false, BOOLS, AZ_K_AND},
    {"=", 2, 0, false, SAME, AZ_K_EQ},
    {"ite", 3, 0, false, SAME, AZ_K_ITE},
    {"bvnot", 1, 0, false, BVS, AZ_K_BV_NOT},
    {"bvneg", 1, 0, false, BVS, AZ_K_BV_NEG},
    {"bvand", 2, 0, false, BVS, AZ_K_BV_AND},
    {"bvxor", 2, 0, false, BVS, AZ_K_BV_XOR},
    {"bvadd", 2, 0, false, BVS, AZ_K_BV_ADD},
    {"bvmul", 2, 0, false, BVS, AZ_K_BV_MUL},
    {"bvudiv", 2, 0, false, BVS, AZ_K_BV_UDIV},
    {"bvurem", 2, 0, false, BVS, AZ_K_BV_UREM},
    {"bvsdiv", 2, 0, false, BVS, AZ_K_BV_SDIV},
    {"bvsrem", 2, 0, false, BVS, AZ_K_BV_SREM},
    {"bvshl", 2, 0, false, BVS, AZ_K_BV_SHL},
    {"bvlshr", 2, 0, false, BVS, AZ_K_BV_LSHR},
    {"bvashr", 2, 0, false, BVS, AZ_K_BV_ASHR},
    {"bvult", 2, 0, false, BVS, AZ_K_BV_ULT},
    {"bvslt", 2, 0, false, BVS, AZ_K_BV_SLT},
    {"concat", 2, 0, false, BV_ANY, AZ_K_CONCAT},
    {"extract", 1, 2, false, BV_ANY, AZ_K_EXTRACT},
    {"zero_extend", 1, 1, false, BV_ANY, AZ_K_ZEXT},
    {"sign_extend", 1, 1, false, BV_ANY, AZ_K_SEXT},
    {"select", 2, 0, false, ARRAY, AZ_K_SELECT},
    {"store", 3, 0, false, ARRAY, AZ_K_STORE},
    {"fp.neg", 1, 0, false, FLOATS, AZ_K_F_NEG},
    {"fp.abs", 1, 0, false, FLOATS, AZ_K_F_ABS},
    {"fp.add", 2, 0, true, FLOATS, AZ_K_F_ADD},
    {"fp.mul", 2, 0, true, FLOATS, AZ_K_F_MUL},
    {"fp.div", 2, 0, true, FLOATS, AZ_K_F_DIV},
    {"fp.rem", 2, 0, false, FLOATS, AZ_K_F_REM},
    {"fp.fma", 3, 0, true, FLOATS, AZ_K_F_FMA},
    {"fp.sqrt", 1, 0, true, FLOATS, AZ_K_F_SQRT},
    {"fp.lt", 2, 0, false, FLOATS, AZ_K_F_LT},
    {"fp.leq", 2, 0, false, FLOATS, AZ_K_F_LE},
    {"fp.eq", 2, 0, false, FLOATS, AZ_K_F_EQ},
    {"fp.isNaN", 1, 0, false, FLOATS, AZ_K_F_IS_NAN},
    {"fp.isInfinite", 1, 0, false, FLOATS, AZ_K_F_IS_INF},
    {"fp.roundToIntegral", 1, 0, true, FLOATS, AZ_K_F_ROUND_INT},
    {"fp.to_ieee_bv", 1, 0, false, FLOATS, AZ_K_F_TO_BITS},
    {"fp.to_sbv", 1, 1, true, FLOATS, AZ_K_F_TO_SBV},
    {"fp.to_ubv", 1, 1, true, FLOATS, AZ_K_F_TO_UBV},
    {"to_fp", 1, 2, true, EITHER, AZ_K_F_FROM_BITS}, /* with a mode: a conversion */
    {"to_fp_unsigned", 1, 2, true, BV_ANY, AZ_K_F_FROM_UBV},
};

typedef struct application {
  const operation *op;
  uint32_t index[MAX_INDICES];
  int mode; /* az_rounding; -1: not given */
  az_term of[MAX_OPERANDS];
} application;

static bool sorts_fit(const reader *r, const application *a) {
  uint32_t n = a->op->count;
  az_sort sort[MAX_OPERANDS] = {0};
  for (uint32_t i = 0; i < n; i++) sort[i] = az_sort_of(r->s, a->of[i]);
  az_sort_kind first = az_sort_kind_of(sort[0]);
  bool equal = true;
  for (uint32_t i = 1; i < n; i++) equal &= sort[i] == sort[0];
  switch (a->op->sorts) {
  case BOOLS: return equal && first == AZ_SORT_BOOL;
  case SAME:
    if (n == 3 && (first != AZ_SORT_BOOL || sort[1] != sort[2])) return false;
    return n == 3 || equal;
  case BVS: return equal && first == AZ_SORT_BV;
  case BV_ANY:
    for (uint32_t i = 0; i < n; i++)
      if (az_sort_kind_of(sort[i]) != AZ_SORT_BV) return false;
    return true;
  case FLOATS: return equal && first == AZ_SORT_FLOAT;
  case ARRAY:
    return first == AZ_SORT_ARRAY && sort[1] == az_sort_bv(az_sort_index_width(sort[0])) &&
           (n == 2 || sort[2] == az_sort_element(sort[0]));
  case EITHER: return first == AZ_SORT_BV || first == AZ_SORT_FLOAT;
  }
  return false;
}

static az_term to_float(reader *r, const application *a) {
  az_sort from = az_sort_of(r->s, a->of[0]), sort;
  if (!float_sort(r, a->index[0], a->index[1], &sort)) return AZ_NO_TERM;
  bool is_float = az_sort_kind_of(from) == AZ_SORT_FLOAT;
  az_kind kind = a->op->kind == AZ_K_F_FROM_UBV ? AZ_K_F_FROM_UBV
                 : is_float                     ? AZ_K_F_FROM_FLOAT
                                                : AZ_K_F_FROM_SBV;
  if (a->mode >= 0)
    return az_float_rounded(r->s, kind, (az_rounding)a->mode, a->of[0], AZ_NO_TERM, sort);
  if (is_float || az_sort_width(from) != az_sort_width(sort))
    return wrong(r, "bits of another width");
  return az_float_from_bits(r->s, a->of[0], sort);
}

static az_term widen(reader *r, const application *a) {
  uint32_t width = az_sort_width(az_sort_of(r->s, a->of[0])) + a->index[0];
  if (width > AZ_MAX_WIDTH) return wrong(r, "too wide");
  return a->op->kind == AZ_K_ZEXT ? az_zext(r->s, a->of[0], width) : az_sext(r->s, a->of[0], width);
}

static az_term build(reader *r, const application *a) {
  az_store *s = r->s;
  const az_term *of = a->of;
  uint32_t w = az_sort_width(az_sort_of(s, of[0]));
  az_sort width = a->op->indices == 1 && a->index[0] ? az_sort_bv(a->index[0]) : 0;
  switch (a->op->kind) {
  case AZ_K_NOT: return az_not(s, of[0]);
  case AZ_K_AND: return az_and(s, of[0], of[1]);
  case AZ_K_EQ: return az_eq(s, of[0], of[1]);
  case AZ_K_ITE: return az_ite(s, of[0], of[1], of[2]);
  case AZ_K_BV_NOT: return az_bv_not(s, of[0]);
  case AZ_K_BV_NEG: return az_bv_neg(s, of[0]);
  case AZ_K_BV_AND: return az_bv_and(s, of[0], of[1]);
  case AZ_K_BV_XOR: return az_bv_xor(s, of[0], of[1]);
  case AZ_K_BV_ADD: return az_bv_add(s, of[0], of[1]);
  case AZ_K_BV_MUL: return az_bv_mul(s, of[0], of[1]);
  case AZ_K_BV_UDIV: return az_bv_udiv(s, of[0], of[1]);
  case AZ_K_BV_UREM: return az_bv_urem(s, of[0], of[1]);
  case AZ_K_BV_SDIV: return az_bv_sdiv(s, of[0], of[1]);
  case AZ_K_BV_SREM: return az_bv_srem(s, of[0], of[1]);
  case AZ_K_BV_SHL: return az_bv_shl(s, of[0], of[1]);
  case AZ_K_BV_LSHR: return az_bv_lshr(s, of[0], of[1]);
  case AZ_K_BV_ASHR: return az_bv_ashr(s, of[0], of[1]);
  case AZ_K_BV_ULT: return az_bv_ult(s, of[0], of[1]);
  case AZ_K_BV_SLT: return az_bv_slt(s, of[0], of[1]);
  case AZ_K_CONCAT:
    if (w + az_sort_width(az_sort_of(s, of[1])) > AZ_MAX_WIDTH) return wrong(r, "too wide");
    return az_concat(s, of[0], of[1]);
  case AZ_K_EXTRACT:
    if (a->index[0] >= w || a->index[1] > a->index[0]) return wrong(r, "bits out of range");
    return az_extract(s, of[0], a->index[0], a->index[1]);
  case AZ_K_ZEXT:
  case AZ_K_SEXT: return widen(r, a);
  case AZ_K_SELECT: return az_select(s, of[0], of[1]);
  case AZ_K_STORE: return az_store_at(s, of[0], of[1], of[2]);
  case AZ_K_F_NEG:
  case AZ_K_F_ABS:
  case AZ_K_F_IS_NAN:
  case AZ_K_F_IS_INF: return az_float_unary(s, a->op->kind, of[0]);
  case AZ_K_F_REM:
  case AZ_K_F_LT:
  case AZ_K_F_LE:
  case AZ_K_F_EQ: return az_float_binary(s, a->op->kind, of[0], of[1]);
  case AZ_K_F_ADD:
  case AZ_K_F_MUL:
  case AZ_K_F_DIV:
  case AZ_K_F_SQRT:
  case AZ_K_F_ROUND_INT:
    return az_float_rounded(s, a->op->kind, (az_rounding)a->mode, of[0],
                            a->op->count > 1 ? of[1] : AZ_NO_TERM, az_sort_of(s, of[0]));
  case AZ_K_F_FMA: return az_float_fma(s, of[0], of[1], of[2]);
  case AZ_K_F_TO_BITS: return az_float_to_bits(s, of[0]);
  case AZ_K_F_TO_SBV:
  case AZ_K_F_TO_UBV:
    return width ? az_float_convert(s, a->op->kind, of[0], width) : wrong(r, "no width");
  default: return to_float(r, a);
  }
}

/* ---- expressions ----------------------------------------------------------------------------- */

static az_term expression(reader *r);

static int rounding(const char *name) {
  static const char *const modes[] = {"RNE", "RNA", "RTP", "RTN", "RTZ"};
  for (int i = 0; i < 5; i++)
    if (!strcmp(name, modes[i])) return i;
  return -1;
}

/* Returns whether the rounding mode is the one that the printer writes for this operator. */
static bool rounding_fits(const application *a) {
  switch (a->op->kind) {
  case AZ_K_F_TO_SBV:
  case AZ_K_F_TO_UBV: return a->mode == AZ_ROUND_ZERO;
  case AZ_K_F_FMA: return a->mode == AZ_ROUND_NEAREST_EVEN;
  case AZ_K_F_FROM_BITS: return true;
  default: return a->op->rounds == (a->mode >= 0);
  }
}

/* Reads the operands, up to the ')'. */
static az_term apply(reader *r, application *a) {
  a->mode = -1;
  skip_blanks(r);
  if (a->op->rounds && *r->at == 'R') {
    const char *mode = read_word(r);
    a->mode = mode ? rounding(mode) : -1;
  }
  if (!rounding_fits(a)) return wrong(r, "another rounding mode");
  for (uint32_t i = 0; i < a->op->count; i++)
    if (!(a->of[i] = expression(r))) return AZ_NO_TERM;
  if (!wants(r, ')')) return AZ_NO_TERM;
  return sorts_fit(r, a) ? build(r, a) : wrong(r, "sorts do not fit");
}

static const operation *operation_of(reader *r, const char *name, uint32_t indices) {
  for (size_t i = 0; name && i < sizeof table / sizeof *table; i++)
    if (!strcmp(table[i].name, name) && table[i].indices == indices) return &table[i];
  wrong(r, "an operator that is not known");
  return NULL;
}

static uint32_t indices_of(const char *name) {
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (!strcmp(table[i].name, name)) return table[i].indices;
  return 0;
}

/* Reads the text after "((", such as "_ extract 7 0) x)" or "as const SORT) x)". */
static az_term indexed(reader *r) {
  const char *first = read_word(r);
  application a = {.op = NULL};
  if (first && !strcmp(first, "as")) {
    az_sort sort;
    if (!is_word(r, "const") || !sort_of_text(r, &sort) || !wants(r, ')')) return AZ_NO_TERM;
    az_term element = expression(r);
    if (!element || !wants(r, ')')) return AZ_NO_TERM;
    if (az_sort_kind_of(sort) != AZ_SORT_ARRAY ||
        az_sort_of(r->s, element) != az_sort_element(sort))
      return wrong(r, "sorts do not fit");
    return az_const_array(r->s, az_sort_index_width(sort), element);
  }
  const char *name = first && !strcmp(first, "_") ? read_word(r) : NULL;
  uint32_t n = name ? indices_of(name) : 0;
  if (!n || !(a.op = operation_of(r, name, n))) return wrong(r, "no indexed operator");
  for (uint32_t i = 0; i < n; i++)
    if (!number(r, 0, AZ_MAX_WIDTH, &a.index[i])) return AZ_NO_TERM;
  return wants(r, ')') ? apply(r, &a) : AZ_NO_TERM;
}

/* Reads, after "(let": "((x e)) body)". */
static az_term let(reader *r) {
  if (!wants(r, '(') || !wants(r, '(')) return AZ_NO_TERM;
  binding b = {read_word(r), AZ_NO_TERM};
  if (!b.name || !(b.term = expression(r)) || !wants(r, ')') || !wants(r, ')')) return AZ_NO_TERM;
  arrput(r->bound, b);
  az_term body = expression(r);
  (void)arrpop(r->bound);
  return body && wants(r, ')') ? body : AZ_NO_TERM;
}

/* Reads the sign, exponent and significand after "(fp". */
static az_term float_constant(reader *r) {
  az_term part[3];
  for (int i = 0; i < 3; i++) {
    const char *w = read_word(r);
    if (!w || *w != '#' || !(part[i] = bits(r, w))) return wrong(r, "no float");
  }
  if (!wants(r, ')')) return AZ_NO_TERM;
  uint32_t e = az_sort_width(az_sort_of(r->s, part[1])),
           m = az_sort_width(az_sort_of(r->s, part[2])) + 1;
  az_sort sort;
  if (az_sort_width(az_sort_of(r->s, part[0])) != 1 || !float_sort(r, e, m, &sort))
    return wrong(r, "no float");
  az_term all = az_concat(r->s, az_concat(r->s, part[0], part[1]), part[2]);
  return az_float_bits(r->s, sort, az_const_limbs(r->s, all));
}

static az_term symbol(reader *r) {
  skip_blanks(r);
  bool quoted = *r->at == '|';
  const char *name = read_word(r);
  if (!name) return AZ_NO_TERM;
  if (!quoted) {
    if (!strcmp(name, "true")) return az_true(r->s);
    if (!strcmp(name, "false")) return az_false(r->s);
    if (*name == '#') return bits(r, name);
    for (size_t i = arrlenu(r->bound); i-- > 0;)
      if (!strcmp(r->bound[i].name, name)) return r->bound[i].term;
  }
  az_term t = r->symbol(r->ctx, name);
  if (!t && r->err->status == AZ_OK)
    az_fail(r->err, AZ_ERR_INPUT, "nothing is called '%s' here", name);
  return t;
}

static az_term compound(reader *r) {
  if (takes(r, '(')) return indexed(r);
  application a = {.op = NULL};
  const char *name = read_word(r);
  if (!name) return AZ_NO_TERM;
  if (!strcmp(name, "let")) return let(r);
  if (!strcmp(name, "fp")) return float_constant(r);
  a.op = operation_of(r, name, 0);
  return a.op ? apply(r, &a) : AZ_NO_TERM;
}

static az_term expression(reader *r) {
  if (r->nesting >= MAX_NESTING) return wrong(r, "nested too deeply");
  r->nesting++;
  az_term t = takes(r, '(') ? compound(r) : symbol(r);
  r->nesting--;
  return t;
}

az_term az_read_smt2(az_store *store, const char *text, az_smt2_symbol lookup, void *ctx,
                     az_error *err) {
  reader r = {
      .s = store, .at = text, .symbol = lookup, .ctx = ctx, .err = err, .arena = az_arena_new()};
  az_term t = expression(&r);
  skip_blanks(&r);
  if (t && *r.at) t = wrong(&r, "text after the expression");
  arrfree(r.bound);
  az_arena_free(r.arena);
  return t;
}
