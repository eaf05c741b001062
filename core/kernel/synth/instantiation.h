/* Quantifier instantiation: claims about all indices (docs/soundness.md 6, 7). A template row may
 * mention an array at a rigid index, a variable of its own that nothing constrains. A claim that
 * holds of it holds of every index, so that a fact may be instantiated at any. Here that is done at
 * the indices at which the formula reads an array that the fact is about, or at which it was
 * written last before a loop.
 *
 * Which instances are made is a matter of precision only: a bounded number for each fact (limit
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
/* Relates the arrays of a fact: if it is about two arrays at one index, a read of one is a read of
 * the other, too. Returns a number that changes when facts have got more instances since. */
uint64_t az_instances_relate(az_instances *in, az_term fact);
/* Returns the conjunction of the fact and its instances. */
az_term az_instances_close(az_instances *in, az_term fact);
/* Indices in place of the rigid ones. */
typedef struct az_index_choice {
  uint32_t images[2], count; /* numbers of substitutions, which are applied in this order */
} az_index_choice;
/* Returns whether an instance of the claim is false in the solver's model, and which one. The model
 * is one of the facts and of their instances, so that it stays one when a rigid index has the value
 * of another read, but for facts that lack this instance: the caller tries these. Indices of arrays
 * are tried, not the rigid objects. */
bool az_instances_violated(az_instances *in, az_solver *solver, az_term claim,
                           az_index_choice *choice);
/* Returns the term in the instance. */
az_term az_instances_term(az_instances *in, const az_index_choice *choice, az_term t);
/* Keeps a fact that stays in the solver while k grows: az_instances_assert asserts its instances at
 * indices that the formula did not read before. */
void az_instances_keep(az_instances *in, az_term fact);
void az_instances_assert(az_instances *in, az_solver *solver);
/* Drops the facts that were kept, for a solver that does not have them. */
void az_instances_drop(az_instances *in);
