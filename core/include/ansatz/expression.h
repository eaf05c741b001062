/* C expressions over the template variables of a view, as users write them in predicates, template
 * rows and segment borders: "x + 2*y - z", "i < n && s.len >= 0". Names are those of the variables
 * (az_tvar.name: "i", "s.x", "a[0]", "offset(p)"). Operators, precedence, promotion and conversion
 * are C's; division by zero and shifts by the width or more are errors of the text where they are
 * constant, any value otherwise. */
#ifndef ANSATZ_EXPRESSION_H
#define ANSATZ_EXPRESSION_H

#include "ansatz/polyhedra.h"
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct az_expression az_expression;

/* NULL and err (AZ_ERR_INPUT: what is wrong and at which column) if the text is no expression. A
 * name that the view has not is AZ_ERR_UNSUPPORTED: the expression speaks of another view. Names
 * are bound to the context's variables; the context's arrays must outlive the expression. */
az_expression *az_expression_parse(const az_domain_context *context, uint32_t view,
                                   const char *text, az_error *err);
/* Is it an expression for some view? Otherwise what is wrong and at which column. */
az_status az_expression_check(const char *text, az_error *err);
void az_expression_free(az_expression *e);
/* Its C type's width in bits and sign (comparisons: int). */
uint32_t az_expression_bits(const az_expression *e);
bool az_expression_signed(const az_expression *e);
bool az_expression_is_pointer(const az_expression *e);
/* The value in a state of the view, a bit-vector of az_expression_bits. */
az_term az_expression_term(const az_expression *e, const az_state *state);
/* The same as a truth value: not 0. */
az_term az_expression_truth(const az_expression *e, const az_state *state);
/* Read over the mathematical integers as sum_i c_i * x_i + constant. False if it is not of that
 * form with 32-bit coefficients. *sum: stb_ds vector, caller frees with arrfree. */
bool az_expression_linear(const az_expression *e, az_linear **sum, int64_t *constant);

/* A number as C: what fits no signed type is unsigned, what fits no literal is put together. */
void az_print_wide(FILE *out, az_wide number);

#ifdef __cplusplus
}
#endif
#endif
