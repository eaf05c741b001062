/* Quantifier instantiation: claims about all indices (docs/soundness.md 6, 7). A template row may
 * mention an array at a rigid index, a variable that nothing constrains. A claim that holds for the
 * rigid index holds for every index, so that a fact may be instantiated at any index. The chosen
 * ones are the indices at which the formula reads an array that the fact is about, or at which the
 * array was last written before a loop.
 *
 * The choice of instances affects precision only. Their number is bounded for each fact (limit
 * `instances`), in the order in which the formula reads. Arrays are distinguished by the variables
 * in their terms: an array, its versions after stores, and the arrays that a choice or an iteration
 * makes of it are one class. */
#pragma once

#include "ansatz/solver.h"
#include "cutpoint/cutpoint.h"

typedef struct az_instances az_instances;

/* Returns a new set of instances for the cut points of a step formula, which may be extended. */
az_instances *az_instances_new(const az_cuts *cuts);
void az_instances_free(az_instances *in);
/* Processes the terms that were appended to the formula since the last call. */
void az_instances_update(az_instances *in);
/* Relates the arrays of a fact: if it mentions two arrays at one index, a read of one array is also
 * a read of the other. Returns a number that changes when facts get more instances. */
uint64_t az_instances_relate(az_instances *in, az_term fact);
/* Returns the conjunction of the fact and its instances. */
az_term az_instances_close(az_instances *in, az_term fact);
/* Indices in place of the rigid ones. */
typedef struct az_index_choice {
  uint32_t images[2], count; /* numbers of substitutions, which are applied in this order */
} az_index_choice;
/* Returns whether some instance of the claim is false in the solver's model, and sets *choice to
 * it. The model satisfies the facts and their instances. If a rigid index is given the value of
 * another read, the model still satisfies each fact that has this instance; the caller checks the
 * others. Only array indices are tried, not rigid objects. */
bool az_instances_violated(az_instances *in, az_solver *solver, az_term claim,
                           az_index_choice *choice);
/* Returns the term in the instance. */
az_term az_instances_term(az_instances *in, const az_index_choice *choice, az_term t);
/* Keeps a fact that stays in the solver while k grows: when the formula reads at new indices,
 * az_instances_assert asserts the instances there. */
void az_instances_keep(az_instances *in, az_term fact);
void az_instances_assert(az_instances *in, az_solver *solver);
/* Drops the facts that were kept, for a solver that does not have them. */
void az_instances_drop(az_instances *in);
