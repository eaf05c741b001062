/* Requests of domains. While a domain is opened, before it has rows, it may ask which of some
 * conditions hold in all states of a loop (az_domain_context.always). Guess and refute (Houdini)
 * answers such requests. */
#pragma once

#include "synth/instantiation.h"
#include "cutpoint/cutpoint.h"

typedef struct az_houdini az_houdini;

/* Returns a new service for the cut points of a step formula. The formula may be extended later.
 * The service keeps its answers, and asserts in the solver the conditions that hold. */
az_houdini *az_houdini_new(const az_cuts *cuts);
void az_houdini_free(az_houdini *a);
/* Answers the context's requests until `deadline` (az_clock()) or az_houdini_end. The solver must
 * have the formula's facts. */
void az_houdini_begin(az_houdini *a, az_domain_context *context, az_solver *solver,
                      az_instances *instances, double deadline);
void az_houdini_end(az_houdini *a);
/* A condition that was found to hold, and is asserted in the solver. */
typedef struct az_houdini_fact {
  uint32_t view;
  az_term claim;    /* over the formals of the view */
  const char *text; /* lives as long as the service */
} az_houdini_fact;
const az_houdini_fact *az_houdini_found(const az_houdini *a, size_t *count);
/* Notes that the solver has new facts, so that undecided conditions may be decided now. */
void az_houdini_again(az_houdini *a);
