/* Programs in which calls are replaced by what is known of them. */
#ifndef AZ_TERMINATION_RECURSION_H
#define AZ_TERMINATION_RECURSION_H

#include "program/graph.h"

/* ---- escaping_locals.c ---- */
/* Returns NULL, or a way in which the address of a local of one of the functions may be read at the
 * entry of the next of them. */
const char *graph_locals_escape(const call_graph *g, const bool *functions);

/* ---- recursion_loops.c ---- */
typedef struct recursion_options {
  uint32_t classes; /* of the checks that are decided with the program */
  const az_summary *summaries;
  uint32_t summary_count;
  bool returning; /* only calls that return: every recursive function is a copy in which calls
                     within its component are stepped over */
  /* By function, as of az_program_summarised, or NULL; `returning`: calls in this one alone are
   * replaced. */
  const bool *summarised;
  uint32_t only;
} recursion_options;
/* Returns the type of the choice; 0 if there is none. */
az_type recursion_choice_type(const az_program *p);
az_program *recursion_replaced(const az_program *p, const recursion_options *o);
/* Returns the number of activations of an execution whose calls are all expanded, at most a
 * million. A call of a function that is active already counts once. */
uint32_t az_call_paths(const az_program *p);
/* Returns, by function (stb_ds), whether its calls are replaced by summaries; the entry is one of
 * these functions. NULL: there are no calls to replace. */
bool *az_program_summarised(const az_program *p);

/* ---- summary_program.c: a program that makes any one of several calls ---- */
enum { MOST_CALLS = 100 }; /* as many as a choice can number */
/* Returns, by function (stb_ds), whether one of those with a summary is or calls it. */
bool *summaries_closure(const az_program *p, const az_summary *summaries, uint32_t count);
/* Creates the entry function, with room for that many blocks. */
az_function *any_call_function(az_program *to, uint32_t blocks);
/* Appends a block with the statements (stb_ds); it ends the execution unless changed. */
az_block *any_call_block(az_program *p, az_function *f, az_stmt *stmts);
void any_call_input(az_stmt **stmts, az_type type, az_term result);
az_stmt load_global(const az_program *p, const az_summary_global *g, az_loc loc, az_term result);
/* Makes the content of the globals (stb_ds) arbitrary. */
void any_call_state(az_program *p, const uint32_t *globals, az_stmt **stmts);
/* Fills the first block: the statements, then a choice of the next `count` blocks. */
void any_call_choice(az_program *p, az_function *start, az_stmt *stmts, uint32_t count);

#endif
