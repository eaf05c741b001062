/* Strategies: how the parameters of a domain's rows are found. A strategy works on an az_synthesis,
 * which presents the second-order problem "find d such that the rows are inductive" as first-order
 * queries [kroening2023, sec. 5.1, 6.1]. */
#ifndef ANSATZ_STRATEGY_H
#define ANSATZ_STRATEGY_H

#include "ansatz/domain.h"
#include "ansatz/linkage.h"
#include "ansatz/solver.h"

AZ_BEGIN_C

typedef struct az_synthesis az_synthesis;
/* For strategies along the control flow, and for those that use an analysis: ansatz/analysis.h. */
typedef struct az_analyses az_analyses;
typedef struct az_equations az_equations;
typedef struct az_transfer az_transfer;
typedef struct az_solution az_solution;

/* A proof obligation: a state at which a claim of a row of its view must hold. The claim T is
 * violated where `condition and not T(state)` holds. */
typedef struct az_obligation {
  az_term condition;
  az_state state;
} az_obligation;

az_store *az_synthesis_store(const az_synthesis *s);
/* Returns the current time on the clock of deadlines: seconds, or work under a budget. */
double az_synthesis_clock(const az_synthesis *s);
const az_domain *az_synthesis_domain(const az_synthesis *s);
/* Returns all proof obligations of a view (every copy and every instance of the loop, guards as in
 * docs/soundness.md 2). */
const az_obligation *az_synthesis_obligations(const az_synthesis *s, uint32_t view, size_t *count);
/* For strategies that read terms: returns the states at which a claim of a row of the view is
 * assumed (`condition implies T(state)`). */
const az_obligation *az_synthesis_assumed(const az_synthesis *s, uint32_t view, size_t *count);
/* Returns all iterations that a transition row must hold for, as proof obligations that have
 * `state.next`. */
const az_obligation *az_synthesis_iterations(const az_synthesis *s, az_row row, size_t *count);
/* Returns the definition of a variable of an unwinding cut-off that a later copy has defined;
 * AZ_NO_TERM if the variable is free. */
az_term az_synthesis_defined(const az_synthesis *s, az_term var);
/* Returns whether components of rankings are bounded by az_ranking_bounded; if not, only their own
 * floors bound them. */
bool az_synthesis_bounds_rankings(const az_synthesis *s);
/* Returns a few reachable states of the view, found by test runs of the program and laid out as in
 * az_state (constants; AZ_NO_TERM: unknown). */
const az_term *const *az_synthesis_samples(az_synthesis *s, uint32_t view, size_t *count);
/* Makes the claims of the rows under `value` facts at every state where they may be assumed. The
 * cost depends only on the number of rows whose claims changed. */
void az_synthesis_assume(az_synthesis *s, const void *value);
/* Decides whether the facts and the assumptions are satisfiable together. */
az_answer az_synthesis_check(az_synthesis *s, const az_term *assumptions, size_t count,
                             double deadline);
/* Decides whether the facts and at least one of the violations are satisfiable together. Models
 * vary, and make about as many violations true as possible. */
az_answer az_synthesis_check_any(az_synthesis *s, const az_term *violations, size_t count,
                                 double deadline);
/* Returns a separate solver for constraints of the strategy, without facts about the program; the
 * caller frees it with az_solver_free. Returns NULL and fills err on failure. */
az_solver *az_synthesis_second_solver(const az_synthesis *s, az_error *err);
/* Returns the model, after AZ_SAT. */
const az_model *az_synthesis_model(const az_synthesis *s);
/* Returns "condition and not T(state)" over all proof obligations of the row, for this value. */
az_term az_synthesis_violation(az_synthesis *s, uint32_t row, const void *value);
/* Decides whether a row can be violated with the claims under `value` as facts. Asks view by view,
 * so that a model violates rows of one view only; meant for queries that are expected to be
 * unsatisfiable. */
az_answer az_synthesis_check_rows(az_synthesis *s, const void *value, double deadline);
/* Sets each row that a model violates to top, until no row can be violated with the remaining rows
 * as facts (AZ_UNSAT: they are inductive). Calls `refuted` for each row before it becomes top. */
az_answer az_synthesis_refute(az_synthesis *s, void *value, double deadline,
                              void (*refuted)(void *ctx, uint32_t row, const void *value),
                              void *ctx);
/* For the log: sets the reason for the next change of a row, a literal such as "bisection",
 * "threshold", "widening". A change without a reason is attributed to the last model. */
void az_synthesis_why(az_synthesis *s, uint32_t row, const char *why);
/* For the log: shows an iterate that is not queried. This costs nothing without a log, but
 * computing the value does: az_log_on(az_store_log(store), AZ_TOPIC_synth) returns whether there is
 * a log. */
void az_synthesis_show(az_synthesis *s, const void *value, const char *why);
/* After AZ_SAT of a violation: returns a proof obligation of the row that the model violates, or
 * NULL. If a row about all elements of an array is violated at another index than the value of the
 * rigid index, that index replaces this value in the model until the next call or query. */
const az_obligation *az_synthesis_violated_obligation(az_synthesis *s, uint32_t row,
                                                      const void *value);

/* ---- abstract interpretation beside templates ------------------------------------------------ */

/* Returns the analyses of the program; NULL for a hand-made synthesis. */
az_analyses *az_synthesis_analyses(const az_synthesis *s);

/* ---- composites: components under each other's claims ---------------------------------------- */

/* A component of a synthesis' domain. Its first row has number `first` in the synthesis. */
typedef struct az_component {
  const az_domain *domain;
  uint32_t first;
} az_component;

/* Returns the problem restricted to some components: the same solver and proof obligations, but
 * only their rows. For all other rows, the claims last assumed remain facts: assume the joint value
 * before a component continues. `domain`: the component or, for several, a tuple of them (tuple.h);
 * it outlives the subproblem, which is freed before `s`. */
az_synthesis *az_synthesis_subproblem(az_synthesis *s, const az_domain *domain,
                                      const az_component *parts, size_t count);
void az_synthesis_subproblem_free(az_synthesis *subproblem);
/* Returns the strategy of the domain or of one of its components: the one given with it, the one
 * that it implies, or the default strategy if that fits. NULL for hand-made syntheses. */
const az_desc *az_synthesis_strategy(const az_synthesis *s, const az_domain *component);
/* Adds a remark about the result for the user, "equality: out of time, ..."; copies it. */
void az_synthesis_note(az_synthesis *s, const char *text);

typedef enum az_step {
  AZ_STEP_IMPROVED,  /* the value grew: call `step` again */
  AZ_STEP_INDUCTIVE, /* no row can be violated: one query over all rows, with exactly these rows as
                        facts, was unsatisfiable */
  AZ_STEP_STOPPED,   /* the deadline was reached, or the solver gave no answer */
} az_step;

/* Runs a step of another strategy on a subproblem, and logs it; `self` is from its `open`. */
az_step az_synthesis_step(az_synthesis *s, const az_desc *strategy, void *self, void *value,
                          double deadline);

/* Facets of the domain that a strategy needs, and transfer functions (transfer.h). */
enum {
  AZ_NEEDS_NUMERIC = 1,
  AZ_NEEDS_INNER = 2,
  AZ_NEEDS_MEASURE = 4,
  AZ_NEEDS_TRANSFER = 8,
};

typedef struct az_strategy_ops {
  uint32_t needs; /* AZ_NEEDS_..., checked before it is opened; 0: any domain will do */
  void *(*open)(az_synthesis *synthesis, const az_desc *options, az_error *err);
  void (*close)(void *self);
  az_step (*step)(void *self, void *value, double deadline);
  /* Solves equations (equations.h) without a solver. NULL: not supported. */
  az_status (*solve)(const az_equations *equations, const az_transfer *domain,
                     const az_desc *options, az_solution *solution, double deadline, az_error *err);
  /* Name of the option that gives a second strategy, which continues from the value that the first
   * found. The domain must meet the needs of both. NULL: none. */
  const char *after;
  bool least_fixed_point; /* finds the least fixed point in the lattice of rows, as documented and
                             tested; false: only an inductive value */
} az_strategy_ops;

AZ_END_C
#endif
