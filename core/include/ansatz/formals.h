/* Terms over the variables of a view, as opposed to those over one state of it. A formal stands for
 * one term of a state; a formula is a term whose only variables are formals of one view, so that it
 * means the same in every state: its value there is had by substitution. Domains whose rows are
 * conditions or expressions of any form stand on this; so can out-of-tree ones. */
#ifndef ANSATZ_FORMALS_H
#define ANSATZ_FORMALS_H

#include "ansatz/domain.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct az_formals az_formals;
typedef struct az_formula az_formula;

/* Formals for the variables of all views that are not auxiliary; where the context is hand-made and
 * has no canonical states, for those alone that are integers or floats. The context's tables must
 * outlive them. */
az_formals *az_formals_new(const az_domain_context *context);
void az_formals_free(az_formals *f);
/* The state of the view that consists of its formals; AZ_NO_TERM where there is none. */
az_state az_formals_state(const az_formals *f, uint32_t view);
/* Terms over the view's canonical state, such as conditions of the program, over its formals: in
 * place. */
void az_formals_of_canonical(az_formals *f, uint32_t view, az_term *terms, size_t count);
/* NULL if the term has other variables than formals of the view. It lives as long as `f`. */
const az_formula *az_formula_new(az_formals *f, uint32_t view, az_term t);
az_term az_formula_term(const az_formula *formula);
/* Does it speak of a variable that the loop changes? */
bool az_formula_changes(const az_formula *formula);
/* Of how many terms of a state? */
uint32_t az_formula_arity(const az_formula *formula);
az_term az_formula_at(const az_formula *formula, const az_state *state);
/* As C, in the names of the variables; caller frees. */
char *az_formals_print(az_formals *f, az_term t);

#ifdef __cplusplus
}
#endif
#endif
