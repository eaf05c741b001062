/* Rankings: tuples that decrease from iteration to iteration. */
#ifndef ANSATZ_RANKING_H
#define ANSATZ_RANKING_H

#include "ansatz/domain.h"
#include "ansatz/linkage.h"

AZ_BEGIN_C

/* Returns the condition that some component decreases and none before it increases [kroening2023,
 * Definition 2]; without components, the condition is false. Each component is given by two
 * conditions: that it decreases, and that it does not increase. As a tuple has finitely many
 * values, no infinite sequence decreases. */
az_term az_ranking_lexicographic(az_store *store, const az_term *less, const az_term *not_more,
                                 uint32_t count);

/* Computes the condition that a pointer decreases from the state `before` to the state `after`
 * (terms laid out as in az_state): it becomes NULL, or its target was allocated before its old
 * target and both are live. This is well-founded: at any time there are finitely many objects, and
 * no new object is older than they are. With `younger`, the target was allocated after the old
 * target, among objects whose number the loop does not change. Instance numbers are names: they are
 * compared within one iteration and not otherwise used (docs/soundness.md, termination). */
void az_ranking_descends(az_store *store, const az_descent *of, const az_term *before,
                         const az_term *after, az_term *less, az_term *not_more);

/* Returns a numeric component of the tuple of a row of `d`, as a term over a state. */
az_term az_ranking_component(az_store *store, const az_domain *d, uint32_t row, const void *value,
                             uint32_t i, const az_term *values);

/* Returns the maximum of the component and -2^14, for executions that do not overflow. A program
 * whose counter grows until it overflows would terminate only because integers have finitely many
 * bits; here, a component does not decrease any further long before. So a factor of 2^16 or less
 * leaves iterations in which nothing decreases. Components of less than 32 bits have no bound: C
 * computes with such types in int, which does not overflow then. */
az_term az_ranking_bounded(az_store *store, az_term component);
/* Returns that bound, -2^14 or the least number of the width. */
az_wide az_ranking_least(uint32_t width);

AZ_END_C
#endif
