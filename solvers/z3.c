/* Back end `z3`, for cross-checks. Floats are Z3's own. Arrays are removed beforehand, as for the
 * other back ends, since Z3's own arrays are slower. Z3_mk_simple_solver is used, as it stays
 * incremental. An assumption that is not a literal gets a literal that implies it. */
#include "ansatz/module.h"
#include "ansatz/allocate.h"
#include "ansatz/solver.h"

#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>
#include <z3.h>

typedef struct backend {
  az_store *store;
  Z3_context ctx;
  Z3_solver solver;
  Z3_ast nearest, to_zero; /* rounding modes */
  Z3_ast *nodes;           /* by term; NULL: not translated */
  size_t terms;
  az_visit *walk; /* over the terms to translate */
  struct {
    az_term key;
    Z3_ast value;
  } *literals;    /* assumption -> its literal */
  Z3_ast *passed; /* stb_ds: literals of the last call */
  Z3_model model;
  bool limited; /* a time-out is set */
} backend;

/* In thousandths of a unit. */
enum { WORK_OF_STEP = 350 };

static void no_error(Z3_context ctx, Z3_error_code code) { /* the default handler ends the
                                                              program */
  (void)ctx;
  (void)code;
}

/* Keeps a translated term alive as long as the context. */
static Z3_ast keep(backend *b, Z3_ast a) {
  if (a) Z3_inc_ref(b->ctx, a);
  return a;
}

static Z3_sort sort_of(backend *b, az_sort sort) {
  switch (az_sort_kind_of(sort)) {
  case AZ_SORT_BOOL: return Z3_mk_bool_sort(b->ctx);
  case AZ_SORT_FLOAT:
    return Z3_mk_fpa_sort(b->ctx, az_sort_exponent(sort), az_sort_significand(sort));
  default: return Z3_mk_bv_sort(b->ctx, az_sort_width(sort));
  }
}

static Z3_ast bv_constant(backend *b, uint32_t width, const uint64_t *limbs) {
  bool bits[AZ_MAX_WIDTH];
  for (uint32_t i = 0; i < width; i++) bits[i] = limbs[i / 64] >> (i % 64) & 1;
  return keep(b, Z3_mk_bv_numeral(b->ctx, width, bits));
}

static Z3_ast constant(backend *b, az_term t) {
  const az_sort sort = az_sort_of(b->store, t);
  const uint64_t *limbs = az_const_limbs(b->store, t);
  if (az_sort_kind_of(sort) == AZ_SORT_BOOL)
    return limbs[0] ? Z3_mk_true(b->ctx) : Z3_mk_false(b->ctx);
  Z3_ast bits = bv_constant(b, az_sort_width(sort), limbs);
  return az_sort_kind_of(sort) == AZ_SORT_FLOAT ? Z3_mk_fpa_to_fp_bv(b->ctx, bits, sort_of(b, sort))
                                                : bits;
}

/* Returns the bits of a float; every NaN is the quiet NaN with sign 0. */
static Z3_ast float_bits(backend *b, Z3_ast x, az_sort sort) {
  const uint32_t width = az_sort_width(sort), fraction = az_sort_significand(sort) - 1;
  uint64_t nan[4] = {0};
  for (uint32_t i = fraction - 1; i + 1 < width; i++) nan[i / 64] |= UINT64_C(1) << (i % 64);
  Z3_ast quiet = bv_constant(b, width, nan);
  Z3_ast is_nan = keep(b, Z3_mk_fpa_is_nan(b->ctx, x));
  Z3_ast bits = keep(b, Z3_mk_fpa_to_ieee_bv(b->ctx, x));
  return Z3_mk_ite(b->ctx, is_nan, quiet, bits);
}

static Z3_ast rounding(backend *b, az_rounding mode) {
  switch (mode) {
  case AZ_ROUND_NEAREST_AWAY: return keep(b, Z3_mk_fpa_rna(b->ctx));
  case AZ_ROUND_UP: return keep(b, Z3_mk_fpa_rtp(b->ctx));
  case AZ_ROUND_DOWN: return keep(b, Z3_mk_fpa_rtn(b->ctx));
  case AZ_ROUND_ZERO: return b->to_zero;
  default: return b->nearest;
  }
}

static Z3_ast translate_node(backend *b, az_term t) {
  const az_store *store = b->store;
  Z3_context c = b->ctx;
  const az_kind kind = az_kind_of(store, t);
  const az_sort sort = az_sort_of(store, t);
  const uint32_t width = az_sort_width(sort), arity = az_arity(store, t);
  Z3_ast in[3] = {NULL};
  for (uint32_t i = 0; i < arity && i < 3; i++) in[i] = b->nodes[az_operand(store, t, i)];
  Z3_ast x = in[0], y = in[1], z = in[2];
  const az_sort operand = arity ? az_sort_of(store, az_operand(store, t, 0)) : sort;
  const uint32_t xw = az_sort_width(operand);
  Z3_ast mode = az_rounds(kind) ? rounding(b, az_round_mode(store, t)) : NULL;
  switch (kind) {
  case AZ_K_CONST: return constant(b, t);
  case AZ_K_NOT: return Z3_mk_not(c, x);
  case AZ_K_AND: return Z3_mk_and(c, 2, in);
  case AZ_K_ITE: return Z3_mk_ite(c, x, y, z);
  case AZ_K_EQ: return Z3_mk_eq(c, x, y);
  case AZ_K_BV_NOT: return Z3_mk_bvnot(c, x);
  case AZ_K_BV_AND: return Z3_mk_bvand(c, x, y);
  case AZ_K_BV_XOR: return Z3_mk_bvxor(c, x, y);
  case AZ_K_BV_NEG: return Z3_mk_bvneg(c, x);
  case AZ_K_BV_ADD: return Z3_mk_bvadd(c, x, y);
  case AZ_K_BV_MUL: return Z3_mk_bvmul(c, x, y);
  case AZ_K_BV_UDIV: return Z3_mk_bvudiv(c, x, y);
  case AZ_K_BV_UREM: return Z3_mk_bvurem(c, x, y);
  case AZ_K_BV_SDIV: return Z3_mk_bvsdiv(c, x, y);
  case AZ_K_BV_SREM: return Z3_mk_bvsrem(c, x, y);
  case AZ_K_BV_SHL: return Z3_mk_bvshl(c, x, y);
  case AZ_K_BV_LSHR: return Z3_mk_bvlshr(c, x, y);
  case AZ_K_BV_ASHR: return Z3_mk_bvashr(c, x, y);
  case AZ_K_BV_ULT: return Z3_mk_bvult(c, x, y);
  case AZ_K_BV_SLT: return Z3_mk_bvslt(c, x, y);
  case AZ_K_CONCAT: return Z3_mk_concat(c, x, y);
  case AZ_K_EXTRACT:
    return Z3_mk_extract(c, az_extract_high(store, t), az_extract_low(store, t), x);
  case AZ_K_ZEXT: return Z3_mk_zero_ext(c, width - xw, x);
  case AZ_K_SEXT: return Z3_mk_sign_ext(c, width - xw, x);
  case AZ_K_F_NEG: return Z3_mk_fpa_neg(c, x);
  case AZ_K_F_ABS: return Z3_mk_fpa_abs(c, x);
  case AZ_K_F_ADD: return Z3_mk_fpa_add(c, mode, x, y);
  case AZ_K_F_MUL: return Z3_mk_fpa_mul(c, mode, x, y);
  case AZ_K_F_DIV: return Z3_mk_fpa_div(c, mode, x, y);
  case AZ_K_F_FMA: return Z3_mk_fpa_fma(c, b->nearest, x, y, z);
  case AZ_K_F_REM: return Z3_mk_fpa_rem(c, x, y);
  case AZ_K_F_SQRT: return Z3_mk_fpa_sqrt(c, mode, x);
  case AZ_K_F_LT: return Z3_mk_fpa_lt(c, x, y);
  case AZ_K_F_LE: return Z3_mk_fpa_leq(c, x, y);
  case AZ_K_F_EQ: return Z3_mk_fpa_eq(c, x, y);
  case AZ_K_F_IS_NAN: return Z3_mk_fpa_is_nan(c, x);
  case AZ_K_F_IS_INF: return Z3_mk_fpa_is_infinite(c, x);
  case AZ_K_F_FROM_BITS: return Z3_mk_fpa_to_fp_bv(c, x, sort_of(b, sort));
  case AZ_K_F_TO_BITS: return float_bits(b, x, operand);
  case AZ_K_F_FROM_SBV: return Z3_mk_fpa_to_fp_signed(c, mode, x, sort_of(b, sort));
  case AZ_K_F_FROM_UBV: return Z3_mk_fpa_to_fp_unsigned(c, mode, x, sort_of(b, sort));
  case AZ_K_F_FROM_FLOAT: return Z3_mk_fpa_to_fp_float(c, mode, x, sort_of(b, sort));
  case AZ_K_F_TO_SBV: return Z3_mk_fpa_to_sbv(c, b->to_zero, x, width);
  case AZ_K_F_TO_UBV: return Z3_mk_fpa_to_ubv(c, b->to_zero, x, width);
  case AZ_K_F_ROUND_INT: return Z3_mk_fpa_round_to_integral(c, mode, x);
  default: return Z3_mk_fresh_const(c, "v", sort_of(b, sort)); /* a variable */
  }
}

static Z3_ast translate(backend *b, az_term t) {
  b->nodes = az_by_term(b->nodes, &b->terms, t, sizeof *b->nodes);
  if (b->nodes[t]) return b->nodes[t];
  az_visit_add(b->walk, t);
  for (az_term u; (u = az_visit_next(b->walk));) b->nodes[u] = keep(b, translate_node(b, u));
  return b->nodes[t];
}

/* ---- operations ------------------------------------------------------------------------------ */

static void *backend_open(az_store *store, const az_options *options, az_error *err) {
  (void)options;
  backend *b = az_calloc(1, sizeof *b);
  b->store = store;
  Z3_config config = Z3_mk_config();
  b->ctx = Z3_mk_context_rc(config);
  Z3_del_config(config);
  if (!b->ctx) {
    az_fail(err, AZ_ERR_RESOURCE, "z3: a context cannot be created");
    free(b);
    return NULL;
  }
  b->walk = az_visit_new(store, AZ_VISIT_POST);
  Z3_set_error_handler(b->ctx, no_error);
  b->solver = Z3_mk_simple_solver(b->ctx);
  Z3_solver_inc_ref(b->ctx, b->solver);
  b->nearest = keep(b, Z3_mk_fpa_rne(b->ctx));
  b->to_zero = keep(b, Z3_mk_fpa_rtz(b->ctx));
  return b;
}

static void forget_answer(backend *b) {
  if (b->model) Z3_model_dec_ref(b->ctx, b->model);
  b->model = NULL;
}

static void backend_close(void *self) {
  backend *b = self;
  forget_answer(b);
  Z3_solver_dec_ref(b->ctx, b->solver);
  Z3_del_context(b->ctx);
  az_visit_free(b->walk);
  arrfree(b->passed);
  hmfree(b->literals);
  free(b->nodes);
  free(b);
}

static void backend_add(void *self, az_term formula) {
  backend *b = self;
  forget_answer(b);
  Z3_solver_assert(b->ctx, b->solver, translate(b, formula));
}

static Z3_ast literal(backend *b, az_term assumption) {
  const ptrdiff_t known = hmgeti(b->literals, assumption);
  if (known >= 0) return b->literals[known].value;
  Z3_ast formula = translate(b, assumption), proxy = formula;
  const az_term atom = az_kind_of(b->store, assumption) == AZ_K_NOT
                           ? az_operand(b->store, assumption, 0)
                           : assumption;
  if (az_kind_of(b->store, atom) != AZ_K_VAR) {
    proxy = keep(b, Z3_mk_fresh_const(b->ctx, "assume", Z3_mk_bool_sort(b->ctx)));
    Z3_ast implied = keep(b, Z3_mk_implies(b->ctx, proxy, formula));
    Z3_solver_assert(b->ctx, b->solver, implied);
  }
  hmput(b->literals, assumption, proxy);
  return proxy;
}

/* Limits a check to this many seconds of the run's clock: limits the steps, since these are
 * repeatable, and without a budget also the time, since steps may be slow. */
static void set_limits(backend *b, double seconds) {
  const az_work *work = az_store_work(b->store);
  const double slower = work ? 2 : 1; /* the clock shows at least half of the CPU time */
  const double steps = seconds * (AZ_WORK_SECOND / WORK_OF_STEP), ms = slower * seconds * 1000;
  const bool in_steps = work && steps < 4e9, in_time = !(work && work->is_budget) && ms < 4e9;
  Z3_params params = Z3_mk_params(b->ctx);
  Z3_params_inc_ref(b->ctx, params);
  Z3_params_set_uint(b->ctx, params, Z3_mk_string_symbol(b->ctx, "rlimit"),
                     in_steps ? (unsigned)steps + 1 : 0);
  Z3_params_set_uint(b->ctx, params, Z3_mk_string_symbol(b->ctx, "timeout"),
                     in_time ? (unsigned)ms + 1 : UINT32_MAX);
  Z3_solver_set_params(b->ctx, b->solver, params);
  Z3_params_dec_ref(b->ctx, params);
}

/* Returns the number of steps of Z3 so far, which its parameter rlimit counts. */
static uint64_t steps_of(backend *b) {
  Z3_stats stats = Z3_solver_get_statistics(b->ctx, b->solver);
  uint64_t steps = 0;
  Z3_stats_inc_ref(b->ctx, stats);
  for (unsigned i = 0, n = Z3_stats_size(b->ctx, stats); i < n; i++)
    if (!strcmp(Z3_stats_get_key(b->ctx, stats, i), "rlimit count"))
      steps = Z3_stats_get_uint_value(b->ctx, stats, i);
  Z3_stats_dec_ref(b->ctx, stats);
  return steps;
}

static az_answer backend_check(void *self, const az_term *assumptions, size_t n, double deadline) {
  backend *b = self;
  az_work *work = az_store_work(b->store);
  forget_answer(b);
  arrsetlen(b->passed, 0);
  for (size_t i = 0; i < n; i++) arrput(b->passed, literal(b, assumptions[i]));
  const double none = 1e12, left = deadline > 0 ? deadline - az_clock(work) : none;
  if (left <= 0) return AZ_UNKNOWN;
  if (deadline > 0 || b->limited) set_limits(b, left);
  b->limited = deadline > 0;
  const uint64_t before = steps_of(b);
  const Z3_lbool answer = Z3_solver_check_assumptions(b->ctx, b->solver, (unsigned)n, b->passed);
  az_work_add(work, (steps_of(b) - before) * WORK_OF_STEP);
  if (answer == Z3_L_TRUE) {
    b->model = Z3_solver_get_model(b->ctx, b->solver);
    if (!b->model) return AZ_UNKNOWN;
    Z3_model_inc_ref(b->ctx, b->model);
    return AZ_SAT;
  }
  return answer == Z3_L_FALSE ? AZ_UNSAT : AZ_UNKNOWN;
}

static az_term backend_value(void *self, az_term var) {
  backend *b = self;
  const az_sort sort = az_sort_of(b->store, var);
  const az_term zero = az_zero_of(b->store, sort);
  if (!b->model || var >= b->terms || !b->nodes[var]) return zero;
  const bool is_float = az_sort_kind_of(sort) == AZ_SORT_FLOAT;
  Z3_ast asked = b->nodes[var], got = NULL;
  if (is_float) asked = keep(b, float_bits(b, asked, sort));
  if (!Z3_model_eval(b->ctx, b->model, asked, true, &got) || !got) return zero;
  Z3_inc_ref(b->ctx, got);
  az_term value = zero;
  if (az_sort_kind_of(sort) == AZ_SORT_BOOL) {
    value = az_bool(b->store, Z3_get_bool_value(b->ctx, got) == Z3_L_TRUE);
  } else if (Z3_get_ast_kind(b->ctx, got) == Z3_NUMERAL_AST) {
    const char *text = Z3_get_numeral_binary_string(b->ctx, got); /* no leading zeros */
    uint64_t limbs[AZ_MAX_WIDTH / 64] = {0};
    const size_t length = text ? strlen(text) : 0;
    for (size_t i = 0; i < length && i < AZ_MAX_WIDTH; i++)
      if (text[length - 1 - i] == '1') limbs[i / 64] |= UINT64_C(1) << (i % 64);
    value = is_float ? az_float_bits(b->store, sort, limbs)
                     : az_bv_limbs(b->store, az_sort_width(sort), limbs);
  }
  Z3_dec_ref(b->ctx, got);
  return value;
}

static const az_backend_ops operations = {
    .features = AZ_BACKEND_FLOATS | AZ_BACKEND_OWN_FLOATS,
    .open = backend_open,
    .close = backend_close,
    .add = backend_add,
    .check = backend_check,
    .value = backend_value,
};

AZ_MODULE(z3) = {
    AZ_MODULE_HEAD(AZ_MODULE_SOLVER, "z3", "4"),
    .summary = "Z3; supports floats and deadlines; meant for cross-checks",
    AZ_MODULE_OPERATIONS(operations),
};
