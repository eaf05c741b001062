/* Rankings: tuples that decrease from round to round. */
#ifndef ANSATZ_RANKING_H
#define ANSATZ_RANKING_H

#include "ansatz/domain.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Some component decreases, and none before it increases [kroening2023, Definition 2]: components
 * are given by when they decrease, and when they do not increase. No component: false. As a tuple
 * has finitely many values, no sequence of them decreases for ever. */
az_term az_ranking_lexicographic(az_store *store, const az_term *less, const az_term *not_more,
                                 uint32_t count);

/* A pointer from the state `before` to the state `after`, as the terms of an az_state: it decreases
 * where it becomes NULL, or where what it leads to was allocated before what it led to, and both
 * live. There are finitely many objects at any time, and none is allocated in the past; `younger`:
 * later, among objects whose number the loop does not change. The numbers of objects are names:
 * they are compared with each other within one round, and with nothing else (docs/soundness.md,
 * termination). */
void az_ranking_descends(az_store *store, const az_descent *of, const az_term *before,
                         const az_term *after, az_term *less, az_term *not_more);

/* What a component counts as where executions that overflow are left out: not less than
 * -2^(width - 9). A program whose counter grows until it overflows would end only because integers
 * have so many bits; here a component that needs more than the range of integers that are 8 bits
 * narrower does not decrease. Components of less than 32 bits are over types whose operations are
 * those of int, which do not overflow: they have no bound. */
az_term az_ranking_bounded(az_store *store, az_term component);
/* That bound. */
az_wide az_ranking_least(uint32_t width);

#ifdef __cplusplus
}
#endif
#endif
