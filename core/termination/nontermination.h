/* Infinite executions: programs that are closed by choices of their inputs, the search for such
 * choices, and proofs with them. The first comment of each file describes its part. */
#pragma once

#include "kiki/executions.h"
#include "kiki/portfolio.h"

/* ---- closed_program.c ------------------------------------------------------------------------ */

/* The values of an input statement at its visits, in order; after the last one, the values from
 * number `again` on are repeated. The values are constants of the input's sort. For the beginning
 * of a local's lifetime, they have the sort of the local's type, if it is scalar; without values,
 * all bytes are zero. For an input statement they may also be expressions over the value that a
 * scalar object (a global, or a local of the statement's function) has at the visit. */
typedef struct az_input_choice {
  const az_stmt *stmt;
  const az_term *values;
  uint32_t count, again;
  az_term state;    /* represents the value of `object` in `values`; AZ_NO_TERM: constants */
  uint32_t object;  /* with `state`: the object */
  const char *text; /* with `state`: the values, in C */
} az_input_choice;

/* Returns whether the environment may choose the value of the statement for an infinite execution:
 * at the beginning of a local's lifetime, and for inputs other than clocks and answers of the
 * library. */
bool az_input_is_chosen(const az_stmt *stmt);

/* Returns the program with these inputs: every execution of it that ends violates a check, if the
 * checks of `classes` are decided together. Inputs without a choice stay free, and causes stay. It
 * lives in the arena, shares most data with `p`, and must not outlive it. `idle`: NULL, or set to
 * whether signed overflows that decide nothing do not end an execution. */
az_program *az_program_close(const az_program *p, az_arena *arena, uint32_t classes,
                             const az_input_choice *choices, size_t count, bool *idle);

/* Returns the checks of signed overflows whose results decide nothing (stb_ds). */
const az_stmt **az_idle_overflows(const az_program *p, const az_input_choice *choices,
                                  size_t count);

/* Returns the closed program in which executions that violate the checks of `assumed` are excluded:
 * if the checks of `classes` hold in it, no execution of `p` ends without such a violation. It
 * lives in the arena of `p`. */
az_program *az_program_unwanted(const az_program *p, uint32_t classes, uint32_t assumed);

/* ---- inputs_in_place.c ----------------------------------------------------------------------- */

typedef struct az_stmt_origin {
  const az_stmt *key, *value;
} az_stmt_origin;

/* Returns the same program, in which calls of functions that only yield inputs are replaced by
 * these inputs. It lives in the arena, shares most data with `p`, and must not outlive it; it is
 * `p` itself if there are no such calls. A second call gives statements and objects the same
 * numbers. `origins`, if not NULL, is set to a map (stb_ds, the caller frees it) from statements of
 * changed functions to those of `p`. */
const az_program *az_program_inputs_in_place(const az_program *p, az_arena *arena,
                                             az_stmt_origin **origins);

/* ---- input_policy.c -------------------------------------------------------------------------- */

/* A choice for every input, and the outcome of the run with these choices. */
typedef struct az_policy {
  az_input_choice *choices;
  size_t count;
  uint32_t function, loop; /* the outermost loop that runs forever; AZ_NONE: recursion */
  az_loc loc;              /* location of the loop, or of the run's last statement */
  bool repeats;            /* the run seems to return to a state */
  uint32_t recursive;      /* the function with most unfinished calls, if they are many; else
                              AZ_NONE */
} az_policy;

typedef struct az_policies az_policies;

/* Returns a new search. `classes` are the checks whose failure ends an execution; `executions` has
 * an interpreter. The data of the search are allocated in the arena. */
az_policies *az_policies_new(const az_program *p, const az_execution_ops *executions,
                             az_arena *arena, uint32_t classes, az_limits *limits);
void az_policies_free(az_policies *policies);
/* Looks for a policy whose run does not end soon, until one is found or until `cpu_end`. Returns
 * NULL if no policy is left that is worth a try. The policy is allocated in the arena. */
const az_policy *az_policies_next(az_policies *policies, double cpu_end);
/* Returns whether the run with the policy ends within so many steps, and why. */
bool az_policy_ends(az_policies *policies, const az_policy *policy, uint64_t steps, az_run *run);
/* Returns the first inputs of the run with the policy, at most `most`; the caller frees the trace's
 * arena. *stem: the number of inputs before the loop's second iteration. */
az_trace *az_policy_trace(az_policies *policies, const az_policy *policy, size_t most,
                          size_t *stem);

/* ---- chosen_inputs.c: the inputs in a certificate -------------------------------------------- */

/* An input of an infinite execution, as in az_input_choice. Its values are SMT-LIB expressions:
 * constants, or terms over the variable of az_proof_state. */
typedef struct az_proof_choice {
  /* number of the input or beginning of a lifetime, in all functions, counted block by block */
  uint32_t statement;
  const char *at; /* its location, for users */
  const char **values;
  uint32_t count, again;
  /* the object (by its number in the program) whose value `values` depend on; AZ_NONE: constants */
  uint32_t object;
  const char *text; /* the value in C, for users; NULL if constant */
} az_proof_choice;

/* Inputs with which the program is non-terminating: the proof is about the closed program
 * (closed_program.c). */
typedef struct az_proof_inputs {
  az_proof_choice *choices;
  uint32_t count;
  const char *recursive; /* the function whose calls do not end; NULL: a loop does not end */
} az_proof_inputs;

/* Returns the n-th statement that is an input or begins a lifetime, and its `function`; NULL if
 * there are fewer. */
const az_stmt *az_proof_statement(const az_program *p, uint32_t number, uint32_t *function);
/* Returns the variable for the value of an integer of that sort, `state:bv32`. */
az_term az_proof_state(const az_program *p, az_sort sort);
/* Returns the text of a term over variables whose names are valid outside this run. */
const char *az_proof_text(az_arena *arena, const az_store *store, az_term term);

const az_proof_inputs *az_policy_inputs(const az_program *p, const az_policy *policy,
                                        az_arena *arena);

/* ---- nonterminating_calls.c ------------------------------------------------------------------ */

/* Rewrites the program so that the recursion to which the function belongs becomes a loop
 * (nonterminating_calls.c). The program must not share functions, blocks or statements with another
 * one. Returns false if this is impossible (the program is then unusable), or on an error. */
bool az_program_forget_callers(az_program *p, uint32_t function, az_error *err);

/* ---- recurrent_set.c ------------------------------------------------------------------------- */

/* Adds the recurrent sets of a loop to the result, from its invariants: one for each call path. */
void az_recurrent_sets_find(az_result *result, uint32_t function, uint32_t loop);

/* ---- nontermination.c ------------------------------------------------------------------------ */

typedef struct az_nontermination az_nontermination;

/* Returns the classes of checks whose failure ends an execution. Under `wrap`, signed overflow is
 * not one of them. */
uint32_t az_nontermination_ends(az_signed_overflow overflow);

/* Returns a new search for an infinite execution of the program, in turns of growing length.
 * `safety`: stages for the proofs about closed programs; their modes are ignored. The arguments
 * must outlive the search. */
az_nontermination *az_nontermination_new(const az_program *p, az_registry *registry,
                                         az_configuration safety, const az_engine_config *options);
void az_nontermination_free(az_nontermination *n);

typedef enum az_nontermination_answer {
  AZ_NT_OPEN,  /* the time of this turn is used up */
  AZ_NT_DONE,  /* there is nothing more to try */
  AZ_NT_FOUND, /* the result has the verdict false */
} az_nontermination_answer;
/* Looks briefly, until `cpu_end`, for an execution that returns to an earlier state. Returns true
 * if one is found. */
bool az_nontermination_repeats(az_nontermination *n, double cpu_end, az_error *err);
/* Takes a turn, until `cpu_end` (0: until it is done). */
az_nontermination_answer az_nontermination_turn(az_nontermination *n, double cpu_end,
                                                az_error *err);
/* Returns the result, once; the caller frees it. If an execution was found, the verdict is false,
 * with the trace of the inputs and the invariants of the proof; else unknown, with the reason. */
az_result *az_nontermination_result(az_nontermination *n);
