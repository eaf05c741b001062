/* See chosen_inputs.c. */
#ifndef AZ_TERMINATION_CHOSEN_INPUTS_H
#define AZ_TERMINATION_CHOSEN_INPUTS_H

#include "termination/input_policy.h"

/* An input of an infinite execution, as in az_input_choice, with its values as SMT-LIB expressions:
 * constants, or over the variable of az_proof_state. */
typedef struct az_proof_choice {
  /* number of the input, or of the beginning of a lifetime, in all functions, block by block */
  uint32_t statement;
  const char *at; /* its location, for users */
  const char **values;
  uint32_t count, again;
  /* the object (by its number in the program) over whose value they are; AZ_NONE: constants */
  uint32_t object;
  const char *text; /* the value in C, for users; NULL if constant */
} az_proof_choice;

/* Inputs with which the program is non-terminating: the proof is about the closed program
 * (program/closed_program.h). */
typedef struct az_proof_inputs {
  az_proof_choice *choices;
  uint32_t count;
  const char *recursive; /* the function whose calls do not end; NULL if it is a loop */
} az_proof_inputs;

/* Returns the n-th statement that is an input or begins a lifetime, and its `function`; NULL if
 * there are fewer. */
const az_stmt *az_proof_statement(const az_program *p, uint32_t number, uint32_t *function);
/* Returns the variable that stands for the value of an integer of that sort: `state:bv32`. */
az_term az_proof_state(const az_program *p, az_sort sort);
/* Returns the text of a term over variables whose names are valid outside this run. */
const char *az_proof_text(az_arena *arena, const az_store *store, az_term term);

const az_proof_inputs *az_policy_inputs(const az_program *p, const az_policy *policy,
                                        az_arena *arena);

#endif
