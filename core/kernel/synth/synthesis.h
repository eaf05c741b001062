/* The core's side of strategy.h: rows of a domain over the views of a step formula. */
#ifndef AZ_SYNTH_SYNTHESIS_H
#define AZ_SYNTH_SYNTHESIS_H

#include "ansatz/strategy.h"
#include "synth/instantiation.h"
#include "synth/settled_rows.h"
#include "synth/sources.h"
#include "cutpoint/cutpoint.h"

/* Which strategy each component of a domain expression runs: its own, `domain{ strategy = ... }`;
 * for composites without one that which they imply; for leaves without one `standard`, or, where
 * their rows lack what that needs, the registry's first strategy that needs nothing. An own
 * strategy that does not fit is an error, as is one inside a composite whose own strategy does not
 * delegate. NULL and err then. */
typedef struct az_strategies az_strategies;
az_strategies *az_strategies_resolve(az_registry *registry, const az_domain *domain,
                                     const az_desc *standard, az_error *err);
void az_strategies_free(az_strategies *strategies);
const az_desc *az_strategies_of(const az_strategies *strategies, const az_domain *component);

/* `solver` has the formula's facts; the domain was opened on the formula's views and variables. */
az_synthesis *az_synthesis_new(const az_cuts *cuts, az_solver *solver, const az_domain *domain);
/* What az_synthesis_strategy answers. */
void az_synthesis_use(az_synthesis *s, const az_strategies *strategies);
/* Rows of other views than these (by view) are not searched: they are no facts and never violated,
 * so that their value says nothing. */
void az_synthesis_limit(az_synthesis *s, const bool *views);
/* Strategies get first guesses from states that runs reach; NULL: they get none. */
void az_synthesis_sample(az_synthesis *s, const az_source_ops *ops);
/* Facts about rigid indices are instantiated where the formula reads; lives longer than `s`. */
void az_synthesis_instantiate(az_synthesis *s, az_instances *instances);
/* For strategies that interpret the program along its control flow. */
void az_synthesis_interpret(az_synthesis *s, az_analyses *analyses);
/* The rows as the domain answered when it was opened. */
const az_row *az_synthesis_opened(const az_synthesis *s, uint32_t *count);
/* Are the rounds of such a row known? It was of rounds when the domain was opened. */
bool az_synthesis_has_rounds(const az_synthesis *s, az_row row);
/* From now on rows and claims are these, which live longer than `s`; the domain is not asked. */
void az_synthesis_settle(az_synthesis *s, const az_settled_rows *settled);
/* Until places are taken back, everybody is shown copies of them: for modules that are not compiled
 * in, which might write to what they are only to read. */
void az_synthesis_lend(az_synthesis *s);
void az_synthesis_take_back(az_synthesis *s);
/* What the strategies noted; as long as the synthesis lives. */
size_t az_synthesis_notes(const az_synthesis *s, const char *const **notes);
/* What it assumed is retired. */
void az_synthesis_free(az_synthesis *s);
/* Runs the strategy to an inductive value (AZ_STEP_INDUCTIVE) or to its end. */
az_step az_synthesis_run(az_synthesis *s, const az_desc *strategy, void *value, double deadline,
                         uint64_t *steps, az_error *err);

#endif
