/* verify --reuse DIR: the invariants of the last run are lemmas that the next run tries first. */
#ifndef ANSATZ_CLI_REUSE_H
#define ANSATZ_CLI_REUSE_H

#include "cli/task_options.h"

/* Tries to prove the property by k-induction with the invariants of the last run in DIR, in a tenth
 * of the time. Implements az_pipeline.decide: returns NULL without err if there is no proof, and
 * never fails. The instrumented program of a proof stays in `arena`. */
az_result *az_reuse_decide(const az_task_options *o, az_registry *registry, const az_program **p,
                           const az_property_request *request, const az_engine_config *options,
                           az_arena *arena);
/* Stores a proof's invariants of loop heads for the next run. If they cannot be written, prints a
 * note. */
void az_reuse_store(const az_task_options *o, const az_program *p,
                    const az_property_request *request, const az_result *result);

#endif
