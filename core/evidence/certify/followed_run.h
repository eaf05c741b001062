/* A run of the interpreter as a run of a step formula: the state at each arrival at a loop's head
 * as values of the cut point's positions. Activations are found by their call paths, objects by
 * where they were allocated, objects of a site by identities that ascend; ghost cells are updated
 * at every event by what the observations say. What the execution does not determine is a variable,
 * which says why. */
#ifndef AZ_CERTIFY_FOLLOWED_RUN_H
#define AZ_CERTIFY_FOLLOWED_RUN_H

#include "cutpoint/cutpoint.h"
#include "replay/inspect.h"

typedef struct az_followed az_followed;

/* An object that the run allocated and that lives: where its instance is a site, which one it is.
 */
typedef struct az_followed_object {
  uint32_t number; /* in the run */
  uint32_t id, identity;
  uint32_t depth; /* of the activation that it ends with; AZ_NONE: it is of the heap */
} az_followed_object;

az_followed *az_followed_new(const az_cuts *cuts);
void az_followed_free(az_followed *followed);
/* Another run begins. */
void az_followed_begin(az_followed *followed);
/* The interpreter's callbacks. An arrival answers the index of the loop among ssa->heads; AZ_NONE:
 * the run cannot be followed there, az_followed_trouble says why. */
void az_followed_event(az_followed *followed, const az_interpreter *run, const az_run_event *event);
uint32_t az_followed_arrival(az_followed *followed, const az_interpreter *run, uint32_t loop,
                             bool from_back_edge);
/* NULL: nothing. A run with trouble stays so to its end. */
const char *az_followed_trouble(const az_followed *followed);

/* After an arrival: the values of the positions, by the layout; stb_ds, the caller frees. */
az_term *az_followed_state(az_followed *followed, const az_interpreter *run, uint32_t head);
const az_followed_object *az_followed_objects(const az_followed *followed, size_t *count);
/* Elements of the array in a slot: those of an object, the least number where there are several;
 * UINT64_MAX: it is no array, or has no object. */
uint64_t az_followed_elements(az_followed *followed, const az_interpreter *run, uint32_t slot);
/* Of a large array some cells are known only: how many of so many, and the i-th of them. */
uint64_t az_followed_cells(uint64_t elements);
uint64_t az_followed_cell(uint64_t elements, uint64_t i);
/* Bytes of an instance's object that exists; AZ_NO_TERM: none does, or several. */
az_term az_followed_size(az_followed *followed, const az_interpreter *run, uint32_t id);
/* What a variable in a value stands for; NULL: it is none of these. */
const char *az_followed_unknown(const az_followed *followed, az_term var);

#endif
