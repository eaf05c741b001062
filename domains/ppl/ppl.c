/* Numeric abstractions of the Parma Polyhedra Library along the control flow [bagnara2008]: ppl{
 * "polyhedron" | "octagon" | "box" | "grid" } over the integer variables of 8, 16, 32 and 64 bits.
 *
 * The library's numbers do not wrap, but C's do: a linear expression is assigned over the integers
 * and, if the result may leave the variable's type, wrapped (`wrap_assign`, [simon2007]). A
 * condition adds a constraint if its sides do not wrap. All other terms (products of variables, bit
 * operations, cells of arrays) have only bounds and congruences (facts.h). This is a separate
 * module, since the library is under the GPL. */
#include "ppl.h"
#include "ansatz/found_claims.h"
#include <stdlib.h>
#include <stb/stb_ds.h>

/* ---- states ---------------------------------------------------------------------------------- */

static void require_type(ppl *p, state *s, uint32_t dimension) {
  az_facts any = ppl_of_type(p, dimension);
  if (p->kind->has_types)
    ppl_require_facts(p, s, dimension, &any);
  else if (p->kind->frequency)
    ppl_require_congruent(p, s, dimension, 1, 0); /* the dimension is an integer */
}

static void *top(void *self) {
  ppl *p = self;
  state *s = az_calloc(1, sizeof *s);
  p->kind->universe(&s->shape, p->dimensions);
  for (uint32_t i = 0; i < p->dimensions; i++) require_type(p, s, i);
  return s;
}

static void *copy(void *self, const void *from) {
  ppl *p = self;
  state *s = az_calloc(1, sizeof *s);
  p->kind->copy(&s->shape, ((const state *)from)->shape);
  return s;
}

static void free_state(void *self, void *state_) {
  ppl *p = self;
  state *s = state_;
  if (!s) return;
  p->kind->destroy(s->shape);
  free(s);
}

static void set_bottom(void *self, void *s) {
  az_sum never = {.constant = -1};
  ppl_require(self, s, &never, PPL_CONSTRAINT_TYPE_GREATER_OR_EQUAL);
}

static bool included(void *self, const void *a, const void *b) {
  return ((ppl *)self)->kind->contains(((const state *)b)->shape, ((const state *)a)->shape) > 0;
}

static void join(void *self, void *a, const void *b) {
  ((ppl *)self)->kind->join(((state *)a)->shape, ((const state *)b)->shape);
}

static void meet(void *self, void *a, const void *b) {
  ((ppl *)self)->kind->meet(((state *)a)->shape, ((const state *)b)->shape);
}

static void widen(void *self, void *a, const void *b, const az_thresholds *thresholds) {
  ppl *p = self;
  (void)thresholds; /* bounds of types limit widening */
  state *greater = copy(self, a);
  join(self, greater, b);
  p->kind->widen(greater->shape, ((state *)a)->shape, p->limits);
  void *before = ((state *)a)->shape;
  ((state *)a)->shape = greater->shape;
  greater->shape = before;
  free_state(self, greater);
}

/* ---- queries --------------------------------------------------------------------------------- */

static az_facts extreme(ppl *p, const state *s, ppl_Linear_Expression_t e, az_facts f) {
  int reached;
  az_wide bound;
  for (int most = 0; most < 2; most++) {
    int bounded = most ? p->kind->maximize(s->shape, e, p->n, p->d, &reached)
                       : p->kind->minimize(s->shape, e, p->n, p->d, &reached);
    if (bounded <= 0) continue;
    mpz_t n, d;
    mpz_inits(n, d, NULL);
    ppl_Coefficient_to_mpz_t(p->n, n);
    ppl_Coefficient_to_mpz_t(p->d, d);
    if (most)
      mpz_fdiv_q(n, n, d);
    else
      mpz_cdiv_q(n, n, d);
    bool fits = ppl_wide_of(n, &bound);
    mpz_clears(n, d, NULL);
    if (!fits) continue;
    if (most && bound < f.greatest) f.greatest = bound;
    if (!most && bound > f.least) f.least = bound;
    if (f.least > f.greatest) return az_facts_none();
  }
  return f;
}

/* Computes facts about a sum. Returns false if none are known in the state. */
static bool facts_of_sum(ppl *p, const state *s, const az_sum *sum, az_facts *out) {
  ppl_Linear_Expression_t e = ppl_expression(p, sum);
  if (!e) return false;
  az_wide most = (az_wide)1 << 110, modulus, one, rest, unit;
  az_facts f = {.least = -most, .greatest = most, .modulus = 1};
  if (ppl_is_bottom(p, s))
    f = az_facts_none();
  else {
    f = extreme(p, s, e, f);
    if (!f.none && p->kind->frequency &&
        p->kind->frequency(s->shape, e, p->m, p->d, p->r, p->n) > 0 &&
        ppl_wide_of_coefficient(p, p->m, &modulus) && ppl_wide_of_coefficient(p, p->d, &one) &&
        ppl_wide_of_coefficient(p, p->r, &rest) && ppl_wide_of_coefficient(p, p->n, &unit) &&
        one == 1 && unit == 1) {
      az_facts is_rest = f;
      if (modulus == 0)
        is_rest = az_facts_value(rest);
      else if (modulus > 1)
        is_rest.modulus = modulus, is_rest.rest = ((rest % modulus) + modulus) % modulus;
      f = az_facts_meet(f, is_rest);
    }
  }
  ppl_delete_Linear_Expression(e);
  *out = f;
  return true;
}

typedef struct asked {
  ppl *p;
  const state *s;
} asked;

static az_facts leaf_facts(void *ctx, az_term leaf, bool is_signed) {
  const asked *a = ctx;
  az_store *store = a->p->context->store;
  az_facts any = az_facts_any(az_sort_width(az_sort_of(store, leaf)), is_signed), f;
  uint32_t at = az_kind_of(store, leaf) == AZ_K_VAR ? ppl_dimension_of(a->p, leaf) : AZ_NONE;
  if (at == AZ_NONE) return any;
  az_sum x = ppl_bound(a->p, at, 1, 0);
  if (!facts_of_sum(a->p, a->s, &x, &f)) return any;
  f = az_facts_meet(f, ppl_of_type(a->p, at));
  if (ppl_variable(a->p, at)->is_signed == is_signed) return f;
  /* A value that is nonnegative both as signed and as unsigned is the same number in both. */
  return f.least >= 0 && f.greatest <= any.greatest ? f : f.none ? f : any;
}

/* Computes the sum that a term equals. */
static bool sum_of(ppl *p, az_term t, bool is_signed, const az_oracle *oracle, az_sum *out) {
  return az_sum_of(p->context->store, t, is_signed, oracle, az_transfer_is_signed,
                   (void *)p->context, out);
}

static az_facts facts(void *self, const void *s, az_term t, bool is_signed) {
  ppl *p = self;
  az_store *store = p->context->store;
  asked a = {p, s};
  az_oracle oracle = {leaf_facts, &a};
  if (ppl_is_bottom(p, s)) return az_facts_none();
  az_facts f = az_facts_of_term(store, t, is_signed, &oracle), more;
  az_sum sum;
  if (az_arity(store, t) && sum_of(p, t, is_signed, &oracle, &sum) &&
      facts_of_sum(p, s, &sum, &more))
    f = az_facts_meet(f, more);
  return f;
}

static az_truth at_most(void *self, const void *s, const az_sum *a, const az_sum *b) {
  az_sum difference;
  az_facts f;
  if (!az_sum_add(b, a, -1, &difference) || !facts_of_sum(self, s, &difference, &f))
    return AZ_MAYBE;
  return az_facts_nonnegative(&f);
}

/* ---- transfer functions ---------------------------------------------------------------------- */

static void remove_var(void *self, void *s, uint32_t var) {
  ppl *p = self;
  uint32_t at = p->dimension[var];
  if (at == AZ_NONE || ppl_is_bottom(p, s)) return;
  p->kind->forget(((state *)s)->shape, at);
  require_type(p, s, at);
}

static void add(void *self, void *s, uint32_t var, az_term length) {
  (void)length;
  remove_var(self, s, var);
}

static void refine(void *self, void *s, uint32_t var, az_facts f) {
  ppl *p = self;
  if (f.none)
    set_bottom(p, s);
  else if (p->dimension[var] != AZ_NONE)
    ppl_require_facts(p, s, p->dimension[var], &f);
}

/* Forgets variables with widths that the library lacks. */
static void wrap(ppl *p, state *s, uint32_t dimension) {
  const az_abstract_variable *v = ppl_variable(p, dimension);
  ppl_dimension_type var = dimension;
  ppl_const_Constraint_System_t none = p->none;
  enum ppl_enum_Bounded_Integer_Type_Width width;
  switch (v->bits) {
  case 8: width = PPL_BITS_8; break;
  case 16: width = PPL_BITS_16; break;
  case 32: width = PPL_BITS_32; break;
  case 64: width = PPL_BITS_64; break;
  default: remove_var(p, s, p->vars[dimension]); return;
  }
  p->kind->wrap(s->shape, &var, 1, width, v->is_signed ? PPL_SIGNED_2_COMPLEMENT : PPL_UNSIGNED,
                PPL_OVERFLOW_WRAPS, &none, 16, 1);
}

static bool assign_sum(ppl *p, state *s, uint32_t at, az_term value) {
  asked a = {p, s};
  az_oracle oracle = {leaf_facts, &a};
  az_sum sum;
  az_facts f, any = ppl_of_type(p, at);
  if (!az_sum_modulo(p->context->store, value, &oracle, az_transfer_is_signed, (void *)p->context,
                     &sum) ||
      !facts_of_sum(p, s, &sum, &f))
    return false;
  f = az_facts_meet(f, az_sum_facts(&sum, &oracle));
  ppl_Linear_Expression_t e = ppl_expression(p, &sum);
  p->kind->assign(s->shape, at, e, ppl_number(p, p->d, 1));
  ppl_delete_Linear_Expression(e);
  if (f.none || f.least < any.least || f.greatest > any.greatest) wrap(p, s, at);
  return true;
}

/* Finds a choice in a term: its condition, and the term with each of the two sides. */
static bool find_choice(az_store *store, az_term t, int depth, az_term *condition,
                        az_term sides[2]) {
  if (az_kind_of(store, t) == AZ_K_ITE) {
    *condition = az_operand(store, t, 0);
    sides[0] = az_operand(store, t, 1), sides[1] = az_operand(store, t, 2);
    return true;
  }
  uint32_t n = az_arity(store, t);
  if (!depth || n > 2) return false;
  for (uint32_t i = 0; i < n; i++) {
    az_term operands[2] = {az_operand(store, t, 0), n > 1 ? az_operand(store, t, 1) : AZ_NO_TERM};
    if (!find_choice(store, operands[i], depth - 1, condition, sides)) continue;
    for (int side = 0; side < 2; side++) {
      operands[i] = sides[side];
      sides[side] = az_rebuild(store, t, operands);
    }
    return true;
  }
  return false;
}

static void assume(void *self, void *s, az_term condition);

static void assign_term(ppl *p, state *s, uint32_t var, az_term value, int choices) {
  az_store *store = p->context->store;
  uint32_t at = p->dimension[var];
  az_term condition, sides[2];
  if (value && choices && find_choice(store, value, 4, &condition, sides)) {
    state *other = copy(p, s);
    assume(p, s, condition);
    assume(p, other, az_not(store, condition));
    if (!ppl_is_bottom(p, s)) assign_term(p, s, var, sides[0], choices - 1);
    if (!ppl_is_bottom(p, other)) assign_term(p, other, var, sides[1], choices - 1);
    join(p, s, other);
    free_state(p, other);
    return;
  }
  az_facts f = value ? facts(p, s, value, ppl_variable(p, at)->is_signed) : ppl_of_type(p, at);
  if (!value || !assign_sum(p, s, at, value)) remove_var(p, s, var);
  refine(p, s, var, f);
}

static void assign(void *self, void *s, uint32_t var, az_term value, bool weak) {
  ppl *p = self;
  if (p->dimension[var] == AZ_NONE || ppl_is_bottom(p, s)) return;
  state *before = weak ? copy(p, s) : NULL;
  assign_term(p, s, var, value, 2);
  if (before) join(p, s, before);
  free_state(p, before);
}

static void rename_var(void *self, void *s, uint32_t from, uint32_t to) {
  ppl *p = self;
  assign(self, s, to, p->context->vars[from].term, false);
  remove_var(self, s, from);
}

static void write_cells(void *self, void *s, uint32_t array, az_term index, az_term behind,
                        az_term value, bool weak) {
  (void)self, (void)s, (void)array, (void)index, (void)behind, (void)value, (void)weak;
}

/* Assumes a <= b + less, over the integers. */
static void require_at_most(ppl *p, state *s, const az_sum *a, const az_sum *b, int less) {
  az_sum difference;
  if (!az_sum_add(b, a, -1, &difference)) return;
  difference.constant += less;
  ppl_require(p, s, &difference, PPL_CONSTRAINT_TYPE_GREATER_OR_EQUAL);
}

static void relate(ppl *p, state *s, az_term t, bool holds) {
  az_store *store = p->context->store;
  asked asked_ = {p, s};
  az_oracle oracle = {leaf_facts, &asked_};
  az_term x = az_arity(store, t) ? az_operand(store, t, 0) : AZ_NO_TERM;
  az_term y = az_arity(store, t) > 1 ? az_operand(store, t, 1) : AZ_NO_TERM;
  az_kind kind = az_kind_of(store, t);
  az_sum a, b;
  if (kind == AZ_K_NOT)
    relate(p, s, x, !holds);
  else if (kind == AZ_K_AND && holds) {
    az_term *parts = az_conjuncts(store, t);
    for (size_t i = 0; i < arrlenu(parts); i++) relate(p, s, parts[i], true);
    arrfree(parts);
  } else if (kind == AZ_K_BV_SLT || kind == AZ_K_BV_ULT) {
    bool is_signed = kind == AZ_K_BV_SLT;
    if (!sum_of(p, x, is_signed, &oracle, &a) || !sum_of(p, y, is_signed, &oracle, &b)) return;
    if (holds)
      require_at_most(p, s, &a, &b, -1);
    else
      require_at_most(p, s, &b, &a, 0);
  } else if (kind == AZ_K_EQ && holds && az_sort_kind_of(az_sort_of(store, x)) == AZ_SORT_BV) {
    for (int is_signed = 0; is_signed < 2; is_signed++)
      if (sum_of(p, x, is_signed, &oracle, &a) && sum_of(p, y, is_signed, &oracle, &b)) {
        require_at_most(p, s, &a, &b, 0);
        require_at_most(p, s, &b, &a, 0);
      }
  }
}

typedef struct narrowed {
  ppl *p;
  state *s;
} narrowed;

static void narrow_leaf(void *ctx, az_term leaf, bool is_signed, az_facts f) {
  const narrowed *n = ctx;
  uint32_t at =
      az_kind_of(n->p->context->store, leaf) == AZ_K_VAR ? ppl_dimension_of(n->p, leaf) : AZ_NONE;
  if (at == AZ_NONE) return;
  if (ppl_variable(n->p, at)->is_signed == is_signed) ppl_require_facts(n->p, n->s, at, &f);
}

static void assume(void *self, void *s, az_term condition) {
  ppl *p = self;
  asked a = {p, s};
  az_oracle oracle = {leaf_facts, &a};
  narrowed n = {p, s};
  if (ppl_is_bottom(p, s)) return;
  relate(p, s, condition, true);
  if (ppl_is_bottom(p, s)) return;
  if (!az_facts_assume(p->context->store, condition, &oracle, narrow_leaf, &n)) set_bottom(p, s);
}

static char *print_variable(void *self, const void *s, uint32_t var) {
  ppl *p = self;
  const az_abstract_variable *v = &p->context->vars[var];
  if (p->dimension[var] == AZ_NONE) return NULL;
  az_facts f = facts(p, s, v->term, v->is_signed);
  if (f.none) return az_strdup("_|_");
  return az_asprintf("[%lld,%lld]", (long long)f.least, (long long)f.greatest);
}

/* ---- opening --------------------------------------------------------------------------------- */

static void close_ppl(void *self) {
  ppl *p = self;
  if (!p) return;
  ppl_Coefficient_t *numbers[] = {&p->n, &p->d, &p->m, &p->r};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) ppl_delete_Coefficient(*numbers[i]);
  if (p->limits) ppl_delete_Constraint_System(p->limits);
  if (p->none) ppl_delete_Constraint_System(p->none);
  mpz_clear(p->number);
  free(p->dimension);
  free(p->vars);
  free(p);
}

static void limit(ppl *p, uint32_t dimension, int sign, az_wide constant) {
  az_sum sum = ppl_bound(p, dimension, sign, constant);
  ppl_Linear_Expression_t e = ppl_expression(p, &sum);
  ppl_Constraint_t c;
  if (ppl_new_Constraint(&c, e, PPL_CONSTRAINT_TYPE_GREATER_OR_EQUAL) >= 0) {
    ppl_Constraint_System_insert_Constraint(p->limits, c);
    ppl_delete_Constraint(c);
  }
  ppl_delete_Linear_Expression(e);
}

static bool has_dimension(const az_abstract_variable *v) {
  return v->kind == AZ_ABSTRACT_NUMBER && !v->several;
}

static void *open_ppl(const az_transfer_context *context, const az_desc *options, az_error *err) {
  /* The first call fails if the library is already initialised. The rounding mode that it sets is
   * for shapes of floats, which are not used here. */
  ppl_initialize();
  ppl_restore_pre_PPL_rounding();
  ppl *p = az_calloc(1, sizeof *p);
  p->context = context;
  p->kind = ppl_kind_of(az_desc_string(options, "abstraction"));
  mpz_init(p->number);
  ppl_Coefficient_t *numbers[] = {&p->n, &p->d, &p->m, &p->r};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) ppl_new_Coefficient(numbers[i]);
  p->dimension = az_calloc(context->var_count + 1, sizeof *p->dimension);
  p->vars = az_calloc(context->var_count + 1, sizeof *p->vars);
  int64_t most = az_desc_int(options, "most");
  for (uint32_t v = 0; v < context->var_count; v++) {
    p->dimension[v] = AZ_NONE;
    if (!has_dimension(&context->vars[v]) || p->dimensions >= most) continue;
    p->dimension[v] = p->dimensions;
    p->vars[p->dimensions++] = v;
  }
  if (ppl_new_Constraint_System(&p->limits) < 0 || ppl_new_Constraint_System(&p->none) < 0) {
    az_fail(err, AZ_ERR_RESOURCE, "ppl: the library has no memory");
    close_ppl(p);
    return NULL;
  }
  for (uint32_t i = 0; i < p->dimensions; i++) {
    limit(p, i, 1, -ppl_of_type(p, i).least);
    limit(p, i, -1, ppl_of_type(p, i).greatest);
  }
  return p;
}

static const az_transfer_ops transfer = {
    .open = open_ppl,
    .close = close_ppl,
    .is_bottom = ppl_is_bottom,
    .narrow = meet,
    .claims = ppl_claims,
    .print = ppl_print,
    AZ_TRANSFER_LATTICE,
    AZ_TRANSFER_ACTIONS,
};

AZ_FOUND_CLAIMS_DOMAIN(transfer, "kleene");

static const az_option options[] = {
    {.name = "abstraction",
     .type = AZ_OPT_ENUM,
     .initial = "octagon",
     .choices = (const char *const[]){"octagon", "polyhedron", "grid", "box", NULL},
     .summary = "the abstract domain of the library"},
    {.name = "most",
     .type = AZ_OPT_INT,
     .initial = "40",
     .least = 1,
     .greatest = 100000,
     .summary = "variables, at most; nothing is known about the rest"},
    {0}};

AZ_MODULE(ppl) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "ppl", "1.0"),
    .summary = "octagons, polyhedra, grids and boxes of the Parma Polyhedra Library, along the "
               "control flow",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
