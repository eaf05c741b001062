/* See chosen_inputs.c. */
#ifndef AZ_TERMINATION_CHOSEN_INPUTS_H
#define AZ_TERMINATION_CHOSEN_INPUTS_H

#include "termination/input_policy.h"

/* An input of an execution that has no end, as in az_input_choice, with its values as SMT-LIB
 * expressions: constants, or over the variable of az_proof_state. */
typedef struct az_proof_choice {
  uint32_t statement; /* the number of the input, or of the begin of a life, among those of all
                         functions, block by block */
  const char *at;     /* for people: where it is */
  const char **values;
  uint32_t count, again;
  uint32_t object;  /* whose value that is, a number of the program's; AZ_NONE: constants */
  const char *text; /* for people: the value in C; NULL: the constants */
} az_proof_choice;

/* Inputs with which the program never ends: the proof is one of the closed program
 * (program/closed_program.h). */
typedef struct az_proof_inputs {
  az_proof_choice *choices;
  uint32_t count;
  const char *recursive; /* the function whose calls do not end; NULL: a loop does not */
} az_proof_inputs;

/* The n-th statement that begins a life or is an input, of which `function`; NULL: there are not so
 * many. */
const az_stmt *az_proof_statement(const az_program *p, uint32_t number, uint32_t *function);
/* The variable that stands for the value of an integer of that sort: `state:bv32`. */
az_term az_proof_state(const az_program *p, az_sort sort);
/* The text of a term over variables that have their names outside this run. */
const char *az_proof_text(az_arena *arena, const az_store *store, az_term term);

const az_proof_inputs *az_policy_inputs(const az_program *p, const az_policy *policy,
                                        az_arena *arena);

#endif
