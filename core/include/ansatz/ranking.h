/* Rankings: tuples that decrease from round to round. */
#ifndef ANSATZ_RANKING_H
#define ANSATZ_RANKING_H

#include "ansatz/domain.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Some component decreases, and none before it increases [kroening2023, Definition 2]: signed
 * bit-vectors, component by component of equal widths. No component: false. As a tuple has finitely
 * many values, no sequence of them decreases for ever. */
az_term az_ranking_decreases(az_store *store, const az_term *before, const az_term *after,
                             uint32_t count);

#ifdef __cplusplus
}
#endif
#endif
