/* Recursion: the effects of nested calls, recursive functions as loops, and proofs about the
 * results of their calls. */
#pragma once

#include "ansatz/module.h"
#include "ansatz/solver.h"
#include "kiki/engine.h"
#include "program/graph.h"
#include "ssa/ssa.h"

/* A summary: claims about every call of a function that returns, over its arguments, its result,
 * and integer globals before and after it. Each term that is not a claim is a variable. */
typedef struct az_summary_global {
  uint32_t object;
  az_term before, after;
} az_summary_global;
typedef struct az_summary {
  uint32_t function;
  az_term *params; /* 0: the claims do not mention it */
  az_term result;  /* AZ_NO_TERM: the claims do not mention it */
  az_summary_global *globals;
  uint32_t global_count;
  az_term *claims;
  uint32_t claim_count;
} az_summary;

/* ---- effects.c ------------------------------------------------------------------------------- */

typedef struct call_effects {
  uint32_t *written;         /* stb_ds: globals written by name */
  bool through_pointers;     /* targets of pointers may be written, too */
  uint32_t *named;           /* stb_ds: all globals whose address is used */
  const char *inexpressible; /* NULL, or an effect that no statement can express */
} call_effects;
/* Returns the effects of the marked functions, a set that is closed under calls. */
call_effects effects_of_calls(const az_program *p, const bool *functions);
void effects_free(call_effects *e);

/* ---- copied_arguments.c ---------------------------------------------------------------------- */

/* Returns the program, in its arena, with pointer arguments of recursive functions passed by value
 * and result where that gives the same executions; the program itself if there are none. */
const az_program *az_program_arguments_copied(const az_program *p);

/* ---- escaping_locals.c ----------------------------------------------------------------------- */

/* Returns a way in which the address of a local of one of the marked functions may be read at the
 * entry of the marked function that is called next; NULL if there is none. */
const char *locals_escape(const call_graph *g, const bool *functions);

/* ---- recursion_loops.c ----------------------------------------------------------------------- */

typedef struct recursion_options {
  uint32_t classes; /* of the checks that are decided with the program */
  const az_summary *summaries;
  uint32_t summary_count;
  bool returning; /* only calls that return: each recursive function is a copy in which calls within
                     its component are stepped over */
  const bool *summarised; /* by function, from az_program_summarised; NULL: none */
  uint32_t only;          /* with `returning`: only calls in this function are replaced */
} recursion_options;
/* Returns the type of the choice; 0 if there is none. */
az_type recursion_choice_type(const az_program *p);
az_program *recursion_replaced(const az_program *p, const recursion_options *o);
/* Returns the program, in its arena, with recursion turned into loops; the program itself if
 * nothing is recursive. If all loops of the result that have a check end, the program terminates.
 * If no check of `classes` fails in the result, none fails in the program. Nothing else follows, as
 * the result has more executions. Recursion that cannot be treated stays, and `causes` states why.
 * `summarised`: NULL, or by function, whether its calls are stepped over or into as if it were
 * recursive. */
const az_program *az_program_recursion_to_loops(const az_program *p, uint32_t classes,
                                                const az_summary *summaries, uint32_t count,
                                                const bool *summarised);
/* Returns the function whose calls begin at the head of this loop of such a program; AZ_NONE: none.
 */
uint32_t recursion_begins_at(const az_program *p, const az_program *to, uint32_t function,
                             uint32_t loop);
/* Returns the number of activations that executions have if all calls are expanded, at most a
 * million. A call of an active function is counted as one activation; with `own`, so is a call of a
 * library function. */
uint32_t az_call_paths(const az_program *p, bool own);
/* Returns, by function (stb_ds), whether its calls are replaced by summaries; true for the entry,
 * too. NULL: there are no calls to replace. */
bool *az_program_summarised(const az_program *p);

/* ---- summary_program.c: a program that makes any one of several calls ------------------------ */

enum { MOST_CALLS = 100 }; /* the maximum number of calls that a choice distinguishes */
/* Returns, by function (stb_ds), whether it has a summary, or may call a function with one. */
bool *summaries_closure(const az_program *p, const az_summary *summaries, uint32_t count);
/* Creates the entry function, with room for that many blocks. */
az_function *any_call_function(az_program *to, uint32_t blocks);
/* Appends a block with the statements (stb_ds); it ends the execution unless changed. */
az_block *any_call_block(az_program *p, az_function *f, az_stmt *stmts);
void any_call_input(az_stmt **stmts, az_type type, az_term result);
/* Adds a global and returns its number. */
uint32_t program_add_global(az_program *p, az_type type, const char *name);
az_stmt load_global(const az_program *p, const az_summary_global *g, az_loc loc, az_term result);
/* Makes the content of the globals (stb_ds) arbitrary. */
void any_call_state(az_program *p, const uint32_t *globals, az_stmt **stmts);
/* Fills the first block: the statements, then a choice of the next `count` blocks. */
void any_call_choice(az_program *p, az_function *start, az_stmt *stmts, uint32_t count);
/* Returns the program that proves summaries by induction over the nesting depth of calls: it calls
 * each function with a summary, except the first `known` ones, from any state and with any
 * arguments, and has a check for each claim. These checks have numbers after the program's checks,
 * one summary after the other. Calls within recursive components, and calls of summarised functions
 * (NULL: none) in the last function, are assumed to have returned as the claims say. */
const az_program *az_program_of_summaries(const az_program *p, const az_summary *summaries,
                                          uint32_t count, uint32_t known, const bool *summarised);

/* ---- summaries.c ----------------------------------------------------------------------------- */

/* The formula of a program of summaries. */
typedef struct claims_formula {
  az_limits limits;
  az_ssa_shared *shared;
  az_ssa *ssa;
  az_solver *solver;
} claims_formula;
/* Returns false if the time ends; the formula must be closed in each case. */
bool claims_formula_open(claims_formula *f, const az_program *q, az_registry *registry,
                         const az_solver_config *config, double end, az_error *err);
void claims_formula_close(claims_formula *f);
/* Returns whether some claim can be violated by a call whose nested calls satisfy all claims. */
az_answer claims_violated(const claims_formula *f, double end);

/* Returns a summary without claims for each recursive function; stb_ds. */
az_summary *summaries_named(const az_program *p);
/* Returns summaries with claims that were proved in this many CPU seconds, in the program's arena;
 * stb_ds, NULL: none. With `values`, the claims include equations and constants of the callers;
 * rankings need only bounds. With a configuration, rows of its domains are claims, too; the search
 * ends when the claims suffice to prove the checks of `classes`. */
az_summary *summaries_find(const az_program *p, az_registry *registry,
                           const az_engine_config *config, uint32_t classes, bool values,
                           double seconds);
/* Adds summaries of summarised functions (az_program_summarised) to the known ones (stb_ds),
 * callees before callers. */
void summaries_add(const az_program *p, az_registry *registry, const az_engine_config *config,
                   const bool *summarised, az_summary **known, double seconds);
