/* See modular_program.c. */
#ifndef AZ_TERMINATION_MODULAR_PROGRAM_H
#define AZ_TERMINATION_MODULAR_PROGRAM_H

#include "termination/entry_condition.h"

/* The condition under which all executions of a self-contained function end. */
typedef struct az_callee {
  uint32_t function;
  bool ends;     /* false: unknown, and the function is part of its callers */
  az_term holds; /* the condition, which must hold when it is called; AZ_NO_TERM: it always ends */
  /* stb_ds: the inputs in `holds`; of an argument, `object` is its parameter */
  az_entry_input *inputs;
  const char *text; /* the condition, for users */
} az_callee;

/* Returns the self-contained functions (modular_program.c), callees before callers; stb_ds. Returns
 * NULL if there are none, or the program cannot be divided. */
az_callee *az_program_modules(const az_program *p);
void az_callees_free(az_callee *modules);

/* Returns the program that executes main, or calls one of the modules that end, from any state in
 * which their conditions hold. Calls of these are replaced by their possible effects; where their
 * condition may not hold, the execution leaves what is modelled. NULL: there are too many. */
const az_program *az_program_of_modules(const az_program *p, const az_callee *modules);
/* Returns the program that only calls one module, whether it ends or not, from any state: an
 * arbitrary entry, as in entry_condition.h. */
const az_program *az_program_of_module(const az_program *p, const az_callee *modules,
                                       uint32_t which);
/* Notes that all executions of the module end if the condition over the entry inputs of `alone`
 * holds. */
void az_callee_holds_if(az_callee *module, const az_program *alone, az_term holds,
                        const az_entry_input *inputs, const char *text);

#endif
