/* Claims of a state of the domain ppl: its constraints, or its congruences. */
#include "ppl.h"
#include <stdlib.h>

static const char *name_of(void *ctx, az_term var) {
  const ppl *p = ctx;
  return p->context->vars[p->context->var_of(p->context, var)].name;
}

/* Claims sum = 0 modulo m > 0. */
static void claim_congruence(ppl *p, const az_sum *sum, az_wide m, const az_claim_sink *sink) {
  az_store *store = p->context->store;
  uint32_t bits = az_sum_bits(store, sum) + 2;
  while (m >= (az_wide)1 << (bits - 2)) bits++;
  const az_term modulus = az_bv_wide(store, bits, m);
  const az_term e = az_bv_srem(store, az_sum_term(store, sum, bits), modulus);
  char *text = az_sum_text(store, sum, name_of, p);
  char *line = az_asprintf("(%s) %% %lld == 0", text, (long long)m);
  sink->claim(sink->ctx, az_eq(store, e, az_bv(store, bits, 0)), line);
  free(line);
  free(text);
}

/* Coefficients above this limit come from limits of types, and make queries hard. */
enum { LARGEST = 1000 };

/* Computes the sum of the coefficients, which `of` returns. Returns false if there are too many or
 * one is too large. */
static bool sum_of_coefficients(ppl *p, const void *c,
                                int (*of)(ppl *p, const void *c, uint32_t dimension),
                                int (*constant)(ppl *p, const void *c), az_sum *out) {
  az_sum sum = {0};
  if (constant(p, c) < 0 || !ppl_wide_of_coefficient(p, p->n, &sum.constant)) return false;
  for (uint32_t i = 0; i < p->dimensions; i++) {
    az_wide k;
    if (of(p, c, i) < 0 || !ppl_wide_of_coefficient(p, p->n, &k)) return false;
    if (!k) continue;
    az_sum one = ppl_bound(p, i, 1, 0);
    if (k > LARGEST || k < -LARGEST || !az_sum_add(&sum, &one, (int64_t)k, &sum)) return false;
  }
  *out = sum;
  return true;
}

static int of_constraint(ppl *p, const void *c, uint32_t dimension) {
  return ppl_Constraint_coefficient(c, dimension, p->n);
}
static int constant_of_constraint(ppl *p, const void *c) {
  return ppl_Constraint_inhomogeneous_term(c, p->n);
}
static int of_congruence(ppl *p, const void *c, uint32_t dimension) {
  return ppl_Congruence_coefficient(c, dimension, p->n);
}
static int constant_of_congruence(ppl *p, const void *c) {
  return ppl_Congruence_inhomogeneous_term(c, p->n);
}

/* Returns whether the constraint holds for all values of the types. */
static bool is_trivial(const ppl *p, const az_sum *sum, bool equal) {
  if (equal) return false;
  az_wide least = sum->constant;
  for (uint32_t i = 0; i < sum->count; i++) {
    az_facts any = ppl_of_type(p, ppl_dimension_of(p, sum->of[i].var));
    least += sum->of[i].coefficient * (sum->of[i].coefficient > 0 ? any.least : any.greatest);
  }
  return least >= 0;
}

static void claim_constraints(ppl *p, const state *s, const az_claim_sink *sink) {
  ppl_const_Constraint_System_t system;
  ppl_Constraint_System_const_iterator_t at, end;
  ppl_Polyhedron_t same;
  if (p->kind->polyhedron(s->shape, &same) < 0) return;
  if (ppl_Polyhedron_get_minimized_constraints(same, &system) < 0) {
    ppl_delete_Polyhedron(same);
    return;
  }
  ppl_new_Constraint_System_const_iterator(&at);
  ppl_new_Constraint_System_const_iterator(&end);
  ppl_Constraint_System_begin(system, at);
  ppl_Constraint_System_end(system, end);
  for (; !ppl_Constraint_System_const_iterator_equal_test(at, end);
       ppl_Constraint_System_const_iterator_increment(at)) {
    ppl_const_Constraint_t c;
    az_sum sum;
    ppl_Constraint_System_const_iterator_dereference(at, &c);
    bool equal = ppl_Constraint_type(c) == PPL_CONSTRAINT_TYPE_EQUAL;
    if (sum_of_coefficients(p, c, of_constraint, constant_of_constraint, &sum) &&
        !is_trivial(p, &sum, equal))
      az_sum_claim(p->context, &sum, equal, sink);
  }
  ppl_delete_Constraint_System_const_iterator(at);
  ppl_delete_Constraint_System_const_iterator(end);
  ppl_delete_Polyhedron(same);
}

static void claim_congruences(ppl *p, const state *s, const az_claim_sink *sink) {
  ppl_const_Congruence_System_t system;
  ppl_Congruence_System_const_iterator_t at, end;
  if (p->kind->congruences(s->shape, &system) < 0) return;
  ppl_new_Congruence_System_const_iterator(&at);
  ppl_new_Congruence_System_const_iterator(&end);
  ppl_Congruence_System_begin(system, at);
  ppl_Congruence_System_end(system, end);
  for (; !ppl_Congruence_System_const_iterator_equal_test(at, end);
       ppl_Congruence_System_const_iterator_increment(at)) {
    ppl_const_Congruence_t c;
    az_sum sum;
    az_wide modulus;
    ppl_Congruence_System_const_iterator_dereference(at, &c);
    if (ppl_Congruence_modulus(c, p->m) < 0 || !ppl_wide_of_coefficient(p, p->m, &modulus) ||
        modulus == 1 || !sum_of_coefficients(p, c, of_congruence, constant_of_congruence, &sum))
      continue;
    if (modulus)
      claim_congruence(p, &sum, modulus, sink);
    else
      az_sum_claim(p->context, &sum, true, sink);
  }
  ppl_delete_Congruence_System_const_iterator(at);
  ppl_delete_Congruence_System_const_iterator(end);
}

void ppl_claims(void *self, const void *s, const az_claim_sink *sink) {
  ppl *p = self;
  if (ppl_is_bottom(p, s))
    sink->claim(sink->ctx, az_false(p->context->store), "false");
  else if (p->kind->frequency)
    claim_congruences(p, s, sink);
  else
    claim_constraints(p, s, sink);
}

static void print_claim(void *ctx, az_term claim, const char *text) {
  (void)claim;
  char **all = ctx;
  char *longer = *all ? az_asprintf("%s, %s", *all, text) : az_strdup(text);
  free(*all);
  *all = longer;
}

char *ppl_print(void *self, const void *s) {
  char *all = NULL;
  if (ppl_is_bottom(self, s)) return az_strdup("_|_");
  ppl_claims(self, s, &(az_claim_sink){print_claim, &all});
  return all ? all : az_strdup("T");
}
