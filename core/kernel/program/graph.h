/* Private to core/kernel/program: control-flow and call graphs. */
#ifndef ANSATZ_PROGRAM_GRAPH_H
#define ANSATZ_PROGRAM_GRAPH_H

#include "ansatz/program.h"

/* Strongly connected components of the nodes 0 .. n-1 that `inside` marks (NULL: all), by Tarjan.
 * component[i] gets the number of i's component, numbered in reverse topological order; AZ_NONE
 * outside. Returns how many. */
typedef const uint32_t *(*graph_successors)(const void *ctx, uint32_t node, uint32_t *count);
uint32_t graph_components(uint32_t n, const bool *inside, graph_successors successors,
                          const void *ctx, uint32_t *component);

/* The same for the blocks of a function: its successors as a graph_successors, ctx the az_function.
 */
const uint32_t *graph_block_successors(const void *function, uint32_t block, uint32_t *count);
/* reached[b] of the blocks that the entry leads to. */
void graph_reachable(const az_function *f, bool *reached);

/* Numbers the blocks in reverse post-order (block->order; unreachable: AZ_NONE) and returns them so
 * (stb_ds). */
uint32_t *graph_reverse_post_order(az_function *f);

/* Immediate dominators, as reverse post-order numbers (stb_ds), of the `n` blocks in that order. */
uint32_t *graph_dominators(const az_function *f, const uint32_t *rpo, uint32_t n);

/* Appends `n` zeroed blocks and returns the first one's index; pointers into f->blocks are stale
 * afterwards. */
uint32_t graph_append_blocks(az_program *p, az_function *f, uint32_t n);

void graph_make_reducible(az_program *p, az_function *f);
/* Predecessors, loops and order of a reducible function. */
void graph_find_loops(az_program *p, az_function *f);

/* What the statement reads, with the substitution applied; arguments move to the arena. */
void graph_substitute(az_arena *arena, az_subst *subst, az_stmt *s);

/* Both and what comes before: what az_program_analyse does for a function. */
void graph_analyse_function(az_program *p, az_function *f);
/* Sets `recursive` of all functions. */
void graph_find_recursion(az_program *p);

/* ---- call_graph.c ---- */
typedef struct call_graph {
  const az_program *p;
  uint32_t **callees; /* by function, each stb_ds; also those of calls through pointers */
  bool *taken;        /* functions whose address is a value somewhere */
  bool *indirect;     /* functions with a call through a pointer */
} call_graph;
call_graph graph_calls(const az_program *p);
void graph_calls_free(call_graph *g);
uint32_t graph_call_components(const call_graph *g, uint32_t *component);
/* Adds to the marked functions all that they call, directly or not. */
void graph_call_closure(const call_graph *g, bool *inside);
/* Objects with a constant address that the term names; `seen` (stb_ds, by term) leaves out what was
 * looked at before. */
typedef void (*graph_object)(void *ctx, uint32_t object);
void graph_objects_of(const az_program *p, az_term t, bool **seen, graph_object found, void *ctx);

/* ---- effects.c ---- */
/* What a pointer is an offset of: its object, where that has a constant address; else the address
 * variable of a local; else AZ_NO_TERM and AZ_NONE. */
az_term graph_base(const az_program *p, az_term pointer, uint32_t *object);
typedef struct call_effects {
  uint32_t *written;         /* stb_ds: globals written by name */
  bool through_pointers;     /* what pointers lead to may be written, too */
  uint32_t *named;           /* stb_ds: all globals whose address is used */
  const char *inexpressible; /* NULL, or what no statement can say */
} call_effects;
/* `functions`: closed under calls. */
call_effects graph_effects(const az_program *p, const bool *functions);
void graph_effects_free(call_effects *e);

/* ---- escaping_locals.c ---- */
/* NULL, or how the address of a local of one of the functions may be read where the next of them
 * begins. */
const char *graph_locals_escape(const call_graph *g, const bool *functions);

/* ---- recursion_loops.c ---- */
typedef struct recursion_options {
  uint32_t classes; /* of checks that are decided with the program */
  const az_summary *summaries;
  uint32_t summary_count;
  bool returning; /* only calls that return: all recursive functions are copies in which calls of
                     their component are stepped over */
} recursion_options;
/* 0: there is none. */
az_type recursion_choice_type(const az_program *p);
az_program *recursion_replaced(const az_program *p, const recursion_options *o);

/* ---- summary_program.c: a program that is any of some calls ---- */
enum { MOST_CALLS = 100 }; /* that a choice can number */
/* The new function in which the program begins, with room for so many blocks. */
az_function *any_call_function(az_program *to, uint32_t blocks);
/* The next block of it; takes the statements (stb_ds). It is the end, until told otherwise. */
az_block *any_call_block(az_program *p, az_function *f, az_stmt *stmts);
void any_call_input(az_stmt **stmts, az_type type, az_term result);
/* The globals (stb_ds) hold anything. */
void any_call_state(az_program *p, const uint32_t *globals, az_stmt **stmts);
/* The first block: the statements, then one of the next `count` blocks. */
void any_call_choice(az_program *p, az_function *start, az_stmt *stmts, uint32_t count);

/* ---- causes.c ---- */

void graph_add_cause(az_program *p, az_cause cause);
/* Notes the first statement that leaves the model, as a cause that forbids proofs. */
void graph_note_leaving(az_program *p);

#endif
