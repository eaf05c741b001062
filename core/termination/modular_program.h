/* See modular_program.c. */
#ifndef AZ_TERMINATION_MODULAR_PROGRAM_H
#define AZ_TERMINATION_MODULAR_PROGRAM_H

#include "termination/entry_condition.h"

/* When all executions of a function that stands by itself end. */
typedef struct az_callee {
  uint32_t function;
  bool ends;              /* else that is not known, and it is part of its callers */
  az_term holds;          /* AZ_NO_TERM: always; else if this condition holds when it is called, */
  az_entry_input *inputs; /* stb_ds: over these; of an argument, `object` is its parameter */
  const char *text;       /* for people */
} az_callee;

/* The functions that stand by themselves, those that are called before those that call them;
 * stb_ds. NULL: there are none, or the program cannot be taken apart. */
az_callee *az_program_modules(const az_program *p);
void az_callees_free(az_callee *modules);

/* The program that does main, or calls one of the modules that end, from any state in which their
 * conditions hold. Calls of these are replaced by what they may do; where their condition may not
 * hold, the execution leaves what is modelled. NULL: there are too many. */
const az_program *az_program_of_modules(const az_program *p, const az_callee *modules);
/* The program that calls one module alone, whether it ends or not, from any state: an arbitrary
 * entry, as entry_condition.h has it. */
const az_program *az_program_of_module(const az_program *p, const az_callee *modules,
                                       uint32_t which);
/* All executions of the module end if the condition over the entry inputs of that program holds. */
void az_callee_holds_if(az_callee *module, const az_program *alone, az_term holds,
                        const az_entry_input *inputs, const char *text);

#endif
