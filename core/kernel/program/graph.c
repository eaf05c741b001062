/* Strongly connected components ([tarjan1972], iterative) and further helpers of the analyses in
 * core/kernel/program. */
#include "program/graph.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

typedef struct frame {
  uint32_t node, next;
} frame;

uint32_t graph_components(uint32_t n, const bool *inside, graph_successors successors,
                          const void *ctx, uint32_t *component) {
  uint32_t *number = NULL, *low = NULL, *stack = NULL, clock = 0, found = 0;
  frame *frames = NULL;
  arrsetlen(number, n);
  arrsetlen(low, n);
  for (uint32_t i = 0; i < n; i++) number[i] = component[i] = AZ_NONE;
  for (uint32_t root = 0; root < n; root++) {
    if (number[root] != AZ_NONE || (inside && !inside[root])) continue;
    arrput(frames, ((frame){root, 0}));
    while (arrlen(frames)) {
      frame *top = &arrlast(frames);
      uint32_t v = top->node, count;
      const uint32_t *next = successors(ctx, v, &count);
      if (top->next == 0) {
        number[v] = low[v] = clock++;
        arrput(stack, v);
      }
      bool descended = false;
      while (top->next < count) {
        uint32_t w = next[top->next++];
        if (inside && !inside[w]) continue;
        if (number[w] == AZ_NONE) {
          arrput(frames, ((frame){w, 0}));
          descended = true;
          break;
        }
        if (component[w] == AZ_NONE && number[w] < low[v]) low[v] = number[w];
      }
      if (descended) continue;
      (void)arrpop(frames);
      if (low[v] == number[v]) {
        uint32_t w;
        do component[w = arrpop(stack)] = found;
        while (w != v);
        found++;
      }
      if (arrlen(frames)) {
        uint32_t parent = arrlast(frames).node;
        if (low[v] < low[parent]) low[parent] = low[v];
      }
    }
  }
  assert(!arrlen(stack)); /* every node is in a component */
  arrfree(number);
  arrfree(low);
  arrfree(stack);
  arrfree(frames);
  return found;
}

const uint32_t *graph_block_successors(const void *function, uint32_t block, uint32_t *count) {
  const az_block *b = &((const az_function *)function)->blocks[block];
  *count = b->successor_count;
  return b->successors;
}

void graph_reachable(const az_function *f, bool *reached) {
  uint32_t *work = NULL;
  memset(reached, 0, f->block_count * sizeof *reached);
  reached[0] = true;
  arrput(work, 0);
  while (arrlen(work)) {
    const az_block *b = &f->blocks[arrpop(work)];
    for (uint32_t i = 0; i < b->successor_count; i++)
      if (!reached[b->successors[i]]) {
        reached[b->successors[i]] = true;
        arrput(work, b->successors[i]);
      }
  }
  arrfree(work);
}

uint32_t graph_append_blocks(az_program *p, az_function *f, uint32_t n) {
  uint32_t first = f->block_count;
  az_block *blocks = AZ_COPY(p->arena, f->blocks, first, first + n);
  f->blocks = blocks;
  f->block_count = first + n;
  return first;
}

void graph_substitute(az_arena *arena, az_subst *subst, az_stmt *s) {
  if (s->ptr) s->ptr = az_subst_apply(subst, s->ptr);
  if (s->value) s->value = az_subst_apply(subst, s->value);
  if (s->size) s->size = az_subst_apply(subst, s->size);
  if (!s->arg_count) return;
  az_term *args = AZ_NEWN(arena, az_term, s->arg_count);
  for (uint32_t i = 0; i < s->arg_count; i++) args[i] = az_subst_apply(subst, s->args[i]);
  s->args = args;
}
