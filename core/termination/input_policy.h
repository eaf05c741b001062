/* See input_policy.c. */
#ifndef AZ_TERMINATION_INPUT_POLICY_H
#define AZ_TERMINATION_INPUT_POLICY_H

#include "ansatz/limits.h"
#include "ansatz/trace.h"
#include "kiki/executions.h"
#include "termination/closed_program.h"

/* A choice for every input, and the outcome of the run with it. */
typedef struct az_policy {
  az_input_choice *choices;
  size_t count;
  uint32_t function, loop; /* the outermost loop that runs forever; AZ_NONE: recursion */
  az_loc loc;              /* location of the loop, or of the run's last statement */
  bool repeats;            /* the run seems to return to a state */
  uint32_t recursive;      /* the function of most calls, if there are many; otherwise AZ_NONE */
} az_policy;

typedef struct az_policies az_policies;

/* Returns a new search. `classes` are the checks whose failure ends an execution; `executions` has
 * an interpreter. The data of the search are allocated in the arena. */
az_policies *az_policies_new(const az_program *p, const az_execution_ops *executions,
                             az_arena *arena, uint32_t classes, az_limits *limits);
void az_policies_free(az_policies *policies);
/* Looks for a policy whose run does not end soon, until one is found or until `cpu_end`. Returns
 * NULL if none is left that is worth trying. It is allocated in the arena. */
const az_policy *az_policies_next(az_policies *policies, double cpu_end);
/* Returns whether the run with the policy ends within so many steps, and why. */
bool az_policy_ends(az_policies *policies, const az_policy *policy, uint64_t steps, az_run *run);
/* Returns the inputs of the run with the policy, at most `most`; the caller frees its arena. *stem
 * is the number of those before the loop's second iteration. */
az_trace *az_policy_trace(az_policies *policies, const az_policy *policy, size_t most,
                          size_t *stem);

#endif
