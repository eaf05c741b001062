/* The core's side of strategy.h: rows of a domain over the views of a step formula. */
#pragma once

#include "ansatz/strategy.h"
#include "synth/instantiation.h"
#include "synth/frozen_rows.h"
#include "synth/sources.h"
#include "cutpoint/cutpoint.h"

/* The strategy that each component of a domain expression runs. A component's own, `domain{
 * strategy = ... }`, comes first. Without one, a composite runs the strategy that it implies; so
 * does a leaf that implies one, unless `standard` has needs that the leaf's rows meet. Other leaves
 * run `standard` or, if it does not fit, the registry's first strategy without needs. An own
 * strategy that does not fit, or is inside a composite whose own strategy does not delegate, is an
 * error. */
typedef struct az_strategies az_strategies;
az_strategies *az_strategies_resolve(az_registry *registry, const az_domain *domain,
                                     const az_desc *standard, az_error *err);
/* Returns an error if `standard`, the strategy for components without their own, fits none of them.
 * The domain must be open. */
az_status az_strategies_fit(const az_strategies *strategies, const az_desc *standard,
                            az_error *err);
void az_strategies_free(az_strategies *strategies);
/* Returns the names of the strategies, each once, outermost first: "round_robin, thresholds". */
const char *az_strategies_names(const az_strategies *strategies, az_arena *arena);
const az_desc *az_strategies_of(const az_strategies *strategies, const az_domain *component);

/* Returns a new synthesis. `solver` has the formula's facts; the domain was opened on the formula's
 * views and variables. */
az_synthesis *az_synthesis_new(const az_cuts *cuts, az_solver *solver, const az_domain *domain);
/* Sets the strategies that az_synthesis_strategy returns. */
void az_synthesis_use(az_synthesis *s, const az_strategies *strategies);
/* Restricts the search to rows of these views (by view). Other rows are never assumed or violated,
 * and their values mean nothing. */
void az_synthesis_limit(az_synthesis *s, const bool *views);
/* Provides strategies with states that runs reach, for first guesses. `ops` NULL: no states. */
void az_synthesis_sample(az_synthesis *s, const az_source_ops *ops);
/* Instantiates facts about rigid indices at the indices that the formula reads; `instances`
 * outlives `s`. */
void az_synthesis_instantiate(az_synthesis *s, az_instances *instances);
/* Provides the analyses to strategies that interpret the program along its control flow. */
void az_synthesis_interpret(az_synthesis *s, az_analyses *analyses);
/* Returns the rows that the domain had when it was opened. */
const az_row *az_synthesis_opened(const az_synthesis *s, uint32_t *count);
/* Returns whether the iterations of such a row are known, that is, whether it was a transition row
 * when the domain was opened. */
bool az_synthesis_has_iterations(const az_synthesis *s, az_row row);
/* Replaces the domain's rows and claims by `frozen`, which must outlive `s`. */
void az_synthesis_freeze(az_synthesis *s, const az_frozen_rows *frozen);
/* Shows copies of the proof obligations to all readers until az_synthesis_show_originals: modules
 * that are not compiled in might write to the originals. */
void az_synthesis_show_copies(az_synthesis *s);
void az_synthesis_show_originals(az_synthesis *s);
/* Returns the notes of the strategies, which live as long as the synthesis. */
size_t az_synthesis_notes(const az_synthesis *s, const char *const **notes);
/* Frees the synthesis, and retires the facts that it assumed. */
void az_synthesis_free(az_synthesis *s);
/* Runs the strategy to an inductive value (AZ_STEP_INDUCTIVE) or to its end. */
az_step az_synthesis_run(az_synthesis *s, const az_desc *strategy, void *value, double deadline,
                         uint64_t *steps, az_error *err);
