/* See input_policy.c. */
#ifndef AZ_TERMINATION_INPUT_POLICY_H
#define AZ_TERMINATION_INPUT_POLICY_H

#include "ansatz/limits.h"
#include "ansatz/trace.h"
#include "kiki/executions.h"
#include "termination/closed_program.h"

/* A choice for every input, and how the run with it went. */
typedef struct az_policy {
  az_input_choice *choices;
  size_t count;
  uint32_t function, loop; /* the outermost loop that goes on for ever; AZ_NONE: recursion */
  az_loc loc;              /* of that, or where the run was */
  bool repeats;            /* it seems to come back to a state */
  uint32_t recursive;      /* the function that most calls are of, if there are many; AZ_NONE */
} az_policy;

typedef struct az_policies az_policies;

/* `classes`: checks whose failure is an end. `executions`: with an interpreter. What the search
 * works on lives in the arena. */
az_policies *az_policies_new(const az_program *p, const az_execution_ops *executions,
                             az_arena *arena, uint32_t classes, az_limits *limits);
void az_policies_free(az_policies *policies);
/* Looks for a policy whose run does not end soon, until then or `cpu_end`; NULL: none is left that
 * is worth trying. It lives in the arena. */
const az_policy *az_policies_next(az_policies *policies, double cpu_end);
/* Does the run with the policy end within so many steps? True, and why. */
bool az_policy_ends(az_policies *policies, const az_policy *policy, uint64_t steps, az_run *run);
/* The inputs of the run with the policy, as many as `most`; the caller frees its arena. *stem: so
 * many of them come before the loop's second round. */
az_trace *az_policy_trace(az_policies *policies, const az_policy *policy, size_t most,
                          size_t *stem);

#endif
