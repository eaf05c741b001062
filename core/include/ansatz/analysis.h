/* Analyses along the control flow whose results serve others: a strategy for rows, a segmentation
 * policy, a start value. The equations are of the program and are the same for all k, so each
 * analysis (a domain and a strategy that solves equations) is run once for a program, whoever asks.
 */
#ifndef ANSATZ_ANALYSIS_H
#define ANSATZ_ANALYSIS_H

#include "ansatz/equations.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Those of one program, and how they lie at the loop heads of its formula. */
typedef struct az_analyses az_analyses;

typedef struct az_analysis {
  const az_equations *equations;
  az_transfer transfer;
  az_solution solution;
  bool solved;
} az_analysis;

/* The program as equations, made at the first call. NULL and err: it has too many statements. */
const az_equations *az_analyses_equations(az_analyses *a, az_error *err);
/* The point at which the states of a view are, and such a state over the abstract variables' terms
 * (and unknown values): as in an az_state. AZ_NONE: the equations have no such point, as within
 * recursion. */
uint32_t az_analyses_point(az_analyses *a, uint32_t view, const az_term **values);
/* Returns the object of the formula, by instance (the low part of a pointer's object part), that an
 * object of the equations (az_abstract_target, by number) is in the states of a view. AZ_NONE: it
 * has none, or several. *any: any object of an allocation site, else the one whose instance number
 * is 0. */
uint32_t az_analyses_instance(az_analyses *a, uint32_t view, uint32_t target, bool *any);
/* The analysis by a domain; `strategy` NULL: the one given with the domain, else the first one that
 * solves equations. NULL and err on failure. Lives as long as `a`. */
const az_analysis *az_analyses_open(az_analyses *a, const az_desc *domain, const az_desc *strategy,
                                    az_error *err);
/* Solves it, unless it is solved. `deadline` 0: in the time that there is for questions while a
 * domain is opened. AZ_ERR_RESOURCE: out of time. */
az_status az_analyses_solve(az_analyses *a, const az_analysis *analysis, double deadline,
                            az_error *err);

#ifdef __cplusplus
}
#endif
#endif
