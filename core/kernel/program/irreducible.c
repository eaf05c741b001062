/* Makes a control-flow graph reducible: every cycle gets one entry. A strongly connected region
 * with several entries keeps one of them as its head; the part of the region reachable from its
 * other entries, up to the head, is copied, and executions that enter there enter the copy
 * (controlled node splitting [janssen1997]). Copies can grow exponentially, so there is a budget.
 * Beyond it, every retreating edge whose target does not dominate its source (dominators:
 * [cooper2001]) is cut: executions that take it are reported as unsupported, never dropped. */
#include "program/graph.h"
#include <stb/stb_ds.h>
#include <string.h>

enum { candidate_heads = 16 };

/* One region: its members, by component number, and its entries. */
typedef struct region {
  const az_function *f;
  const bool *reached;
  const uint32_t *component;
  uint32_t number;
  uint32_t *entries; /* stb_ds */
} region;

static bool member(const region *r, uint32_t b) {
  return r->component[b] == r->number;
}

static void find_entries(region *r, uint32_t *mark) {
  for (uint32_t b = 0; b < r->f->block_count; b++) {
    if (!r->reached[b] || member(r, b)) continue;
    const az_block *block = &r->f->blocks[b];
    for (uint32_t i = 0; i < block->successor_count; i++) {
      uint32_t s = block->successors[i];
      if (!member(r, s) || mark[s] == r->number) continue;
      mark[s] = r->number;
      arrput(r->entries, s);
    }
  }
}

/* Returns the blocks of the region that are reachable from entries other than `head` without
 * passing the head. */
static uint32_t *behind_other_entries(const region *r, uint32_t head, bool *seen, uint64_t *cost) {
  uint32_t *found = NULL;
  memset(seen, 0, r->f->block_count * sizeof *seen);
  seen[head] = true;
  for (ptrdiff_t i = 0; i < arrlen(r->entries); i++)
    if (!seen[r->entries[i]]) {
      seen[r->entries[i]] = true;
      arrput(found, r->entries[i]);
    }
  *cost = 0;
  for (ptrdiff_t i = 0; i < arrlen(found); i++) {
    const az_block *b = &r->f->blocks[found[i]];
    *cost += 1 + b->stmt_count;
    for (uint32_t j = 0; j < b->successor_count; j++) {
      uint32_t s = b->successors[j];
      if (seen[s] || !member(r, s)) continue;
      seen[s] = true;
      arrput(found, s);
    }
  }
  return found;
}

static void *copy_array(az_arena *arena, const void *from, size_t bytes) {
  return bytes ? memcpy(az_arena_alloc(arena, bytes), from, bytes) : NULL;
}

/* Redirects edges from outside the region: an edge to b leads to image[b], unless that is AZ_NONE.
 */
static void redirect(az_function *f, const region *r, uint32_t old_count, const uint32_t *image) {
  for (uint32_t b = 0; b < old_count; b++) {
    if (!r->reached[b] || member(r, b)) continue;
    az_block *block = &f->blocks[b];
    for (uint32_t i = 0; i < block->successor_count; i++)
      if (image[block->successors[i]] != AZ_NONE)
        block->successors[i] = image[block->successors[i]];
  }
}

static void split(az_program *p, az_function *f, const region *r, const uint32_t *copied,
                  uint32_t *image) {
  uint32_t old_count = f->block_count, n = (uint32_t)arrlen(copied);
  assert(arrlen(r->entries) > 1); /* a region with one entry is not split */
  uint32_t first = graph_append_blocks(p, f, n);
  for (uint32_t i = 0; i < n; i++) image[copied[i]] = first + i;
  for (uint32_t i = 0; i < n; i++) {
    az_block *to = &f->blocks[first + i];
    *to = f->blocks[copied[i]];
    to->stmts = copy_array(p->arena, to->stmts, to->stmt_count * sizeof *to->stmts);
    to->successors =
        copy_array(p->arena, to->successors, to->successor_count * sizeof *to->successors);
    for (uint32_t j = 0; j < to->successor_count; j++)
      if (image[to->successors[j]] != AZ_NONE) to->successors[j] = image[to->successors[j]];
  }
  redirect(f, r, old_count, image);
}

uint32_t *graph_dominators(const az_function *f, const uint32_t *rpo, uint32_t n) {
  uint32_t *idom = NULL;
  arrsetlen(idom, n);
  for (uint32_t i = 0; i < n; i++) idom[i] = i ? AZ_NONE : 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < n; i++) { /* predecessors are not known: follows edges */
      const az_block *b = &f->blocks[rpo[i]];
      for (uint32_t j = 0; j < b->successor_count && idom[i] != AZ_NONE; j++) {
        uint32_t to = f->blocks[b->successors[j]].order, x = i, y = idom[to];
        if (to == 0) continue;
        if (y == AZ_NONE) y = i;
        assert(idom[x] != AZ_NONE && idom[y] != AZ_NONE);
        while (x != y) {
          while (x > y) x = idom[x];
          while (y > x) y = idom[y];
        }
        if (idom[to] != x) {
          idom[to] = x;
          changed = true;
        }
      }
    }
  }
  return idom;
}

static void cut(az_program *p, az_function *f) {
  uint32_t stop = graph_append_blocks(p, f, 1), *rpo = graph_reverse_post_order(f),
           *idom = graph_dominators(f, rpo, (uint32_t)arrlen(rpo));
  az_loc loc = f->loc;
  for (uint32_t i = 0; i < arrlen(rpo); i++) {
    az_block *b = &f->blocks[rpo[i]];
    for (uint32_t j = 0; j < b->successor_count; j++) {
      uint32_t to = b->successors[j] == stop ? AZ_NONE : f->blocks[b->successors[j]].order, x = i;
      if (to == AZ_NONE || to > i) continue;
      while (x > to) x = idom[x];
      if (x == to) continue;
      b->successors[j] = stop;
      loc = b->end_loc;
    }
  }
  az_stmt *s = AZ_NEW(p->arena, az_stmt);
  *s = (az_stmt){.kind = AZ_S_UNSUPPORTED, .loc = loc, .site = AZ_NONE, .text = "irreducible loop"};
  f->blocks[stop] = (az_block){
      .stmts = s, .stmt_count = 1, .end = AZ_END_STOP, .end_loc = loc, .name = "irreducible"};
  arrfree(rpo);
  arrfree(idom);
}

/* Repairs one region within the budget of new blocks. Returns false if the budget is too small. */
static bool repair(az_program *p, az_function *f, const region *r, uint32_t *budget) {
  uint32_t before = f->block_count, *image = NULL, *copied = NULL;
  uint64_t best = UINT64_MAX;
  bool *seen = NULL;
  arrsetlen(seen, before);
  arrsetlen(image, before);
  for (uint32_t i = 0; i < before; i++) image[i] = AZ_NONE;
  for (ptrdiff_t i = 0; i < arrlen(r->entries) && i < candidate_heads; i++) {
    uint64_t cost;
    uint32_t *set = behind_other_entries(r, r->entries[i], seen, &cost);
    if (cost < best) {
      best = cost;
      arrfree(copied);
      copied = set;
    } else {
      arrfree(set);
    }
  }
  bool affordable = arrlen(copied) <= *budget;
  if (affordable) {
    *budget -= (uint32_t)arrlen(copied);
    split(p, f, r, copied, image);
  }
  arrfree(copied);
  arrfree(seen);
  arrfree(image);
  return affordable;
}

/* Repairs the first region with several entries, from the outermost cycles inwards: removing the
 * only entry of a region exposes the cycles inside. Returns false if there is no such region. */
static bool repair_one(az_program *p, az_function *f, uint32_t *budget) {
  uint32_t n = f->block_count, *component = NULL, *mark = NULL, *size = NULL;
  bool *reached = NULL, *inside = NULL, repaired = false, again = true;
  arrsetlen(component, n);
  arrsetlen(mark, n);
  arrsetlen(size, n);
  arrsetlen(reached, n);
  arrsetlen(inside, n);
  graph_reachable(f, reached);
  memcpy(inside, reached, n * sizeof *inside);
  while (again && !repaired) {
    again = false;
    uint32_t count = graph_components(n, inside, graph_block_successors, f, component);
    memset(size, 0, n * sizeof *size);
    for (uint32_t b = 0; b < n; b++) {
      mark[b] = AZ_NONE;
      if (component[b] != AZ_NONE) size[component[b]]++;
    }
    for (uint32_t c = 0; c < count && !repaired; c++) {
      if (size[c] < 2) continue;
      region r = {f, reached, component, c, NULL};
      find_entries(&r, mark);
      if (arrlen(r.entries) > 1) {
        repaired = true;
        if (!repair(p, f, &r, budget)) cut(p, f);
      } else if (arrlen(r.entries) == 1) {
        inside[r.entries[0]] = false;
        again = true;
      }
      arrfree(r.entries);
    }
  }
  arrfree(component);
  arrfree(mark);
  arrfree(size);
  arrfree(reached);
  arrfree(inside);
  return repaired;
}

void graph_make_reducible(az_program *p, az_function *f) {
  uint32_t budget = 256 + 2 * f->block_count;
  while (repair_one(p, f, &budget)) {}
}
