/* Strategies: how the parameters of a domain's rows are found. A strategy works on an az_synthesis,
 * the core's view of the second-order problem "find d such that the rows are inductive" as
 * first-order queries [kroening2023, sec. 5.1, 6.1]. */
#ifndef ANSATZ_STRATEGY_H
#define ANSATZ_STRATEGY_H

#include "ansatz/domain.h"
#include "ansatz/solver.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct az_synthesis az_synthesis;
/* Of strategies along the control flow and of those that ask an analysis: ansatz/analysis.h. */
typedef struct az_analyses az_analyses;
typedef struct az_equations az_equations;
typedef struct az_transfer az_transfer;
typedef struct az_solution az_solution;

/* A place where a claim of a row of its view must hold: the claim T is violated there by `condition
 * and not T(state)`. */
typedef struct az_place {
  az_term condition;
  az_state state;
} az_place;

az_store *az_synthesis_store(const az_synthesis *s);
const az_domain *az_synthesis_domain(const az_synthesis *s);
/* All places of a view (every copy and every instance of the loop, guards as docs/soundness.md 2
 * has them). */
const az_place *az_synthesis_places(const az_synthesis *s, uint32_t view, size_t *count);
/* For strategies that read terms: where a claim of a row of the view is assumed (`condition implies
 * T(state)`). */
const az_place *az_synthesis_assumed(const az_synthesis *s, uint32_t view, size_t *count);
/* All rounds that a row of rounds must hold of, as places with `state.next`. */
const az_place *az_synthesis_rounds(const az_synthesis *s, az_row row, size_t *count);
/* The term that a variable names (of what leaves a loop in a later copy); AZ_NO_TERM: it is free.
 */
az_term az_synthesis_defined(const az_synthesis *s, az_term var);
/* Are components of rankings bounded (az_ranking_bounded)? Else they have no floor of their own. */
bool az_synthesis_bounds_rankings(const az_synthesis *s);
/* States of the view that executions of the program reach, each as the terms of an az_state are
 * (constants; AZ_NO_TERM: not known): a few, from test runs. */
const az_term *const *az_synthesis_samples(az_synthesis *s, uint32_t view, size_t *count);
/* The rows' claims under `value` are facts from now on, at every state where they may be assumed.
 * Only rows whose claims changed cost. */
void az_synthesis_assume(az_synthesis *s, const void *value);
/* Facts and assumptions: satisfiable? */
az_answer az_synthesis_check(az_synthesis *s, const az_term *assumptions, size_t count,
                             double deadline);
/* Facts and one of the violations at least: satisfiable? The models make many of them true, about
 * as many as can be true together, and vary. */
az_answer az_synthesis_check_any(az_synthesis *s, const az_term *violations, size_t count,
                                 double deadline);
/* A solver of its own for what a strategy knows itself, without facts of the program; freed by
 * az_solver_free. NULL and err on failure. */
az_solver *az_synthesis_second_solver(const az_synthesis *s, az_error *err);
/* After AZ_SAT. */
const az_model *az_synthesis_model(const az_synthesis *s);
/* "condition and not T(state)" over all places of the row, for this value. */
az_term az_synthesis_violation(az_synthesis *s, uint32_t row, const void *value);
/* The rows' claims under `value` as facts: is a row violated? Most of the time none should be: else
 * the models of az_synthesis_check_any say more. */
az_answer az_synthesis_check_rows(az_synthesis *s, const void *value, double deadline);
/* For the log: what the next change of a row comes of, such as "bisection", "threshold",
 * "widening". A literal. Rows of which nothing is said come of the last model. */
void az_synthesis_why(az_synthesis *s, uint32_t row, const char *why);
/* After AZ_SAT of a violation: a place of the row that the model violates; NULL: none. */
const az_place *az_synthesis_violated_place(az_synthesis *s, uint32_t row, const void *value);

/* ---- abstract interpretation beside templates ------------------------------------------------ */

/* Of the program; NULL: the synthesis was made by hand. */
az_analyses *az_synthesis_analyses(const az_synthesis *s);

/* ---- composites: components under each other's claims ---------------------------------------- */

/* Rows `first` .. of a synthesis' domain are those of `domain` (facet "inner" tells both). */
typedef struct az_component {
  const az_domain *domain;
  uint32_t first;
} az_component;

/* The problem of some components alone: the same solver and places, but only their rows. All
 * other rows keep the facts last assumed of them: assume the joint value before a component goes
 * on. One part: the subproblem's domain is that component. Several: a tuple of them (tuple.h),
 * whose values are arrays of theirs. Freed before `s`. */
az_synthesis *az_synthesis_subproblem(az_synthesis *s, const az_component *parts, size_t count);
void az_synthesis_subproblem_free(az_synthesis *subproblem);
/* The strategy of the domain or of a component of it: given with it, implied, or the default where
 * it fits. NULL: none was asked for (hand-made syntheses). */
const az_desc *az_synthesis_strategy(const az_synthesis *s, const az_domain *component);
/* What the user should know of the result: "equality: out of time, ...". Copied. */
void az_synthesis_note(az_synthesis *s, const char *text);

typedef enum az_step {
  AZ_STEP_IMPROVED,  /* the value grew: call again */
  AZ_STEP_INDUCTIVE, /* no row can be violated: one query over all rows said so with exactly these
                        rows as facts */
  AZ_STEP_STOPPED,   /* deadline, or the solver does not know */
} az_step;

/* A step of another strategy on a subproblem, so that the log has it: `self` is what its operation
 * `open` made. */
az_step az_synthesis_step(az_synthesis *s, const az_desc *strategy, void *self, void *value,
                          double deadline);

typedef struct az_strategy_ops {
  const char *const
      *facets; /* of the domain, that it needs: checked before running; NULL-terminated or NULL */
  void *(*open)(az_synthesis *synthesis, const az_desc *options, az_error *err);
  void (*close)(void *self);
  az_step (*step)(void *self, void *value, double deadline);
  /* Solves equations without asking a solver, for a strategy that can (equations.h). NULL: it
   * cannot. */
  az_status (*solve)(const az_equations *equations, const az_transfer *domain,
                     const az_desc *options, az_solution *solution, double deadline, az_error *err);
  /* The name of an option: the strategy that it holds goes on with the rows, from the value that
   * this one made. What that strategy needs of the domain, this one does. NULL: none. */
  const char *after;
  bool least_fixed_point; /* of the rows' lattice, documented and tested; false: only inductive */
} az_strategy_ops;

#ifdef __cplusplus
}
#endif
#endif
