/* Conditions on the entry state under which all executions of a program or module end or are safe.
 */
#pragma once

#include "kiki/portfolio.h"

/* ---- entry_condition.c: assumptions of the entry function ------------------------------------ */

/* An integer of an arbitrary entry state: an argument of the entry function, what an argument
 * points to, or a global. A pointer is represented by one bit: whether it is not null. */
typedef struct az_entry_input {
  const char *name;
  az_type type;
  az_term value;   /* its value when the entry function is called */
  uint32_t object; /* the global that holds it; AZ_NONE: an argument, or its target */
  az_term ptr;     /* address from which it is loaded; AZ_NO_TERM: it is an argument */
} az_entry_input;

/* Returns the entry inputs of a program whose entry state is arbitrary, at most `most` of them;
 * stb_ds. */
az_entry_input *entry_inputs(const az_program *p, uint32_t most);

/* Returns the program restricted to executions in which the condition over these inputs holds when
 * the entry function is called. It shares all else with the program, and lives in its arena. */
az_program *entry_assumed(const az_program *p, const az_entry_input *inputs, az_term condition);

/* ---- precondition.c -------------------------------------------------------------------------- */

/* The query of the search: decides whether all executions of the program are as wanted (they end,
 * or are safe); with `unwanted`, whether all checks hold in the program of unwanted executions. */
typedef az_verdict (*az_precondition_query)(void *ctx, const az_program *p, bool unwanted,
                                            double cpu_end, az_error *err);

/* The condition as a term over entry inputs. */
typedef struct az_precondition_term {
  az_term holds;
  az_entry_input *inputs; /* stb_ds */
} az_precondition_term;

/* Finds conditions for a program whose entry state is arbitrary. Texts live in the arena of the
 * program. `unwanted`: NULL, or az_program_unwanted. `term`: NULL, or set to the condition if one
 * is found; the caller frees its inputs. */
az_precondition az_precondition_find(const az_program *p, const az_program *unwanted,
                                     az_precondition_query holds, void *ctx, double cpu_end,
                                     az_precondition_term *term, az_error *err);

/* ---- modular_program.c ----------------------------------------------------------------------- */

/* The condition under which all executions of a self-contained function end. */
typedef struct az_callee {
  uint32_t function;
  bool ends;     /* false: unknown, and the function is part of its callers */
  az_term holds; /* the condition, which must hold at calls; AZ_NO_TERM: the function always ends */
  /* stb_ds: the inputs in `holds`; for an argument, `object` is its parameter */
  az_entry_input *inputs;
  const char *text; /* the condition, for users */
} az_callee;

/* Returns the self-contained functions (modular_program.c), callees before callers; stb_ds. Returns
 * NULL if there are none, or the program cannot be divided. */
az_callee *az_program_modules(const az_program *p);
void az_callees_free(az_callee *modules);

/* Returns the program that executes main, or calls one of the modules that end, from any state that
 * satisfies its condition. Calls of these modules are replaced by their possible effects; where the
 * condition may not hold, the execution leaves what is modelled. NULL: too many modules. */
const az_program *az_program_of_modules(const az_program *p, const az_callee *modules);
/* Returns the program that only calls one module, from an arbitrary entry state (see
 * entry_condition.c). The module need not be known to end. */
const az_program *az_program_of_module(const az_program *p, const az_callee *modules,
                                       uint32_t which);
/* Notes that the module ends if the condition over the entry inputs of `alone` holds. */
void az_callee_holds_if(az_callee *module, const az_program *alone, az_term holds,
                        const az_entry_input *inputs, const char *text);

/* ---- contexts.c ------------------------------------------------------------------------------ */

/* Returns the modules of the program, with the conditions under which they were proved to end;
 * stb_ds. `ends`: the query of the search for preconditions. */
az_callee *contexts_find(const az_program *p, az_precondition_query ends, void *ctx, double seconds,
                         az_error *err);
