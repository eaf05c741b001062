/* Assumptions of the entry function: see entry_condition.c. */
#ifndef AZ_TERMINATION_ENTRY_CONDITION_H
#define AZ_TERMINATION_ENTRY_CONDITION_H

#include "ansatz/program.h"

/* An integer of an arbitrary entry state: an argument of the entry function, or a global. */
typedef struct az_entry_input {
  const char *name;
  az_type type;
  az_term value;   /* its value where the entry function is called */
  uint32_t object; /* the global that holds it; AZ_NONE: an argument */
} az_entry_input;

/* Returns the entry inputs of a program whose entry state is arbitrary, at most `most` of them;
 * stb_ds. */
az_entry_input *entry_inputs(const az_program *p, uint32_t most);

/* Returns the program restricted to executions in which the condition over these inputs holds when
 * the entry function is called. It shares the rest with the program, and lives in its arena. */
az_program *entry_assumed(const az_program *p, const az_entry_input *inputs, az_term condition);

#endif
