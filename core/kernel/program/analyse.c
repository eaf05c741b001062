/* The analyses that complete a program: they make graphs reducible and find loops and recursion
 * (strongly connected components of the call graph, in which a call through a pointer may reach
 * every function whose address is taken). */
#include "program/graph.h"
#include <stb/stb_ds.h>
#include <string.h>

/* Moves an entry block that has predecessors into a block of its own. */
static void free_entry(az_program *p, az_function *f) {
  bool entered = false;
  for (uint32_t b = 0; b < f->block_count; b++)
    for (uint32_t i = 0; i < f->blocks[b].successor_count; i++)
      entered = entered || f->blocks[b].successors[i] == 0;
  if (!entered) return;
  uint32_t moved = graph_append_blocks(p, f, 1);
  f->blocks[moved] = f->blocks[0];
  for (uint32_t b = 0; b < f->block_count; b++)
    for (uint32_t i = 0; i < f->blocks[b].successor_count; i++)
      if (f->blocks[b].successors[i] == 0) f->blocks[b].successors[i] = moved;
  az_block entry = {.end = AZ_END_GOTO, .end_loc = f->loc, .name = "entry", .successor_count = 1};
  entry.successors = AZ_NEW(p->arena, uint32_t);
  entry.successors[0] = moved;
  f->blocks[0] = entry;
}

void graph_find_recursion(az_program *p) {
  uint32_t n = p->function_count, *component = NULL, *size = NULL;
  if (n == 0) return;
  call_graph g = graph_calls(p);
  arrsetlen(component, n);
  arrsetlen(size, n);
  memset(size, 0, n * sizeof *size);
  graph_call_components(&g, component);
  for (uint32_t i = 0; i < n; i++) size[component[i]]++;
  for (uint32_t i = 0; i < n; i++) {
    p->functions[i].recursive = size[component[i]] > 1;
    p->functions[i].check = AZ_NONE;
    for (ptrdiff_t j = 0; j < arrlen(g.callees[i]); j++)
      if (g.callees[i][j] == i) p->functions[i].recursive = true;
  }
  graph_calls_free(&g);
  arrfree(component);
  arrfree(size);
}

void graph_analyse_function(az_program *p, az_function *f) {
  free_entry(p, f);
  graph_make_reducible(p, f);
  graph_find_loops(p, f);
}

az_status az_program_analyse(az_program *p, az_error *err) {
  for (uint32_t i = 0; i < p->function_count; i++) {
    az_function *f = &p->functions[i];
    if (!f->has_body) continue;
    if (f->block_count == 0)
      return az_fail(err, AZ_ERR_INTERNAL, "function %s has a body without blocks", f->name);
    for (uint32_t b = 0; b < f->block_count; b++)
      for (uint32_t j = 0; j < f->blocks[b].successor_count; j++)
        if (f->blocks[b].successors[j] >= f->block_count)
          return az_fail(err, AZ_ERR_INTERNAL, "function %s, block %u: no such successor", f->name,
                         b);
    graph_analyse_function(p, f);
  }
  graph_find_recursion(p);
  if (!az_program_forbids(p, AZ_FORBIDS_PROOFS, false)) graph_note_leaving(p);
  return AZ_OK;
}
