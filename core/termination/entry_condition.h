/* What the entry function may assume: see entry_condition.c. */
#ifndef AZ_TERMINATION_ENTRY_CONDITION_H
#define AZ_TERMINATION_ENTRY_CONDITION_H

#include "ansatz/program.h"

/* An integer of an arbitrary entry state: an argument of the entry function, or a global. */
typedef struct az_entry_input {
  const char *name;
  az_type type;
  az_term value;   /* where the entry function is called */
  uint32_t object; /* the global that it is read from; AZ_NONE: an argument */
} az_entry_input;

/* Those of a program whose entry state is arbitrary, `most` at most; stb_ds. */
az_entry_input *entry_inputs(const az_program *p, uint32_t most);

/* The program with the executions alone in which the condition over these inputs holds when the
 * entry function is called. It shares all else with the program, and lives in its arena. */
az_program *entry_assumed(const az_program *p, const az_entry_input *inputs, az_term condition);

#endif
