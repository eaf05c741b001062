/* Back end `boolector`: one source for the versions 1.5.118, from Debian's source package, and 3.2
 * (ANSATZ_BOOLECTOR_3).
 *
 * The solver is used incrementally, at rewrite level 2, since level 3 of 1.5 builds a new SAT
 * solver at every call. Only values of variables are read, and only after AZ_SAT: 1.5 has no values
 * for nodes outside the constraints' cones, and aborts after AZ_UNSAT. Only 3.2 has deadlines. This
 * is a loadable module, since a program that contains 1.5 and its SAT solver is under the GPL. */
#include "ansatz/module.h"
#include "ansatz/allocate.h"
#include "ansatz/solver.h"

#include "float_circuits.h"
#include <assert.h>
#include <boolector.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

#ifdef ANSATZ_BOOLECTOR_3
typedef BoolectorNode bnode;
typedef const char *bits_text;
#else
typedef BtorNode bnode;
typedef char *bits_text;
#endif

typedef struct backend {
  az_store *store;
  Btor *btor;
  bnode **nodes; /* by term; NULL: not translated */
  size_t terms;
  az_visit *walk[2]; /* [0]: over the terms to translate; [1]: nested, over a float's circuit */
  uint32_t depth;    /* number of walks in use */
  bool unsure;       /* an operation of floats has no circuit */
  bnode **owned;     /* stb_ds: references to release */
  bool model;        /* the last answer was SAT and nothing changed since */
  double deadline;
} backend;

static bnode *own(backend *b, bnode *n) {
  arrput(b->owned, n);
  return n;
}

/* ---- where the versions differ --------------------------------------------------------------- */

#ifdef ANSATZ_BOOLECTOR_3

static void configure(backend *b) {
  boolector_set_opt(b->btor, BTOR_OPT_INCREMENTAL, 1);
  boolector_set_opt(b->btor, BTOR_OPT_MODEL_GEN, 1);
  boolector_set_opt(b->btor, BTOR_OPT_REWRITE_LEVEL, 2);
}

static bnode *bits_variable(backend *b, uint32_t width) {
  BoolectorSort sort = boolector_bitvec_sort(b->btor, width);
  bnode *n = own(b, boolector_var(b->btor, sort, NULL));
  boolector_release_sort(b->btor, sort);
  return n;
}

static int32_t past_deadline(void *state) {
  const backend *b = state;
  return b->deadline > 0 && az_clock(az_store_work(b->store)) > b->deadline;
}

#else

static void configure(backend *b) {
  boolector_enable_model_gen(b->btor);
  boolector_enable_inc_usage(b->btor);
  boolector_set_rewrite_level(b->btor, 2);
}

static bnode *bits_variable(backend *b, uint32_t width) {
  char name[32];
  snprintf(name, sizeof name, "v%zu", arrlenu(b->owned));
  return own(b, boolector_var(b->btor, (int)width, name));
}

#endif

/* ---- terms ----------------------------------------------------------------------------------- */

static bnode *slice(backend *b, bnode *x, uint32_t high, uint32_t low) {
#ifdef ANSATZ_BOOLECTOR_3
  return own(b, boolector_slice(b->btor, x, high, low));
#else
  return own(b, boolector_slice(b->btor, x, (int)high, (int)low));
#endif
}

static bnode *extended(backend *b, bnode *x, uint32_t by, bool is_signed) {
#ifndef ANSATZ_BOOLECTOR_3
  const int n = (int)by;
#else
  const uint32_t n = by;
#endif
  if (!by) return x;
  return own(b, is_signed ? boolector_sext(b->btor, x, n) : boolector_uext(b->btor, x, n));
}

static bnode *constant(backend *b, uint32_t width, const uint64_t *limbs) {
  char bits[AZ_MAX_WIDTH + 1];
  for (uint32_t i = 0; i < width; i++)
    bits[width - 1 - i] = limbs && (limbs[i / 64] >> (i % 64) & 1) ? '1' : '0';
  bits[width] = 0;
  return own(b, boolector_const(b->btor, bits));
}

/* Boolector requires a width that is a power of two and an amount as wide as its logarithm: x is
 * widened, and amounts that do not fit are treated separately. */
static bnode *shifted(backend *b, az_kind kind, bnode *x, bnode *amount, uint32_t width) {
  uint32_t log = 1;
  while ((UINT32_C(1) << log) < width) log++;
  const uint32_t wide = UINT32_C(1) << log;
  bnode *in = extended(b, x, wide - width, kind == AZ_K_BV_ASHR);
  bnode *low = width < log ? extended(b, amount, log - width, false) : slice(b, amount, log - 1, 0);
  bnode *out = own(b, kind == AZ_K_BV_SHL    ? boolector_sll(b->btor, in, low)
                      : kind == AZ_K_BV_LSHR ? boolector_srl(b->btor, in, low)
                                             : boolector_sra(b->btor, in, low));
  if (wide > width) out = slice(b, out, width - 1, 0);
  if (width <= log) return out;
  bnode *beyond = own(b, boolector_redor(b->btor, slice(b, amount, width - 1, log)));
  bnode *fill = kind == AZ_K_BV_ASHR
                    ? extended(b, slice(b, x, width - 1, width - 1), width - 1, true)
                    : constant(b, width, NULL);
  return own(b, boolector_cond(b->btor, beyond, fill, out));
}

static bnode *translate_node(backend *b, az_term t) {
  const az_store *store = b->store;
  Btor *btor = b->btor;
  const az_kind kind = az_kind_of(store, t);
  const uint32_t width = az_sort_width(az_sort_of(store, t));
  const uint32_t arity = az_arity(store, t);
  bnode *x = arity > 0 ? b->nodes[az_operand(store, t, 0)] : NULL;
  bnode *y = arity > 1 ? b->nodes[az_operand(store, t, 1)] : NULL;
  bnode *z = arity > 2 ? b->nodes[az_operand(store, t, 2)] : NULL;
  const uint32_t xw = arity > 0 ? az_sort_width(az_sort_of(store, az_operand(store, t, 0))) : 0;
  switch (kind) {
  case AZ_K_CONST: return constant(b, width, az_const_limbs(store, t));
  case AZ_K_NOT:
  case AZ_K_BV_NOT: return own(b, boolector_not(btor, x));
  case AZ_K_AND:
  case AZ_K_BV_AND: return own(b, boolector_and(btor, x, y));
  case AZ_K_BV_XOR: return own(b, boolector_xor(btor, x, y));
  case AZ_K_ITE: return own(b, boolector_cond(btor, x, y, z));
  case AZ_K_EQ: return own(b, boolector_eq(btor, x, y));
  case AZ_K_BV_NEG: return own(b, boolector_neg(btor, x));
  case AZ_K_BV_ADD: return own(b, boolector_add(btor, x, y));
  case AZ_K_BV_MUL: return own(b, boolector_mul(btor, x, y));
  case AZ_K_BV_UDIV: return own(b, boolector_udiv(btor, x, y));
  case AZ_K_BV_UREM: return own(b, boolector_urem(btor, x, y));
  case AZ_K_BV_SDIV: return own(b, boolector_sdiv(btor, x, y));
  case AZ_K_BV_SREM: return own(b, boolector_srem(btor, x, y));
  case AZ_K_BV_SHL:
  case AZ_K_BV_LSHR:
  case AZ_K_BV_ASHR: return shifted(b, kind, x, y, width);
  case AZ_K_BV_ULT: return own(b, boolector_ult(btor, x, y));
  case AZ_K_BV_SLT: return own(b, boolector_slt(btor, x, y));
  case AZ_K_CONCAT: return own(b, boolector_concat(btor, x, y));
  case AZ_K_EXTRACT: return slice(b, x, az_extract_high(store, t), az_extract_low(store, t));
  case AZ_K_ZEXT:
  case AZ_K_SEXT: return extended(b, x, width - xw, kind == AZ_K_SEXT);
  default: return bits_variable(b, width); /* a variable; the bridge has removed all arrays */
  }
}

static bnode *translate(backend *b, az_term t);

static bool is_float(const backend *b, az_term t) {
  return az_sort_kind_of(az_sort_of(b->store, t)) == AZ_SORT_FLOAT;
}

static bool is_of_floats(const backend *b, az_term t) {
  const az_kind kind = az_kind_of(b->store, t);
  return (kind >= AZ_K_F_NEG && kind < AZ_K_COUNT) || (kind == AZ_K_VAR && is_float(b, t));
}

/* Returns the node of the bits of an operation on floats, or of a variable. The circuit is built
 * over variables that represent the operands' bits. */
static bnode *float_node(backend *b, az_term t) {
  const az_sort sort = az_sort_of(b->store, t);
  az_term in[3] = {AZ_NO_TERM}, circuit;
  for (uint32_t i = 0; i < az_arity(b->store, t); i++) {
    const az_term x = in[i] = az_operand(b->store, t, i);
    if (!is_float(b, x)) continue;
    const uint32_t width = az_sort_width(az_sort_of(b->store, x));
    const bool constant = az_is_const(b->store, x);
    in[i] = constant ? az_bv_limbs(b->store, width, az_const_limbs(b->store, x))
                     : az_fresh(b->store, az_sort_bv(width), "bits");
    b->nodes = az_by_term(b->nodes, &b->terms, in[i], sizeof *b->nodes);
    if (!constant) b->nodes[in[i]] = b->nodes[x];
  }
  if (az_kind_of(b->store, t) == AZ_K_VAR) {
    const az_term bits = az_fresh(b->store, az_sort_bv(az_sort_width(sort)), "float");
    circuit = az_float_canonical(b->store, sort, bits);
  } else {
    circuit = az_float_circuit(b->store, t, in);
  }
  b->unsure |= !circuit;
  return circuit ? translate(b, circuit) : bits_variable(b, az_sort_width(sort));
}

/* During the translation of a float operation, a second walk translates its circuit, which has only
 * bits. */
static bnode *translate(backend *b, az_term t) {
  const uint32_t depth = b->depth;
  assert(depth < 2);
  b->nodes = az_by_term(b->nodes, &b->terms, t, sizeof *b->nodes);
  if (b->nodes[t]) return b->nodes[t];
  b->depth++;
  az_visit_add(b->walk[depth], t);
  for (az_term u; (u = az_visit_next(b->walk[depth]));) {
    b->nodes = az_by_term(b->nodes, &b->terms, u, sizeof *b->nodes);
    if (b->nodes[u]) continue;
    bnode *n = is_of_floats(b, u) ? float_node(b, u) : translate_node(b, u);
    b->nodes[u] = n;
  }
  b->depth--;
  return b->nodes[t];
}

/* ---- operations ------------------------------------------------------------------------------ */

static void *backend_open(az_store *store, const az_options *options, az_error *err) {
  (void)options;
  backend *b = az_calloc(1, sizeof *b);
  b->store = store;
  b->btor = boolector_new();
  if (!b->btor) {
    az_fail(err, AZ_ERR_RESOURCE, "boolector: an instance cannot be created");
    free(b);
    return NULL;
  }
  for (int i = 0; i < 2; i++) b->walk[i] = az_visit_new(store, AZ_VISIT_POST);
  configure(b);
#ifdef ANSATZ_BOOLECTOR_3
  boolector_set_term(b->btor, past_deadline, b);
#endif
  return b;
}

static void backend_close(void *self) {
  backend *b = self;
  for (size_t i = 0; i < arrlenu(b->owned); i++) boolector_release(b->btor, b->owned[i]);
  boolector_delete(b->btor);
  arrfree(b->owned);
  for (int i = 0; i < 2; i++) az_visit_free(b->walk[i]);
  free(b->nodes);
  free(b);
}

static void backend_add(void *self, az_term formula) {
  backend *b = self;
  b->model = false;
  boolector_assert(b->btor, translate(b, formula));
}

static az_answer backend_check(void *self, const az_term *assumptions, size_t n, double deadline) {
  backend *b = self;
  for (size_t i = 0; i < n; i++) (void)translate(b, assumptions[i]);
  for (size_t i = 0; i < n; i++) boolector_assume(b->btor, b->nodes[assumptions[i]]);
  b->deadline = deadline;
  const int answer = boolector_sat(b->btor);
  b->model = answer == BOOLECTOR_SAT;
  if (b->model && b->unsure) return AZ_UNKNOWN;
  return b->model ? AZ_SAT : answer == BOOLECTOR_UNSAT ? AZ_UNSAT : AZ_UNKNOWN;
}

static az_term backend_value(void *self, az_term var) {
  backend *b = self;
  const az_sort sort = az_sort_of(b->store, var);
  const uint32_t width = az_sort_width(sort);
  if (!b->model || var >= b->terms || !b->nodes[var]) return az_zero_of(b->store, sort);
  uint64_t limbs[AZ_MAX_WIDTH / 64];
  memset(limbs, 0, (width + 63) / 64 * sizeof *limbs);
  bits_text text = boolector_bv_assignment(b->btor, b->nodes[var]);
  for (uint32_t i = 0; i < width; i++) /* 'x': any */
    if (text[width - 1 - i] == '1') limbs[i / 64] |= UINT64_C(1) << (i % 64);
  boolector_free_bv_assignment(b->btor, text);
  switch (az_sort_kind_of(sort)) {
  case AZ_SORT_BOOL: return az_bool(b->store, limbs[0]);
  case AZ_SORT_FLOAT: return az_float_bits(b->store, sort, limbs);
  default: return az_bv_limbs(b->store, width, limbs);
  }
}

static const az_backend_ops operations = {
#ifdef ANSATZ_BOOLECTOR_3 /* an instance that was stopped once stays stopped */
    .features = AZ_BACKEND_FLOATS | AZ_BACKEND_ENDS_ONCE,
#else
    .features = AZ_BACKEND_FLOATS,
#endif
    .open = backend_open,
    .close = backend_close,
    .add = backend_add,
    .check = backend_check,
    .value = backend_value,
};

AZ_MODULE(boolector) = {
    .abi = AZ_ABI,
    .size = sizeof(az_module),
    .kind = AZ_MODULE_SOLVER,
    .name = "boolector",
#ifdef ANSATZ_BOOLECTOR_3
    .version = "3.2",
    .summary = "Boolector; supports deadlines",
#else
    .version = "1.5.118",
    .summary =
        "Boolector with the SAT solver Lingeling (GPL), patched to be sound in incremental use",
#endif
    AZ_MODULE_OPERATIONS(operations),
};
