/* Template polyhedra: rows  sum_i c_i * x_i <= d  with fixed small coefficients over integer
 * variables of one site (book chapter 6.1). A public helper that interval, zones, octagons and
 * out-of-tree domains stand on: it owns widths, signs, claims, bounds and printing; the domain only
 * lists its rows. */
#ifndef ANSATZ_POLYHEDRA_H
#define ANSATZ_POLYHEDRA_H

#include "ansatz/domain.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct az_polyhedra az_polyhedra;

typedef struct az_linear { /* coefficient * variable (index into the context's vars) */
  uint32_t var;
  int32_t coefficient;
} az_linear;

az_polyhedra *az_polyhedra_new(const az_domain_context *context);
void az_polyhedra_free(az_polyhedra *p);
/* Adds a row over variables of one site; answers its number. Least and greatest value and the width
 * follow from the variables' types. */
uint32_t az_polyhedra_add(az_polyhedra *p, const az_linear *sum, uint32_t terms);
uint32_t az_polyhedra_terms(const az_polyhedra *p, uint32_t row, const az_linear **sum);

/* A domain whose instance *is* an az_polyhedra fills its table with these and its own `open`. */
#define AZ_POLYHEDRA_OPS                                                                           \
  .close = az_polyhedra_close, .takes = az_polyhedra_takes, .row_count = az_polyhedra_row_count,   \
  .row = az_polyhedra_row, .value_new = az_polyhedra_value_new,                                    \
  .value_copy = az_polyhedra_value_copy, .value_free = az_polyhedra_value_free,                    \
  .value_top = az_polyhedra_value_top, .claim = az_polyhedra_claim,                                \
  .improve = az_polyhedra_improve, .print = az_polyhedra_print, .facet = az_polyhedra_facet

void az_polyhedra_close(void *self);
bool az_polyhedra_takes(const az_tvar *var); /* integers of at most 64 bits */
uint32_t az_polyhedra_row_count(void *self);
az_row az_polyhedra_row(void *self, uint32_t row);
void *az_polyhedra_value_new(void *self);
void *az_polyhedra_value_copy(void *self, const void *value);
void az_polyhedra_value_free(void *self, void *value);
void az_polyhedra_value_top(void *self, void *value, uint32_t row);
az_term az_polyhedra_claim(void *self, uint32_t row, const void *value, const az_state *state);
bool az_polyhedra_improve(void *self, uint32_t row, void *value, const az_model *model,
                          const az_state *state);
char *az_polyhedra_print(void *self, uint32_t row, const void *value);
const void *az_polyhedra_facet(void *self, const char *name);

#ifdef __cplusplus
}
#endif
#endif
