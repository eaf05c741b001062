/* Private to core/kernel/program: control-flow and call graphs. */
#pragma once

#include "ansatz/statement.h"
#include "base/check.h"

/* Computes the strongly connected components of the nodes 0 .. n-1 marked in `inside` (NULL: all),
 * by Tarjan's algorithm. component[i] is the number of i's component, in reverse topological order;
 * AZ_NONE if i is not marked. Returns the number of components. */
typedef const uint32_t *(*graph_successors)(const void *ctx, uint32_t node, uint32_t *count);
uint32_t graph_components(uint32_t n, const bool *inside, graph_successors successors,
                          const void *ctx, uint32_t *component);

/* Returns the successors of a block; ctx: the az_function. */
const uint32_t *graph_block_successors(const void *function, uint32_t block, uint32_t *count);
/* Sets reached[b] for the blocks reachable from the entry. */
void graph_reachable(const az_function *f, bool *reached);

/* Numbers the blocks in reverse post-order (block->order; unreachable: AZ_NONE) and returns them in
 * this order (stb_ds). */
uint32_t *graph_reverse_post_order(az_function *f);

/* Returns the immediate dominators (stb_ds). Index and value: numbers in reverse post-order. */
uint32_t *graph_dominators(const az_function *f, const uint32_t *rpo, uint32_t n);

/* Appends `n` zeroed blocks and returns the index of the first; invalidates pointers into
 * f->blocks. */
uint32_t graph_append_blocks(az_program *p, az_function *f, uint32_t n);

void graph_make_reducible(az_program *p, az_function *f);
/* Computes predecessors, loops and order of a reducible function. */
void graph_find_loops(az_program *p, az_function *f);

/* Applies the substitution to everything that the statement reads; arguments move to the arena. */
void graph_substitute(az_arena *arena, az_subst *subst, az_stmt *s);

/* Gives the function an entry without predecessors, makes it reducible and finds its loops. */
void graph_analyse_function(az_program *p, az_function *f);
/* Sets `recursive` of all functions. */
void graph_find_recursion(az_program *p);

/* ---- call_graph.c ---- */
typedef struct call_graph {
  const az_program *p;
  uint32_t **callees; /* by function, each stb_ds; including calls through pointers */
  bool *taken;        /* functions whose address is a value somewhere */
  bool *indirect;     /* functions with a call through a pointer */
} call_graph;
call_graph graph_calls(const az_program *p);
void graph_calls_free(call_graph *g);
uint32_t graph_call_components(const call_graph *g, uint32_t *component);
/* Marks all functions that the marked functions call, directly or indirectly. */
void graph_call_closure(const call_graph *g, bool *inside);
/* Reports the objects with constant addresses in the term; skips terms that `seen` has visited. */
typedef void (*graph_object)(void *ctx, uint32_t object);
void graph_objects_of(const az_program *p, az_visit *seen, az_term t, graph_object found,
                      void *ctx);
/* If the pointer's object is constant, sets *object to it and returns AZ_NO_TERM. Else sets *object
 * to AZ_NONE and returns the object's address variable, or AZ_NO_TERM if there is none. */
az_term graph_base(const az_program *p, az_term pointer, uint32_t *object);

/* ---- causes.c ---- */
void graph_add_cause(az_program *p, az_cause cause);
/* Adds the first statement that leaves the model as a cause that forbids proofs. */
void graph_note_leaving(az_program *p);
