/* Maps a run of the interpreter to a run of a step formula: the state at each visit of a loop head
 * becomes values of the cut point's positions. Activations are found by their call paths, objects
 * by their allocation sites, objects of a site by ascending instance numbers. Ghost cells are
 * updated at every event as the observations define it. A value that the execution does not
 * determine is a variable, with the reason as its name. */
#pragma once

#include "cutpoint/cutpoint.h"
#include "replay/inspect.h"

typedef struct az_followed az_followed;

/* A live object that the run allocated. `id`: its instance. If the instance is an allocation site,
 * `instance_number` distinguishes the objects of the site. */
typedef struct az_followed_object {
  uint32_t number; /* in the run */
  uint32_t id, instance_number;
  uint32_t depth; /* of the activation with which the object ends; AZ_NONE: on the heap */
} az_followed_object;

az_followed *az_followed_new(const az_cuts *cuts);
void az_followed_free(az_followed *followed);
/* Begins another run. */
void az_followed_begin(az_followed *followed);
/* The interpreter's callbacks. A visit of a head returns the loop's index among ssa->heads, or
 * AZ_NONE if the run cannot be followed there, for the reason in az_followed_trouble. */
void az_followed_event(az_followed *followed, const az_interpreter *run, const az_run_event *event);
uint32_t az_followed_at_head(az_followed *followed, const az_interpreter *run, uint32_t loop,
                             bool from_back_edge);
/* Returns why the run cannot be followed from here on, or NULL if it can. */
const char *az_followed_trouble(const az_followed *followed);

/* Returns the values of the positions after a visit of a head, in the order of the layout; stb_ds,
 * which the caller frees. */
az_term *az_followed_state(az_followed *followed, const az_interpreter *run, uint32_t head);
const az_followed_object *az_followed_objects(const az_followed *followed, size_t *count);
/* Returns the number of elements of the array in a slot. If there are several objects, returns the
 * smallest such number; UINT64_MAX if the slot has no array or no object. */
uint64_t az_followed_elements(az_followed *followed, const az_interpreter *run, uint32_t slot);
/* Return how many cells of a large array are known, and the index of the i-th one. */
uint64_t az_followed_cells(uint64_t elements);
uint64_t az_followed_cell(uint64_t elements, uint64_t i);
/* Returns the size of the instance's object, or AZ_NO_TERM unless exactly one exists. */
az_term az_followed_size(az_followed *followed, const az_interpreter *run, uint32_t id);
/* Returns why the value that this variable represents is unknown, or NULL for other variables. */
const char *az_followed_unknown(const az_followed *followed, az_term var);
