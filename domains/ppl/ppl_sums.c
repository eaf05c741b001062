/* Numbers, sums and facts in the types of the Parma Polyhedra Library. */
#include "ppl.h"

/* ---- numbers --------------------------------------------------------------------------------- */

ppl_Coefficient_t ppl_number(ppl *p, ppl_Coefficient_t to, az_wide value) {
  bool negative = value < 0;
  unsigned __int128 magnitude = negative ? -(unsigned __int128)value : (unsigned __int128)value;
  uint64_t limbs[2] = {(uint64_t)magnitude, (uint64_t)(magnitude >> 64)};
  mpz_import(p->number, 2, -1, sizeof *limbs, 0, 0, limbs);
  if (negative) mpz_neg(p->number, p->number);
  ppl_assign_Coefficient_from_mpz_t(to, p->number);
  return to;
}

bool ppl_wide_of(const mpz_t z, az_wide *value) {
  uint64_t limbs[2] = {0, 0};
  if (mpz_sizeinbase(z, 2) > 120) return false;
  mpz_export(limbs, NULL, -1, sizeof *limbs, 0, 0, z);
  az_wide v = (az_wide)((unsigned __int128)limbs[1] << 64 | limbs[0]);
  *value = mpz_sgn(z) < 0 ? -v : v;
  return true;
}

bool ppl_wide_of_coefficient(ppl *p, ppl_const_Coefficient_t c, az_wide *value) {
  ppl_Coefficient_to_mpz_t(c, p->number);
  return ppl_wide_of(p->number, value);
}

/* ---- expressions and constraints ------------------------------------------------------------- */

uint32_t ppl_dimension_of(const ppl *p, az_term var) {
  uint32_t v = p->context->var_of(p->context, var);
  return v == AZ_NONE ? AZ_NONE : p->dimension[v];
}

const az_abstract_variable *ppl_variable(const ppl *p, uint32_t dimension) {
  return &p->context->vars[p->vars[dimension]];
}

ppl_Linear_Expression_t ppl_expression(ppl *p, const az_sum *sum) {
  ppl_Linear_Expression_t e;
  if (ppl_new_Linear_Expression_with_dimension(&e, p->dimensions) < 0) return NULL;
  ppl_Linear_Expression_add_to_inhomogeneous(e, ppl_number(p, p->n, sum->constant));
  for (uint32_t i = 0; i < sum->count; i++) {
    uint32_t at = ppl_dimension_of(p, sum->of[i].var);
    if (at == AZ_NONE || ppl_variable(p, at)->is_signed != sum->of[i].is_signed) {
      ppl_delete_Linear_Expression(e);
      return NULL;
    }
    ppl_Linear_Expression_add_to_coefficient(e, at, ppl_number(p, p->n, sum->of[i].coefficient));
  }
  return e;
}

void ppl_require(ppl *p, state *s, const az_sum *sum, enum ppl_enum_Constraint_Type type) {
  ppl_Linear_Expression_t e = ppl_expression(p, sum);
  ppl_Constraint_t c;
  if (!e) return;
  if (ppl_new_Constraint(&c, e, type) >= 0) {
    p->kind->refine(s->shape, c);
    ppl_delete_Constraint(c);
  }
  ppl_delete_Linear_Expression(e);
}

az_sum ppl_bound(const ppl *p, uint32_t dimension, int sign, az_wide constant) {
  const az_abstract_variable *v = ppl_variable(p, dimension);
  return (az_sum){.constant = constant, .count = 1, .of = {{v->term, v->is_signed, sign}}};
}

void ppl_require_congruent(ppl *p, state *s, uint32_t dimension, az_wide modulus, az_wide rest) {
  az_sum sum = ppl_bound(p, dimension, 1, -rest);
  ppl_Linear_Expression_t e = ppl_expression(p, &sum);
  ppl_Congruence_t c;
  if (e && ppl_new_Congruence(&c, e, ppl_number(p, p->m, modulus)) >= 0) {
    p->kind->refine_congruence(s->shape, c);
    ppl_delete_Congruence(c);
  }
  if (e) ppl_delete_Linear_Expression(e);
}

az_facts ppl_of_type(const ppl *p, uint32_t dimension) {
  const az_abstract_variable *v = ppl_variable(p, dimension);
  return az_facts_any(v->bits, v->is_signed);
}

void ppl_require_facts(ppl *p, state *s, uint32_t dimension, const az_facts *f) {
  az_sum above = ppl_bound(p, dimension, 1, -f->least),
         below = ppl_bound(p, dimension, -1, f->greatest);
  if (f->least == f->greatest)
    ppl_require(p, s, &above, PPL_CONSTRAINT_TYPE_EQUAL);
  else {
    ppl_require(p, s, &above, PPL_CONSTRAINT_TYPE_GREATER_OR_EQUAL);
    ppl_require(p, s, &below, PPL_CONSTRAINT_TYPE_GREATER_OR_EQUAL);
    if (p->kind->frequency) ppl_require_congruent(p, s, dimension, f->modulus, f->rest);
  }
}
