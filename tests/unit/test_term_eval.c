/* Random differential test of the simplifying constructors: every operator over random operands,
 * widths 1 to 70 and beyond, against a direct evaluator on concrete values; each term under several
 * assignments, by evaluation and by substitution. */
#include "ansatz/term.h"
#include <check.h>
#include <fenv.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 u128;
__extension__ typedef __int128 i128;

enum { RUNS = 6, POOL = 400, CELLS = 8 }; /* assignments, terms of one store, cells of an array */

static uint64_t state = 1;
static uint64_t next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}
static uint32_t below(uint32_t n) {
  return (uint32_t)((next() >> 20) % n);
}

typedef struct value {
  u128 v;              /* bool, bv; bits of a float */
  uint8_t cell[CELLS]; /* array of bytes */
} value;

typedef struct entry {
  az_term t;
  int step, op; /* how it came about: the function and operator below, over which entries */
  struct entry *from[3];
  az_sort sort;
  value value[RUNS];
} entry;

static entry pool[POOL];
static uint32_t count, variables;
static az_store *s;

static u128 mask(uint32_t w) {
  return w >= 128 ? ~(u128)0 : ((u128)1 << w) - 1;
}
static i128 as_signed(u128 v, uint32_t w) {
  u128 sign = (u128)1 << (w - 1);
  return (i128)((v ^ sign) - sign);
}

static u128 interesting(uint32_t w) {
  u128 r = (u128)next() << 64 | next();
  switch (below(8)) {
  case 0: return 0;
  case 1: return 1 & mask(w);
  case 2: return mask(w);
  case 3: return (u128)1 << (w - 1);
  case 4: return mask(w) >> 1;
  case 5: return r & 7 & mask(w);
  case 6: return -(r & 7) & mask(w);
  default: return r & mask(w);
  }
}

static az_term constant(uint32_t w, u128 v) {
  uint64_t limbs[2] = {(uint64_t)v, (uint64_t)(v >> 64)};
  return az_bv_limbs(s, w, limbs);
}

static const az_sort array_sort = UINT32_C(1) << 31 | 3 << 16 | (AZ_SORT_BV | 8 << 3);

/* ---- reference ------------------------------------------------------------------------------- */

static u128 shift_right_signed(u128 a, u128 b, uint32_t w) {
  return (u128)(as_signed(a, w) >> (b >= w ? w - 1 : (uint32_t)b)) & mask(w);
}

static bool fits(i128 v, uint32_t w, bool is_signed) {
  if (!is_signed) return v >= 0 && (u128)v <= mask(w);
  return v >= -((i128)1 << (w - 1)) && v < (i128)1 << (w - 1);
}

enum {
  ADD,
  SUB,
  MUL,
  UDIV,
  UREM,
  SDIV,
  SREM,
  SHL,
  LSHR,
  ASHR,
  AND,
  OR,
  XOR,
  ULT,
  ULE,
  SLT,
  SLE,
  EQ,
  NE,
  ADD_S,
  ADD_U,
  SUB_S,
  SUB_U,
  MUL_S,
  MUL_U,
  BINARY_COUNT
};

static u128 reference(uint32_t op, u128 a, u128 b, uint32_t w) {
  i128 x = as_signed(a, w), y = as_signed(b, w), r;
  switch (op) {
  case ADD: return (a + b) & mask(w);
  case SUB: return (a - b) & mask(w);
  case MUL: return a * b & mask(w);
  case UDIV: return b ? a / b : mask(w);
  case UREM: return b ? a % b : a;
  case SDIV: return b ? (u128)(x / y) & mask(w) : x < 0 ? 1 : mask(w);
  case SREM: return b ? (u128)(x % y) & mask(w) : a;
  case SHL: return b >= w ? 0 : (a << (uint32_t)b) & mask(w);
  case LSHR: return b >= w ? 0 : a >> (uint32_t)b;
  case ASHR: return shift_right_signed(a, b, w);
  case AND: return a & b;
  case OR: return a | b;
  case XOR: return a ^ b;
  case ULT: return a < b;
  case ULE: return a <= b;
  case SLT: return x < y;
  case SLE: return x <= y;
  case EQ: return a == b;
  case NE: return a != b;
  case ADD_S: return !fits(x + y, w, true);
  case ADD_U: return a + b > mask(w);
  case SUB_S: return !fits(x - y, w, true);
  case SUB_U: return a < b;
  case MUL_S: return __builtin_mul_overflow(x, y, &r) || !fits(r, w, true);
  default: return a && b > mask(w) / a;
  }
}

static az_term build(uint32_t op, az_term a, az_term b) {
  static az_term (*const make[])(az_store *, az_term, az_term) = {
      az_bv_add, az_bv_sub,  az_bv_mul,  az_bv_udiv, az_bv_urem, az_bv_sdiv, az_bv_srem,
      az_bv_shl, az_bv_lshr, az_bv_ashr, az_bv_and,  az_bv_or,   az_bv_xor,  az_bv_ult,
      az_bv_ule, az_bv_slt,  az_bv_sle,  az_eq,      az_ne};
  switch (op) {
  case ADD_S: return az_add_overflows(s, a, b, true);
  case ADD_U: return az_add_overflows(s, a, b, false);
  case SUB_S: return az_sub_overflows(s, a, b, true);
  case SUB_U: return az_sub_overflows(s, a, b, false);
  case MUL_S: return az_mul_overflows(s, a, b, true);
  case MUL_U: return az_mul_overflows(s, a, b, false);
  default: return make[op](s, a, b);
  }
}

/* ---- the pool -------------------------------------------------------------------------------- */

static entry *pick(az_sort sort) {
  uint32_t at = below(count), recent = count > 40 && below(2) ? count - 40 : 0;
  if (recent) at = recent + below(40);
  for (uint32_t i = 0; i < count; i++, at = (at + 1) % count)
    if (pool[at].sort == sort) return &pool[at];
  return NULL;
}

static entry *pick_kind(az_sort_kind kind) {
  uint32_t at = below(count);
  for (uint32_t i = 0; i < count; i++, at = (at + 1) % count)
    if (az_sort_kind_of(pool[at].sort) == kind) return &pool[at];
  return NULL;
}

static int step_now, op_now;
static entry *from_now[3];

static entry *add(az_term t, az_sort sort) {
  ck_assert_uint_eq(az_sort_of(s, t), sort);
  entry *e = &pool[count++];
  *e = (entry){.t = t, .sort = sort, .step = step_now, .op = op_now};
  memcpy(e->from, from_now, sizeof from_now);
  return e;
}

static void note(int op, entry *x, entry *y, entry *z) {
  op_now = op;
  from_now[0] = x, from_now[1] = y, from_now[2] = z;
}

static void add_variable(az_sort sort) {
  char name[16];
  snprintf(name, sizeof name, "v%u", variables++);
  entry *e = add(az_var(s, sort, name), sort);
  for (int r = 0; r < RUNS; r++) {
    if (az_sort_kind_of(sort) != AZ_SORT_ARRAY) e->value[r].v = interesting(az_sort_width(sort));
    for (int i = 0; i < CELLS; i++) e->value[r].cell[i] = (uint8_t)interesting(8);
  }
}

static void add_constant(uint32_t w) {
  u128 v = interesting(w);
  entry *e = add(constant(w, v), az_sort_bv(w));
  for (int r = 0; r < RUNS; r++) e->value[r].v = v;
}

static void step_bool(void) {
  az_sort b = az_sort_bool();
  entry *x = pick(b), *y = pick(b), *z = pick(b), *e;
  uint32_t op = below(7);
  note((int)op, x, y, z);
  az_term t[] = {az_not(s, x->t),       az_and(s, x->t, y->t),     az_or(s, x->t, y->t),
                 az_xor(s, x->t, y->t), az_implies(s, x->t, y->t), az_ite(s, x->t, y->t, z->t),
                 az_eq(s, x->t, y->t)};
  e = add(t[op], b);
  for (int r = 0; r < RUNS; r++) {
    bool p = x->value[r].v, q = y->value[r].v, u = z->value[r].v;
    bool result[] = {!p, p && q, p || q, p != q, !p || q, p ? q : u, p == q};
    e->value[r].v = result[op];
  }
}

static void step_ite(void) {
  entry *c = pick(az_sort_bool()), *x = &pool[below(count)], *y = pick(x->sort), *e;
  note(0, c, x, y);
  e = add(az_ite(s, c->t, x->t, y->t), x->sort);
  for (int r = 0; r < RUNS; r++) e->value[r] = c->value[r].v ? x->value[r] : y->value[r];
}

static void step_unary(void) {
  entry *x = pick_kind(AZ_SORT_BV), *e;
  uint32_t w = az_sort_width(x->sort), op = below(6), high = below(w), low = below(high + 1),
           wider = w + below(12);
  if (wider > 70) wider = w;
  if (op == 5) x = pick(az_sort_bool());
  note((int)op, x, NULL, NULL);
  switch (op) {
  case 0: e = add(az_bv_not(s, x->t), x->sort); break;
  case 1: e = add(az_bv_neg(s, x->t), x->sort); break;
  case 2: e = add(az_extract(s, x->t, high, low), az_sort_bv(high - low + 1)); break;
  case 3: e = add(az_zext(s, x->t, wider), az_sort_bv(wider)); break;
  case 4: e = add(az_sext(s, x->t, wider), az_sort_bv(wider)); break;
  default: e = add(az_bool_to_bv(s, x->t, w), az_sort_bv(w));
  }
  for (int r = 0; r < RUNS; r++) {
    u128 v = x->value[r].v;
    u128 result[] = {~v & mask(w),
                     -v & mask(w),
                     v >> low & mask(high - low + 1),
                     v,
                     (u128)as_signed(v, w) & mask(wider),
                     v & 1};
    e->value[r].v = result[op];
  }
}

static void step_binary(void) {
  entry *x = pick_kind(AZ_SORT_BV), *y = pick(x->sort), *e;
  uint32_t w = az_sort_width(x->sort), op = below(BINARY_COUNT + 1);
  if (op == BINARY_COUNT) {
    y = pick_kind(AZ_SORT_BV);
    uint32_t low = az_sort_width(y->sort);
    if (w + low > 70) return;
    note((int)op, x, y, NULL);
    e = add(az_concat(s, x->t, y->t), az_sort_bv(w + low));
    for (int r = 0; r < RUNS; r++) e->value[r].v = x->value[r].v << low | y->value[r].v;
    return;
  }
  if (below(3) == 0) { /* with a constant */
    add_constant(w);
    y = &pool[count - 1];
    if (count == POOL) return;
    if (below(4) == 0) {
      entry *swap = x;
      x = y, y = swap;
    }
  }
  note((int)op, x, y, NULL);
  e = add(build(op, x->t, y->t), op >= ULT ? az_sort_bool() : x->sort);
  for (int r = 0; r < RUNS; r++) e->value[r].v = reference(op, x->value[r].v, y->value[r].v, w);
}

static void step_array(void) {
  entry *a = pick(array_sort), *i = pick(az_sort_bv(3)), *v = pick(az_sort_bv(8)),
        *b = pick(array_sort), *j = pick(az_sort_bv(3)), *c = pick(az_sort_bv(3)), *e;
  uint32_t op = below(6);
  note((int)op, a, i, v);
  switch (op) {
  case 0:
  case 1:
    e = add(az_store_at(s, a->t, i->t, v->t), array_sort);
    for (int r = 0; r < RUNS; r++) {
      e->value[r] = a->value[r];
      e->value[r].cell[i->value[r].v] = (uint8_t)v->value[r].v;
    }
    break;
  case 2:
    e = add(az_const_array(s, 3, v->t), array_sort);
    for (int r = 0; r < RUNS; r++) memset(e->value[r].cell, (int)v->value[r].v, CELLS);
    break;
  case 3:
    e = add(az_eq(s, a->t, b->t), az_sort_bool());
    for (int r = 0; r < RUNS; r++)
      e->value[r].v = !memcmp(a->value[r].cell, b->value[r].cell, CELLS);
    break;
  case 4:
    e = add(az_splice(s, a->t, b->t, i->t, c->t, j->t), array_sort);
    for (int r = 0; r < RUNS; r++) {
      e->value[r] = a->value[r];
      for (u128 k = 0; k < c->value[r].v; k++)
        e->value[r].cell[(i->value[r].v + k) % CELLS] =
            b->value[r].cell[(j->value[r].v + k) % CELLS];
    }
    break;
  default:
    e = add(az_select(s, a->t, i->t), az_sort_bv(8));
    for (int r = 0; r < RUNS; r++) e->value[r].v = a->value[r].cell[i->value[r].v];
  }
}

/* float, double: bits with every NaN the quiet one */
static u128 float_bits(double d, uint32_t w) {
  uint64_t bits = 0;
  if (isnan(d)) return w == 32 ? 0x7fc00000u : UINT64_C(0x7ff8000000000000);
  if (w == 32) {
    volatile double wide = d; /* rounded where this stands, in the direction that is set */
    volatile float rounded = (float)wide;
    float f = rounded;
    memcpy(&bits, &f, 4);
  } else
    memcpy(&bits, &d, 8);
  return bits;
}

static double host(u128 v, uint32_t w) {
  uint64_t bits = (uint64_t)v;
  double d;
  float f;
  memcpy(&f, &bits, 4);
  memcpy(&d, &bits, 8);
  return w == 32 ? f : d;
}

static void step_float(void) {
  uint32_t w = below(2) ? 32 : 64, other = 96 - w;
  az_sort sort = w == 32 ? az_sort_float(8, 24) : az_sort_float(11, 53), bits = az_sort_bv(w);
  az_sort other_sort = w == 32 ? az_sort_float(11, 53) : az_sort_float(8, 24);
  entry *x = pick(sort), *y = pick(sort), *v = pick(bits), *o = pick(other_sort), *e;
  static const az_kind binary[] = {AZ_K_F_ADD, AZ_K_F_MUL, AZ_K_F_DIV, AZ_K_F_REM,
                                   AZ_K_F_LT,  AZ_K_F_LE,  AZ_K_F_EQ};
  static const az_kind unary[] = {AZ_K_F_NEG, AZ_K_F_ABS, AZ_K_F_SQRT, AZ_K_F_IS_NAN,
                                  AZ_K_F_IS_INF};
  static const az_kind from[] = {AZ_K_F_FROM_SBV, AZ_K_F_FROM_UBV, AZ_K_F_FROM_FLOAT};
  static const az_rounding directions[] = {AZ_ROUND_NEAREST_EVEN, AZ_ROUND_UP, AZ_ROUND_DOWN,
                                           AZ_ROUND_ZERO};
  static const int host_directions[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  uint32_t op = below(21), towards = below(4);
  const az_rounding direction = directions[towards];
  bool rounds = op < 3 || op == 9 || (op >= 14 && op <= 16);
  if (!x || !y || !v || !o) return;
  bool from_bits = op == 12, test = (op >= 4 && op < 7) || op == 10 || op == 11, sum_f = w == 32;
  az_term t;
  switch (op) {
  default: t = az_float_binary(s, binary[op], x->t, y->t); break;
  case 0:
  case 1:
  case 2: t = az_float_rounded(s, binary[op], direction, x->t, y->t, sort); break;
  case 9: t = az_float_rounded(s, AZ_K_F_SQRT, direction, x->t, AZ_NO_TERM, sort); break;
  case 7:
  case 8:
  case 10:
  case 11: t = az_float_unary(s, unary[op - 7], x->t); break;
  case 12: t = az_float_from_bits(s, v->t, sort); break;
  case 13: t = az_float_to_bits(s, x->t); break;
  case 14:
  case 15:
  case 16:
    t = az_float_rounded(s, from[op - 14], direction, op == 16 ? o->t : v->t, AZ_NO_TERM, sort);
    break;
  case 17: t = az_float_round(s, x->t, (az_rounding)(count % 5)); break;
  case 20: t = az_float_fma(s, x->t, y->t, x->t); break;
  case 18:
  case 19:
    t = az_eq(s, x->t, y->t);
    test = true;
    break;
  }
  uint32_t mode = count % 5;
  note((int)op, x, y, v);
  e = add(t, test ? az_sort_bool() : op == 13 ? bits : sort);
  for (int r = 0; r < RUNS; r++) {
    volatile double p = host(x->value[r].v, w), q = host(y->value[r].v, w), z = 0;
    volatile uint64_t raw = (uint64_t)v->value[r].v;
    u128 b = 0;
    if (rounds) fesetround(host_directions[towards]);
    switch (op) {
    case 0: z = sum_f ? (float)p + (float)q : p + q; break;
    case 1: z = sum_f ? (float)p * (float)q : p * q; break;
    case 2: z = sum_f ? (float)p / (float)q : p / q; break;
    case 3: z = sum_f ? remainderf((float)p, (float)q) : remainder(p, q); break;
    case 4: b = p < q; break;
    case 5: b = p <= q; break;
    case 6: b = p == q; break;
    case 7: z = -p; break;
    case 8: z = fabs(p); break;
    case 9: z = sum_f ? sqrtf((float)p) : sqrt(p); break;
    case 10: b = isnan(p); break;
    case 11: b = isinf(p) != 0; break;
    case 12: z = host(raw, w); break;
    case 13: b = x->value[r].v; break;
    case 14: z = sum_f ? (float)(int32_t)raw : (double)(int64_t)raw; break;
    /* 0 is +0 in every mode; clang converts by a difference, which is -0 when it rounds down. */
    case 15: z = !raw ? 0 : sum_f ? (float)raw : (double)raw; break;
    case 16: z = host(o->value[r].v, other); break;
    case 17: {
      double (*const round_to[])(double) = {nearbyint, round, ceil, floor, trunc};
      z = round_to[mode](p);
      break;
    }
    case 20: z = sum_f ? fmaf((float)p, (float)q, (float)p) : fma(p, q, p); break;
    default: b = x->value[r].v == y->value[r].v;
    }
    e->value[r].v = test || op == 13 ? b : float_bits(z, w);
    fesetround(FE_TONEAREST);
  }
  (void)from_bits;
}

/* ---- checks ---------------------------------------------------------------------------------- */

static az_term value_term(const entry *e, int run) {
  uint64_t limbs[2] = {(uint64_t)e->value[run].v, (uint64_t)(e->value[run].v >> 64)};
  switch (az_sort_kind_of(e->sort)) {
  case AZ_SORT_BOOL: return az_bool(s, limbs[0] != 0);
  case AZ_SORT_BV: return az_bv_limbs(s, az_sort_width(e->sort), limbs);
  case AZ_SORT_FLOAT: return az_float_bits(s, e->sort, limbs);
  default: break;
  }
  az_term a = az_const_array(s, 3, az_bv(s, 8, e->value[run].cell[0]));
  for (uint32_t i = 1; i < CELLS; i++)
    a = az_store_at(s, a, az_bv(s, 3, i), az_bv(s, 8, e->value[run].cell[i]));
  return a;
}

static az_term assignment(void *run, az_term var) {
  for (uint32_t i = 0; i < count; i++)
    if (pool[i].t == var) return value_term(&pool[i], *(int *)run);
  return AZ_NO_TERM;
}

static void complain(const entry *e, int run, const char *what, az_term got) {
  fprintf(stderr, "%s, run %d, entry %u: ", what, run, (unsigned)(e - pool));
  az_print_smt2(s, e->t, stderr);
  fprintf(stderr, "\n got ");
  az_print_smt2(s, got, stderr);
  fprintf(stderr, "\n expected ");
  az_print_smt2(s, value_term(e, run), stderr);
  fprintf(stderr, "\n made by step %d operator %d of\n", e->step, e->op);
  for (int i = 0; i < 3 && e->from[i]; i++) {
    fprintf(stderr, "  ");
    az_print_smt2(s, e->from[i]->t, stderr);
    fprintf(stderr, " = ");
    az_print_smt2(s, value_term(e->from[i], run), stderr);
    fprintf(stderr, "\n");
  }
  for (uint32_t i = 0; i < variables && i < count; i++)
    if (az_kind_of(s, pool[i].t) == AZ_K_VAR && az_sort_kind_of(pool[i].sort) != AZ_SORT_ARRAY)
      fprintf(stderr, "  %s/%u = %llx\n", az_var_name(s, pool[i].t), az_sort_width(pool[i].sort),
              (unsigned long long)pool[i].value[run].v);
  ck_abort_msg("%s differs from the reference", what);
}

static void check_value(const entry *e, int run, const char *what, az_term got) {
  az_term want = value_term(e, run);
  if (got != want && az_eq(s, got, want) != az_true(s)) complain(e, run, what, got);
}

static void one_store(uint64_t seed) {
  static const uint32_t widths[] = {1, 2, 3, 5, 8, 9, 16, 17, 31, 32, 33, 48, 63, 64, 65, 66, 70};
  state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
  s = az_store_new();
  count = variables = 0;
  /* few widths a store, so that operands meet */
  uint32_t w[3] = {widths[below(17)], 1 + below(70), 8};
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) add_variable(az_sort_bv(w[i]));
  for (int k = 0; k < 3; k++) {
    add_variable(az_sort_bv(3));
    add_variable(array_sort);
    add_variable(az_sort_bool());
  }
  bool floats = seed % 3 == 0;
  for (int k = 0; k < 2 && floats; k++) {
    add_variable(az_sort_float(8, 24));
    add_variable(az_sort_float(11, 53));
    add_variable(az_sort_bv(32));
    add_variable(az_sort_bv(64));
  }
  for (uint32_t i = 0; i < count; i++) /* NaNs are one value */
    for (int r = 0; r < RUNS; r++)
      if (az_sort_kind_of(pool[i].sort) == AZ_SORT_FLOAT)
        pool[i].value[r].v = float_bits(host(pool[i].value[r].v, az_sort_width(pool[i].sort)),
                                        az_sort_width(pool[i].sort));
  while (count < POOL) {
    uint32_t what = below(20);
    step_now = (int)what;
    if (what < 3)
      step_bool();
    else if (what < 5)
      step_ite();
    else if (what < 9)
      step_unary();
    else if (what < 16)
      step_binary();
    else if (what < 18)
      step_array();
    else if (floats)
      step_float();
  }
  az_subst *u = az_subst_new(s);
  for (int run = 0; run < RUNS; run++) {
    az_eval *eval = az_eval_new(s, assignment, &run);
    az_subst_reset(u);
    for (uint32_t i = 0; i < count; i++)
      if (az_kind_of(s, pool[i].t) == AZ_K_VAR)
        az_subst_bind(u, pool[i].t, value_term(&pool[i], run));
    for (uint32_t i = 0; i < count; i++) {
      check_value(&pool[i], run, "evaluation", az_eval_term(eval, pool[i].t));
      check_value(&pool[i], run, "substitution", az_subst_apply(u, pool[i].t));
    }
    /* only some variables at first */
    if (run == 0) {
      az_subst *half = az_subst_new(s);
      for (uint32_t i = 0; i < count; i += 1 + below(2))
        if (az_kind_of(s, pool[i].t) == AZ_K_VAR)
          az_subst_bind(half, pool[i].t, value_term(&pool[i], run));
      for (uint32_t i = 0; i < count; i++)
        check_value(&pool[i], run, "substitution in two steps",
                    az_eval_term(eval, az_subst_apply(half, pool[i].t)));
      az_subst_free(half);
    }
    az_eval_free(eval);
  }
  az_subst_free(u);
  az_store_free(s);
}

START_TEST(random_terms) {
  const char *from = getenv("TERM_TEST_SEED"), *n = getenv("TERM_TEST_STORES");
  uint64_t first = from ? strtoull(from, NULL, 10) : 1, stores = n ? strtoull(n, NULL, 10) : 150;
  for (uint64_t i = 0; i < stores; i++) {
    if (from) fprintf(stderr, "seed %llu\n", (unsigned long long)(first + i));
    one_store(first + i);
  }
}
END_TEST

/* Constants wider than the reference: at two widths, and by the law of division. */
START_TEST(wide_constants) {
  s = az_store_new();
  for (int i = 0; i < 3000; i++) {
    uint32_t w = 40 + below(24), wide = 65 + below(300);
    u128 a = interesting(w), b = interesting(w);
    az_term x = az_sext(s, constant(w, a), wide), y = az_sext(s, constant(w, b), wide);
    for (uint32_t op = ADD; op <= SLE; op++) {
      if (op == UDIV || op == UREM || op == ULE || op == LSHR) continue;
      if (op == SHL || op == ASHR) b = b % w, y = az_zext(s, constant(w, b), wide);
      if (op == SDIV && !b) continue;
      az_term narrow = build(op, az_sext(s, constant(w, a), 127), az_sext(s, constant(w, b), 127));
      az_term r = build(op, x, y);
      if (op >= ULT)
        ck_assert_uint_eq(r, narrow);
      else
        ck_assert_uint_eq(az_resize(s, r, 64, true), az_resize(s, narrow, 64, true));
    }
    uint64_t limbs[2][AZ_MAX_WIDTH / 64];
    for (int k = 0; k < 2; k++)
      for (uint32_t j = 0; j < AZ_MAX_WIDTH / 64; j++)
        limbs[k][j] = below(4) && (k == 0 || j < 1 + (uint32_t)i % 6) ? next() : 0;
    az_term p = az_bv_limbs(s, wide, limbs[0]), q = az_bv_limbs(s, wide, limbs[1]);
    az_term quotient = az_bv_udiv(s, p, q), rest = az_bv_urem(s, p, q);
    ck_assert_uint_eq(az_bv_add(s, az_bv_mul(s, quotient, q), rest), p);
    if (q != az_zero_of(s, az_sort_bv(wide))) ck_assert(az_is_true(s, az_bv_ult(s, rest, q)));
    quotient = az_bv_sdiv(s, p, q), rest = az_bv_srem(s, p, q);
    ck_assert_uint_eq(az_bv_add(s, az_bv_mul(s, quotient, q), rest), p);
    ck_assert_uint_eq(az_bv_add(s, az_bv_not(s, p), az_bv(s, wide, 1)), az_bv_neg(s, p));
    uint32_t by = below(wide);
    az_term shift = az_bv(s, wide, by), power = az_bv_shl(s, az_bv(s, wide, 1), shift);
    ck_assert_uint_eq(az_bv_shl(s, p, shift), az_bv_mul(s, p, power));
    ck_assert_uint_eq(az_bv_lshr(s, p, shift), az_bv_udiv(s, p, power));
    if (by)
      ck_assert_uint_eq(az_concat(s, az_extract(s, p, wide - 1, by), az_extract(s, p, by - 1, 0)),
                        p);
  }
  az_store_free(s);
}
END_TEST

/* Sums whose coefficients are multiples of the divisor, near the bounds at which they wrap: the
 * quotients have the value of those of constants, and many are sums again. */
START_TEST(quotients_of_sums) {
  static az_term (*const divide[])(az_store *, az_term, az_term) = {az_bv_udiv, az_bv_urem,
                                                                    az_bv_sdiv, az_bv_srem};
  enum { TERMS = 3 };
  uint32_t sums = 0;
  state = 77;
  for (int i = 0; i < 4000; i++) {
    s = az_store_new();
    const uint32_t w = 8 + below(57), n = 1 + below(TERMS);
    const uint64_t d = 2 + below(below(2) ? 60 : 1 << 7);
    az_term var[TERMS], sum = constant(w, below(2) ? interesting(w) : below(200));
    uint32_t width[TERMS];
    for (uint32_t k = 0; k < n; k++) {
      width[k] = 1 + below(w - 1);
      var[k] = az_var(s, az_sort_bv(width[k]), k == 0 ? "x" : k == 1 ? "y" : "z");
      const u128 factor = d * (below(2) ? 1 : interesting(1 + below(w))) & mask(w);
      const az_term wide = below(2) ? az_zext(s, var[k], w) : az_sext(s, var[k], w);
      sum = az_bv_add(s, sum, az_bv_mul(s, wide, constant(w, factor)));
    }
    az_subst *u = az_subst_new(s);
    for (uint32_t op = 0; op < 4; op++) {
      const az_term by = constant(w, d), result = divide[op](s, sum, by);
      const az_kind kind = az_kind_of(s, result);
      sums += kind == AZ_K_BV_ADD || kind == AZ_K_SEXT || kind == AZ_K_ZEXT;
      for (int run = 0; run < 8; run++) {
        az_subst_reset(u);
        for (uint32_t k = 0; k < n; k++)
          az_subst_bind(u, var[k], constant(width[k], interesting(width[k])));
        const az_term expected = divide[op](s, az_subst_apply(u, sum), by);
        ck_assert_msg(az_subst_apply(u, result) == expected, "step %d, operator %u", i, op);
      }
    }
    az_subst_free(u);
    az_store_free(s);
  }
  ck_assert_uint_gt(sums, 1000);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("term_eval");
  TCase *c = tcase_create("differential");
  tcase_set_timeout(c, 0);
  tcase_add_test(c, random_terms);
  tcase_add_test(c, wide_constants);
  tcase_add_test(c, quotients_of_sums);
  suite_add_tcase(suite, c);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? 1 : 0;
}
