/* Private to core/program: control-flow and call graphs. */
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

/* Appends `n` zeroed blocks and returns the first one's index; pointers into f->blocks are stale
 * afterwards. */
uint32_t graph_append_blocks(az_program *p, az_function *f, uint32_t n);

void graph_make_reducible(az_program *p, az_function *f);
/* Predecessors, loops and order of a reducible function. */
void graph_find_loops(az_program *p, az_function *f);

#endif
