/* Executions of a program, compiled or interpreted, as the kernel and the proofs of termination and
 * non-termination use them. The room `evidence` implements the table. */
#pragma once

#include "ansatz/trace.h"

typedef struct az_execution_ops {
  /* Replays the trace, which counts as a counterexample if the replay confirms it
   * (docs/soundness.md 8, 9). NULL: nothing is replayed. */
  az_replay (*confirm)(const az_program *program, const az_trace *trace,
                       const az_replay_options *options);
  /* Runs the program on random inputs until a wanted check fails: see az_replay_random. */
  az_trace *(*test_run)(const az_program *program, const az_replay_options *options,
                        uint32_t first_seed, const bool *wanted, az_replay *replay);
  /* Runs the program on inputs for which it is proved not to end: az_replay_nonterminating. */
  az_replay (*never_ends)(const az_program *program, const az_trace *trace,
                          const az_replay_options *options);
  /* The concrete interpreter: see ansatz/trace.h. */
  az_run (*interpret)(const az_program *program, const az_interpreter_options *options);
  az_term (*value)(az_interpreter *self, uint32_t object, uint64_t offset, az_type type);
  uint64_t (*hash)(const az_interpreter *self);
} az_execution_ops;
