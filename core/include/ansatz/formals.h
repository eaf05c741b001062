/* Terms over the variables of a view, as opposed to terms over one of its states. A formal
 * represents one term of a state. A formula is a term whose only variables are formals of one view;
 * substitution gives its value in any state of the view. This is a helper for domains whose rows
 * are arbitrary conditions or expressions, in-tree and out-of-tree. */
#ifndef ANSATZ_FORMALS_H
#define ANSATZ_FORMALS_H

#include "ansatz/domain.h"
#include "ansatz/linkage.h"

AZ_BEGIN_C

typedef struct az_formals az_formals;
typedef struct az_formula az_formula;

/* Creates formals for the non-auxiliary variables of all views; in hand-made contexts without
 * canonical states, only for integers and floats. The context's tables must outlive them. */
az_formals *az_formals_new(const az_domain_context *context);
void az_formals_free(az_formals *f);
/* Returns the state of the view that consists of its formals, with AZ_NO_TERM for variables without
 * formals. */
az_state az_formals_state(const az_formals *f, uint32_t view);
/* Replaces, in place, terms over the canonical state of the view (such as conditions of the
 * program) by terms over its formals. */
void az_formals_of_canonical(az_formals *f, uint32_t view, az_term *terms, size_t count);
/* Returns a formula that lives as long as `f`; NULL if a variable of the term is not a formal. */
const az_formula *az_formula_new(az_formals *f, uint32_t view, az_term t);
az_term az_formula_term(const az_formula *formula);
/* Returns whether the formula mentions a variable that the loop changes. */
bool az_formula_changes(const az_formula *formula);
/* Returns the number of state terms that the formula mentions. */
uint32_t az_formula_arity(const az_formula *formula);
az_term az_formula_at(const az_formula *formula, const az_state *state);
/* Returns the term as C, in the names of the variables; the caller frees it. */
char *az_formals_print(az_formals *f, az_term t);

AZ_END_C
#endif
