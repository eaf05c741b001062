/* C expressions over the template variables of a view, as users write them in predicates, template
 * rows and segment borders: "x + 2*y - z", "i < n && s.len >= 0". Names are those of the variables
 * (az_tvar.name: "i", "s.x", "a[0]", "offset(p)"). Operators, precedence, promotion and conversion
 * are those of C; division by zero and shifts by the width or more are errors if they are constant,
 * and give any value otherwise. */
#ifndef ANSATZ_EXPRESSION_H
#define ANSATZ_EXPRESSION_H

#include "ansatz/linkage.h"
#include "ansatz/polyhedra.h"
#include <stdio.h>

AZ_BEGIN_C

typedef struct az_expression az_expression;

/* Parses a text. Returns NULL and fills err if it is not an expression (AZ_ERR_INPUT, with the
 * column), or if it mentions a name that the view does not have (AZ_ERR_UNSUPPORTED: it may be
 * meant for another view). Names are bound to the context's variables; the context's arrays must
 * outlive the expression. */
az_expression *az_expression_parse(const az_domain_context *context, uint32_t view,
                                   const char *text, az_error *err);
/* Checks that the text is an expression over some view; if not, fills err. */
az_status az_expression_check(const char *text, az_error *err);
void az_expression_free(az_expression *e);
/* Return the width in bits and the sign of the expression's C type (int for comparisons). */
uint32_t az_expression_bits(const az_expression *e);
bool az_expression_signed(const az_expression *e);
bool az_expression_is_pointer(const az_expression *e);
/* Returns the value in a state of the view, a bit-vector of az_expression_bits. */
az_term az_expression_term(const az_expression *e, const az_state *state);
/* Returns the value as a bool term: not 0. */
az_term az_expression_truth(const az_expression *e, const az_state *state);
/* Computes the expression over the mathematical integers as sum_i c_i * x_i + constant. Returns
 * false if it does not have that form with 32-bit coefficients. *sum: stb_ds vector, the caller
 * frees it with arrfree. */
bool az_expression_linear(const az_expression *e, az_linear **sum, int64_t *constant);

/* Prints a number as a C literal, unsigned if no signed type has it; prints an expression if no
 * literal can denote the number. */
void az_print_wide(FILE *out, az_wide number);

AZ_END_C
#endif
