/* Quantifier instantiation: claims about all indices (docs/soundness.md 6, 7). A template row may
 * speak of an array at a rigid index, a variable of its own that nothing constrains. What is
 * claimed of it is claimed of every index, so that a fact may be instantiated at any. Here that is
 * done at the indices at which the formula reads an array that the fact is about, or at which it
 * was written last before a loop.
 *
 * Which instances are made is a matter of precision only: a bounded number for each fact (limit
 * `instances`), in the order in which the formula reads. Arrays are distinguished by the variables
 * in their terms: an array, what is stored into it, and the arrays that a choice or a round makes
 * of it are one class. */
#ifndef AZ_SYNTH_INSTANTIATION_H
#define AZ_SYNTH_INSTANTIATION_H

#include "ansatz/solver.h"
#include "cutpoint/cutpoint.h"

typedef struct az_instances az_instances;

/* `cuts`: of a step formula, which may be extended. */
az_instances *az_instances_new(const az_cuts *cuts);
void az_instances_free(az_instances *in);
/* Reads what was appended to the formula since. */
void az_instances_update(az_instances *in);
/* A fact about two arrays at one index makes a read of one a read of the other, too. Answers a
 * number that changes when facts have got more instances since. */
uint64_t az_instances_relate(az_instances *in, az_term fact);
/* The fact and its instances. */
az_term az_instances_close(az_instances *in, az_term fact);
/* A fact that stays in the solver while k grows: `tell` asserts its instances at indices that the
 * formula did not read before. */
void az_instances_keep(az_instances *in, az_term fact);
void az_instances_tell(az_instances *in, az_solver *solver);
/* The same at indices that only checks of lost memory read: many objects, which no row needs. The
 * group is to be retired after the queries about these checks. */
az_group az_instances_tell_late(az_instances *in, az_solver *solver);
/* Facts that were kept are forgotten: for a solver that does not have them. */
void az_instances_drop(az_instances *in);

#endif
