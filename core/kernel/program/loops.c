/* Natural loops of a reducible function, and an order of its blocks in which every loop is
 * contiguous. Reverse post-order determines the back edges; loops with one head are one loop. The
 * order is topological except for back edges, and it completes a loop before leaving it. */
#include "program/graph.h"
#include <stb/stb_ds.h>
#include <string.h>

typedef struct frame {
  uint32_t block, left;
} frame;

/* Visits the last successors first, so that the first ones come first in the order. */
uint32_t *graph_reverse_post_order(az_function *f) {
  frame *frames = NULL;
  uint32_t *out = NULL;
  bool *seen = NULL;
  arrsetlen(seen, f->block_count);
  memset(seen, 0, f->block_count * sizeof *seen);
  seen[0] = true;
  arrput(frames, ((frame){0, f->blocks[0].successor_count}));
  while (arrlen(frames)) {
    frame *top = &arrlast(frames);
    if (top->left == 0) {
      arrput(out, top->block);
      (void)arrpop(frames);
      continue;
    }
    uint32_t s = f->blocks[top->block].successors[--top->left];
    if (seen[s]) continue;
    seen[s] = true;
    arrput(frames, ((frame){s, f->blocks[s].successor_count}));
  }
  arrfree(seen);
  arrfree(frames);
  uint32_t n = (uint32_t)arrlen(out);
  for (uint32_t i = 0; i < n / 2; i++) {
    uint32_t swap = out[i];
    out[i] = out[n - 1 - i];
    out[n - 1 - i] = swap;
  }
  for (uint32_t b = 0; b < f->block_count; b++) f->blocks[b].order = AZ_NONE;
  for (uint32_t i = 0; i < n; i++) f->blocks[out[i]].order = i;
  return out;
}

/* Finds predecessors; several edges between two blocks (cases of a switch) count as one. */
static void find_predecessors(az_program *p, az_function *f) {
  uint32_t *last = NULL;
  arrsetlen(last, f->block_count);
  for (uint32_t pass = 0; pass < 2; pass++) {
    for (uint32_t b = 0; b < f->block_count; b++) {
      az_block *block = &f->blocks[b];
      last[b] = AZ_NONE;
      if (pass) block->predecessors = AZ_NEWN(p->arena, uint32_t, block->predecessor_count);
      block->predecessor_count = 0;
    }
    for (uint32_t b = 0; b < f->block_count; b++) {
      const az_block *block = &f->blocks[b];
      if (block->order == AZ_NONE) continue;
      for (uint32_t i = 0; i < block->successor_count; i++) {
        uint32_t s = block->successors[i];
        az_block *to = &f->blocks[s];
        if (last[s] == b) continue;
        last[s] = b;
        if (pass) to->predecessors[to->predecessor_count] = b;
        to->predecessor_count++;
      }
    }
  }
  arrfree(last);
}

static bool in_loop(const az_function *f, uint32_t block, uint32_t loop) {
  for (uint32_t l = f->blocks[block].loop; l != AZ_NONE; l = f->loops[l].parent)
    if (l == loop) return true;
  return false;
}

/* Finds the members of the loop with head `h`: blocks that reach a latch without passing the head.
 * Outer loops are found first, so the innermost loop known to contain the head is the parent. */
static void find_loop(az_program *p, az_function *f, uint32_t index, uint32_t h, uint32_t *mark) {
  az_loop *loop = &f->loops[index];
  uint32_t *work = NULL;
  *loop = (az_loop){.head = h, .parent = f->blocks[h].loop, .check = AZ_NONE};
  assert(loop->parent == AZ_NONE || loop->parent < index); /* outer loops come first */
  loop->depth = loop->parent == AZ_NONE ? 1 : f->loops[loop->parent].depth + 1;
  const az_block *head = &f->blocks[h];
  loop->latches = AZ_NEWN(p->arena, uint32_t, head->predecessor_count);
  mark[h] = index;
  for (uint32_t i = 0; i < head->predecessor_count; i++) {
    uint32_t latch = head->predecessors[i];
    if (f->blocks[latch].order < head->order) continue;
    loop->latches[loop->latch_count++] = latch;
    if (mark[latch] == index) continue;
    mark[latch] = index;
    arrput(work, latch);
  }
  assert(loop->latch_count); /* otherwise `h` is not a loop head */
  f->blocks[h].loop = index;
  loop->block_count = 1;
  while (arrlen(work)) {
    az_block *b = &f->blocks[arrpop(work)];
    b->loop = index;
    loop->block_count++;
    for (uint32_t i = 0; i < b->predecessor_count; i++) {
      uint32_t from = b->predecessors[i];
      if (mark[from] == index) continue;
      mark[from] = index;
      arrput(work, from);
    }
  }
  arrfree(work);
}

/* Orders blocks by Kahn's algorithm with one pool of ready blocks for each loop (a loop's head
 * waits in the pool of the enclosing loop). */
static void order_blocks(az_program *p, az_function *f, const uint32_t *rpo, uint32_t n) {
  /* Pool l + 1 belongs to loop l, pool 0 to the function. */
  uint32_t **ready = NULL, *open = NULL, *waiting = NULL;
  arrsetlen(ready, f->loop_count + 1);
  memset(ready, 0, (f->loop_count + 1) * sizeof *ready);
  arrsetlen(waiting, f->block_count);
  for (uint32_t i = 0; i < n; i++) {
    const az_block *b = &f->blocks[rpo[i]];
    waiting[rpo[i]] = 0;
    for (uint32_t j = 0; j < b->predecessor_count; j++)
      waiting[rpo[i]] += f->blocks[b->predecessors[j]].order < b->order;
  }
  f->order = AZ_NEWN(p->arena, uint32_t, n);
  f->order_count = 0;
  arrput(open, 0);
  arrput(ready[0], 0);
  while (arrlen(open)) {
    uint32_t pool = arrlast(open), pick = 0, count = (uint32_t)arrlen(ready[pool]);
    if (count == 0) {
      (void)arrpop(open);
      continue;
    }
    for (uint32_t i = 1; i < count; i++)
      if (f->blocks[ready[pool][i]].order < f->blocks[ready[pool][pick]].order) pick = i;
    uint32_t at = ready[pool][pick];
    arrdelswap(ready[pool], pick);
    f->order[f->order_count++] = at;
    const az_block *b = &f->blocks[at];
    if (b->loop != AZ_NONE && f->loops[b->loop].head == at) arrput(open, b->loop + 1);
    for (uint32_t i = 0; i < b->successor_count; i++) {
      uint32_t s = b->successors[i];
      const az_block *to = &f->blocks[s];
      bool again = false;
      for (uint32_t j = 0; j < i && !again; j++) again = b->successors[j] == s;
      if (again || to->order <= b->order || --waiting[s]) continue;
      uint32_t home = to->loop;
      if (home != AZ_NONE && f->loops[home].head == s) home = f->loops[home].parent;
      arrput(ready[home == AZ_NONE ? 0 : home + 1], s);
    }
  }
  assert(f->order_count == n); /* every reachable block is ordered, as the graph is reducible */
  for (uint32_t i = 0; i < f->order_count; i++) f->blocks[f->order[i]].order = i;
  for (uint32_t i = 0; i <= f->loop_count; i++) arrfree(ready[i]);
  arrfree(ready);
  arrfree(open);
  arrfree(waiting);
}

static bool is_before(az_loc a, az_loc b) {
  return a.line < b.line || (a.line == b.line && a.column < b.column);
}

/* Returns the start of the C statement of a loop, from its back edges; line 0: unknown. If two
 * statements have the same head, they are one loop, with the start of the outer statement. Latches
 * that also close an inner loop are skipped: their start is that of the inner statement. */
static az_loc statement_location(const az_function *f, uint32_t index) {
  az_loc start = {.file = AZ_NONE};
  for (uint32_t i = 0; i < f->loops[index].latch_count; i++) {
    const az_block *latch = &f->blocks[f->loops[index].latches[i]];
    if (latch->loop != index || !latch->loop_start.line) continue;
    if (!start.line || is_before(latch->loop_start, start)) start = latch->loop_start;
  }
  return start;
}

/* Returns the location of a loop that is not known to be a statement: the head's exit test, else a
 * goto back to the head from a line not after the head, else the first statement. */
static az_loc loop_location(const az_function *f, uint32_t index) {
  const az_loop *loop = &f->loops[index];
  const az_block *head = &f->blocks[loop->head];
  if (head->end_loc.line && (head->end == AZ_END_IF || head->end == AZ_END_SWITCH))
    for (uint32_t i = 0; i < head->successor_count; i++)
      if (!in_loop(f, head->successors[i], index)) return head->end_loc;
  az_loc first = head->end_loc;
  for (uint32_t i = head->stmt_count; i-- > 0;)
    if (head->stmts[i].loc.line) first = head->stmts[i].loc;
  for (uint32_t i = 0; i < loop->latch_count; i++) {
    const az_block *latch = &f->blocks[loop->latches[i]];
    if (latch->end == AZ_END_GOTO && latch->end_loc.line && latch->end_loc.file == first.file &&
        latch->end_loc.line <= first.line)
      return latch->end_loc;
  }
  for (uint32_t i = 0; i < loop->latch_count && !first.line; i++)
    first = f->blocks[loop->latches[i]].end_loc;
  return first;
}

void graph_find_loops(az_program *p, az_function *f) {
  uint32_t *rpo = graph_reverse_post_order(f), n = (uint32_t)arrlen(rpo), *mark = NULL,
           *heads = NULL;
  find_predecessors(p, f);
  arrsetlen(mark, f->block_count);
  for (uint32_t b = 0; b < f->block_count; b++) mark[b] = f->blocks[b].loop = AZ_NONE;
  for (uint32_t i = 0; i < n; i++) {
    const az_block *b = &f->blocks[rpo[i]];
    for (uint32_t j = 0; j < b->predecessor_count; j++)
      if (f->blocks[b->predecessors[j]].order >= i) {
        arrput(heads, rpo[i]);
        break;
      }
  }
  f->loop_count = (uint32_t)arrlen(heads);
  f->loops = AZ_NEWN(p->arena, az_loop, f->loop_count);
  for (uint32_t l = 0; l < f->loop_count; l++) find_loop(p, f, l, heads[l], mark);
  order_blocks(p, f, rpo, n);
  for (uint32_t l = 0; l < f->loop_count; l++) {
    /* The order keeps a loop contiguous, head first. */
    f->loops[l].blocks = f->order + f->blocks[f->loops[l].head].order;
    f->loops[l].loc = statement_location(f, l);
    f->loops[l].is_statement = f->loops[l].loc.line != 0;
    if (!f->loops[l].is_statement) f->loops[l].loc = loop_location(f, l);
  }
  arrfree(rpo);
  arrfree(mark);
  arrfree(heads);
}
