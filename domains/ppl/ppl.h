/* The state of the domain ppl, numbers and sums in the library's types, and claims. */
#ifndef ANSATZ_PPL_H
#define ANSATZ_PPL_H

#include "ansatz/arena.h"
#include "ansatz/transfer.h"
#include "ppl_kinds.h"
#include <gmp.h>

typedef struct ppl {
  const az_transfer_context *context;
  const ppl_kind *kind;
  uint32_t *dimension; /* by variable; AZ_NONE if it has none */
  uint32_t *vars;      /* by dimension */
  uint32_t dimensions;
  ppl_Constraint_System_t limits; /* limits of widening: the bounds of all types */
  ppl_Constraint_System_t none;   /* an empty system, for wrapping */
  ppl_Coefficient_t n, d, m, r;   /* results of the library */
  mpz_t number;
} ppl;

typedef struct state {
  void *shape;
} state;

static inline bool ppl_is_bottom(void *self, const void *s) {
  return ((ppl *)self)->kind->is_empty(((const state *)s)->shape) > 0;
}

/* ---- ppl_sums.c ------------------------------------------------------------------------------ */

ppl_Coefficient_t ppl_number(ppl *p, ppl_Coefficient_t to, az_wide value);
/* Returns false if the number is too large. */
bool ppl_wide_of(const mpz_t z, az_wide *value);
bool ppl_wide_of_coefficient(ppl *p, ppl_const_Coefficient_t c, az_wide *value);

uint32_t ppl_dimension_of(const ppl *p, az_term var); /* or AZ_NONE */
const az_abstract_variable *ppl_variable(const ppl *p, uint32_t dimension);
az_facts ppl_of_type(const ppl *p, uint32_t dimension);
/* Returns the sum sign * variable + constant, whose bound is 0. */
az_sum ppl_bound(const ppl *p, uint32_t dimension, int sign, az_wide constant);
/* Returns NULL if a summand has no dimension, or another signedness than its variable. The caller
 * deletes the result. */
ppl_Linear_Expression_t ppl_expression(ppl *p, const az_sum *sum);

/* Refine the state: by sum >= 0 or sum = 0; by a variable's remainder; by its facts. */
void ppl_require(ppl *p, state *s, const az_sum *sum, enum ppl_enum_Constraint_Type type);
void ppl_require_congruent(ppl *p, state *s, uint32_t dimension, az_wide modulus, az_wide rest);
void ppl_require_facts(ppl *p, state *s, uint32_t dimension, const az_facts *f);

/* ---- ppl_claims.c ---------------------------------------------------------------------------- */

void ppl_claims(void *self, const void *s, const az_claim_sink *sink);
char *ppl_print(void *self, const void *s);

#endif
