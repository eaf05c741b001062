/* Control flow of one function in the program. The nodes are LLVM's blocks, except that
 *   - clang's clean-up code at the end of a scope (its target is in `cleanup.dest.slot`) is copied
 *     for each value of the slot, so that break, return and goto are plain edges again;
 *   - a branch to a sanitizer's trap becomes a check in line;
 *   - the only successor of a block becomes a part of it, if the block is its only predecessor;
 *   - a block that only joins the outcomes of && and || to branch on them is removed: its
 *     predecessors branch themselves.
 * Nodes come in reverse post-order, so that a dominator precedes the nodes that it dominates. */
#include "frontend/functions/functions.h"
#include "frontend/bitcode/llvm.h"
#include "base/check.h"
#include <stb/stb_ds.h>
#include <string.h>

typedef struct key {
  LLVMBasicBlockRef bb;
  int64_t known;
} key;

enum { JOIN = 1, CLEANUP = 2, SEEN = 4 };

typedef struct graph {
  fx *x;
  LLVMValueRef slot; /* the alloca cleanup.dest.slot or NULL */
  struct {
    LLVMBasicBlockRef key;
    uint32_t value;
  } *flags;
  struct {
    key key;
    uint32_t value;
  } *index;
} graph;

static bool has_phi(LLVMBasicBlockRef bb) {
  LLVMValueRef first = az_first_counted(bb);
  return first && LLVMIsAPHINode(first);
}

/* Returns whether the block consists of only a phi and a branch on it. */
static bool is_join(LLVMBasicBlockRef bb) {
  LLVMValueRef phi = az_first_counted(bb),
               br = phi && LLVMIsAPHINode(phi) ? az_next_counted(phi) : NULL;
  if (!br || !LLVMIsABranchInst(br) || !LLVMIsConditional(br) || LLVMGetCondition(br) != phi)
    return false;
  LLVMUseRef use = LLVMGetFirstUse(phi);
  return use && !LLVMGetNextUse(use);
}

/* Returns whether the block consists of only ends of lifetimes, followed by a switch on the slot or
 * by a branch to such a block. */
static bool is_cleanup(graph *g, LLVMBasicBlockRef bb, unsigned depth) {
  LLVMValueRef last = NULL;
  for (LLVMValueRef i = az_first_counted(bb); i; i = az_next_counted(i)) {
    const char *name = fx_intrinsic(i);
    bool harmless = LLVMIsALoadInst(i) || (name && (!strncmp(name, "llvm.lifetime.end", 17) ||
                                                    !strncmp(name, "llvm.stackrestore", 17)));
    if (!harmless && !LLVMIsATerminatorInst(i)) return false;
    last = i;
  }
  if (!last) return false;
  if (LLVMIsASwitchInst(last)) {
    LLVMValueRef on = LLVMGetOperand(last, 0);
    return LLVMIsALoadInst(on) && LLVMGetOperand(on, 0) == g->slot &&
           LLVMGetInstructionParent(on) == bb;
  }
  return LLVMIsABranchInst(last) && !LLVMIsConditional(last) && depth < 64 &&
         is_cleanup(g, LLVMGetSuccessor(last, 0), depth + 1);
}

static uint32_t flags_of(graph *g, LLVMBasicBlockRef bb) {
  uint32_t flags = hmget(g->flags, bb);
  if (!flags) {
    flags = SEEN | (is_join(bb) ? JOIN : 0) | (g->slot && is_cleanup(g, bb, 0) ? CLEANUP : 0);
    hmput(g->flags, bb, flags);
  }
  return flags;
}

/* Returns the edge from -> to; skips a join whose outcome is constant on this edge. */
static fx_edge thread(graph *g, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  fx_edge e = {from, to};
  if (flags_of(g, to) & JOIN) {
    LLVMValueRef phi = az_first_counted(to), value = fx_incoming(phi, from);
    if (value && LLVMIsAConstantInt(value)) {
      LLVMBasicBlockRef next =
          LLVMGetSuccessor(az_next_counted(phi), LLVMConstIntGetZExtValue(value) ? 0 : 1);
      if (!has_phi(next)) e = (fx_edge){to, next};
    }
  }
  return e;
}

/* Returns the value that the node's instructions store last to the slot; -1: unknown. */
static int64_t known_behind(const graph *g, const fx_node *n) {
  int64_t known = n->known;
  for (LLVMValueRef i = LLVMGetFirstInstruction(n->bb); g->slot && i; i = LLVMGetNextInstruction(i))
    if (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == g->slot) {
      LLVMValueRef value = LLVMIsAConstantInt(LLVMGetOperand(i, 0));
      known = value ? (int64_t)LLVMConstIntGetZExtValue(value) : -1;
    }
  return known;
}

/* Ends the node with an unconditional branch; if it leads to a join, with the join's branch. */
static void end_by_goto(graph *g, fx_node *n, LLVMBasicBlockRef to) {
  fx_edge e = thread(g, n->bb, to);
  n->end = AZ_END_GOTO;
  if (e.to == to && flags_of(g, to) & JOIN) {
    LLVMValueRef phi = az_first_counted(to), br = az_next_counted(phi),
                 value = fx_incoming(phi, n->bb);
    LLVMBasicBlockRef yes = LLVMGetSuccessor(br, 0), no = LLVMGetSuccessor(br, 1);
    if (value && !LLVMIsUndef(value) && !has_phi(yes) && !has_phi(no)) {
      n->end = AZ_END_IF;
      n->condition = value;
      n->terminator = br;
      arrput(n->edges, ((fx_edge){to, yes}));
      arrput(n->edges, ((fx_edge){to, no}));
      return;
    }
  }
  arrput(n->edges, e);
}

/* Ends the node with a switch; a switch on the slot becomes a plain edge if the slot's value is
 * known. Returns the slot's value after the switch. */
static int64_t end_by_switch(graph *g, fx_node *n, LLVMValueRef t, int64_t known) {
  LLVMValueRef on = LLVMGetOperand(t, 0);
  unsigned cases = LLVMGetNumSuccessors(t) - 1;
  bool selector = g->slot && LLVMIsALoadInst(on) && LLVMGetOperand(on, 0) == g->slot &&
                  LLVMGetInstructionParent(on) == n->bb;
  if (selector && known >= 0) {
    LLVMBasicBlockRef to = LLVMGetSwitchDefaultDest(t);
    for (unsigned i = 1; i <= cases; i++)
      if ((int64_t)LLVMConstIntGetZExtValue(LLVMGetOperand(t, 2 * i)) == known)
        to = LLVMGetSuccessor(t, i);
    n->end = AZ_END_GOTO;
    arrput(n->edges, thread(g, n->bb, to));
    return (flags_of(g, to) & CLEANUP) ? known : -1;
  }
  n->end = cases ? AZ_END_SWITCH : AZ_END_GOTO;
  n->condition = cases ? on : NULL;
  for (unsigned i = 1; i <= cases; i++) {
    arrput(n->cases, LLVMGetOperand(t, 2 * i));
    arrput(n->edges, thread(g, n->bb, LLVMGetSuccessor(t, i)));
  }
  arrput(n->edges, thread(g, n->bb, LLVMGetSwitchDefaultDest(t)));
  return selector ? -1 : known;
}

static void end_by_indirect_branch(fx_node *n, LLVMValueRef t) {
  n->end = AZ_END_SWITCH;
  n->condition = LLVMGetOperand(t, 0);
  for (unsigned i = 0; i < LLVMGetNumSuccessors(t); i++) {
    bool twice = false;
    for (unsigned k = 0; k < i; k++)
      twice = twice || LLVMGetSuccessor(t, k) == LLVMGetSuccessor(t, i);
    if (!twice) arrput(n->edges, ((fx_edge){n->bb, LLVMGetSuccessor(t, i)}));
  }
}

/* Sets the node's end and its edges; returns the slot's value after the node. */
static int64_t set_end(graph *g, fx_node *n) {
  int64_t known = known_behind(g, n);
  LLVMValueRef t = LLVMGetBasicBlockTerminator(n->bb);
  n->terminator = t;
  n->end = AZ_END_STOP;
  if (!t || LLVMIsAUnreachableInst(t)) return -1;
  if (LLVMIsAReturnInst(t)) {
    n->end = AZ_END_RETURN;
  } else if (LLVMIsABranchInst(t) &&
             (!LLVMIsConditional(t) || LLVMIsAConstantInt(LLVMGetCondition(t)))) {
    bool no_first = LLVMIsConditional(t) && LLVMIsNull(LLVMGetCondition(t));
    end_by_goto(g, n, LLVMGetSuccessor(t, no_first ? 1 : 0));
  } else if (LLVMIsABranchInst(t)) {
    n->end = AZ_END_IF;
    n->condition = LLVMGetCondition(t);
    arrput(n->edges, thread(g, n->bb, LLVMGetSuccessor(t, 0)));
    arrput(n->edges, thread(g, n->bb, LLVMGetSuccessor(t, 1)));
  } else if (LLVMIsASwitchInst(t)) {
    return end_by_switch(g, n, t, known);
  } else if (LLVMIsAIndirectBrInst(t)) {
    end_by_indirect_branch(n, t);
  }
  return known;
}

static uint32_t node(graph *g, fx_node **nodes, LLVMBasicBlockRef bb, int64_t known) {
  if (known >= 0 && !(flags_of(g, bb) & CLEANUP)) known = -1;
  key k = {bb, known};
  ptrdiff_t at = hmgeti(g->index, k);
  if (at >= 0) return g->index[at].value;
  uint32_t index = (uint32_t)arrlenu(*nodes);
  arrput(*nodes, ((fx_node){.bb = bb, .known = known}));
  hmput(g->index, k, index);
  fx_node n = (*nodes)[index];
  int64_t behind = set_end(g, &n);
  n.known = behind; /* from here on, the value for the successors */
  (*nodes)[index] = n;
  return index;
}

/* Returns the call of llvm.ubsantrap with which the block begins, or NULL. */
static LLVMValueRef trap_of(LLVMBasicBlockRef bb) {
  LLVMValueRef first = az_first_counted(bb);
  const char *name = first ? fx_intrinsic(first) : NULL;
  return name && !strncmp(name, "llvm.ubsantrap", 14) ? first : NULL;
}

/* Turns a branch of the node to a trap into a check after the node. */
static void take_in_trap(fx_node *from) {
  arrput(from->guards, (fx_guard){0});
  for (uint32_t k = 0; from->end == AZ_END_IF && k < 2; k++) {
    LLVMValueRef trap = trap_of(from->edges[k].to);
    if (!trap || trap_of(from->edges[1 - k].to)) continue;
    from->guards[0] = (fx_guard){from->condition, trap, k == 0};
    from->end = AZ_END_GOTO;
    from->condition = NULL;
    arrdel(from->edges, k);
    arrdel(from->successors, k);
    break;
  }
}

/* Makes the successor's block a part of the node. */
static void take_in_successor(fx_node *from, fx_node *to) {
  assert(from->end == AZ_END_GOTO && arrlenu(to->guards)); /* take_in_trap gives each node one */
  arrput(from->more, to->bb);
  arrput(from->guards, to->guards[0]);
  arrfree(from->edges);
  arrfree(from->successors);
  from->end = to->end;
  from->condition = to->condition;
  from->cases = to->cases;
  from->terminator = to->terminator;
  from->edges = to->edges;
  from->successors = to->successors;
  to->cases = NULL, to->edges = NULL, to->successors = NULL;
}

/* Keeps the nodes whose rank is not AZ_NONE, in the order of ranks. Nodes that lose all
 * predecessors stay, unreachable; translate.c removes them. */
static void keep_ranked(fx *x, const uint32_t *rank, uint32_t kept) {
  for (uint32_t i = 0; i < arrlenu(x->nodes); i++) {
    fx_node *node = &x->nodes[i];
    if (rank[i] == AZ_NONE) {
      arrfree(node->cases);
      arrfree(node->edges);
      arrfree(node->successors);
      arrfree(node->guards);
      continue;
    }
    for (size_t k = 0; k < arrlenu(node->successors); k++)
      node->successors[k] = rank[node->successors[k]];
    x->nodes[rank[i]] = *node;
  }
  arrsetlen(x->nodes, kept);
}

static void index_blocks(fx *x) {
  for (uint32_t i = 0; i < arrlenu(x->nodes); i++) {
    const fx_node *node = &x->nodes[i];
    for (size_t k = 0; k <= arrlenu(node->more); k++) {
      LLVMBasicBlockRef bb = k ? node->more[k - 1] : node->bb;
      uint32_t only = hmgeti(x->node_of, bb) < 0 ? i : AZ_NONE;
      hmput(x->node_of, bb, only);
    }
  }
}

/* Merges traps and straight-line successors into nodes (in reverse post-order), and drops nodes
 * that have become unreachable. */
static void merge(fx *x) {
  uint32_t n = (uint32_t)arrlenu(x->nodes), *predecessors = az_calloc(n, sizeof *predecessors),
           *rank = az_calloc(n, sizeof *rank);
  bool *head = az_calloc(n, sizeof *head);
  for (uint32_t i = 0; i < n; i++) {
    fx_node *from = &x->nodes[i];
    take_in_trap(from);
    for (size_t k = 0; k < arrlenu(from->successors); k++) {
      predecessors[from->successors[k]]++;
      if (from->successors[k] <= i) head[from->successors[k]] = true;
    }
  }
  for (uint32_t i = 0; i < n; i++) {
    fx_node *from = &x->nodes[i];
    if (i && !predecessors[i])
      continue; /* part of another node, or reached only by a branch to a trap */
    while (from->end == AZ_END_GOTO && !head[i]) {
      uint32_t next = from->successors[0];
      fx_node *to = &x->nodes[next];
      if (predecessors[next] != 1 || has_phi(to->bb) || next == i || next == 0) break;
      predecessors[next] = 0;
      take_in_successor(from, to);
    }
  }
  uint32_t kept = 0;
  for (uint32_t i = 0; i < n; i++) rank[i] = i == 0 || predecessors[i] ? kept++ : AZ_NONE;
  assert(n && !rank[0]); /* the entry stays the first node */
  keep_ranked(x, rank, kept);
  index_blocks(x);
  free(predecessors);
  free(rank);
  free(head);
}

/* Returns the nodes in post-order of a depth-first search, as indices into *nodes; stb_ds.
 * Successors are listed backwards. */
static uint32_t *search(graph *g, fx_node **nodes) {
  struct frame {
    uint32_t node;
    size_t next;
  } *stack = NULL;
  uint32_t *post = NULL;
  arrput(stack, ((struct frame){node(g, nodes, LLVMGetEntryBasicBlock(g->x->fn), -1), 0}));
  while (arrlenu(stack)) {
    struct frame *top = &arrlast(stack);
    fx_node *n = &(*nodes)[top->node];
    if (top->next == arrlenu(n->edges)) {
      arrput(post, top->node);
      (void)arrpop(stack);
      continue;
    }
    /* The last edge first: reverse post-order then has the first successors first. */
    fx_edge e = n->edges[arrlenu(n->edges) - 1 - top->next++];
    uint32_t from = top->node, count = (uint32_t)arrlenu(*nodes);
    uint32_t to = node(g, nodes, e.to, (*nodes)[from].known);
    arrput((*nodes)[from].successors, to);
    if (to == count) arrput(stack, ((struct frame){to, 0}));
  }
  arrfree(stack);
  return post;
}

static void reverse(uint32_t *items, size_t count) {
  for (size_t k = 0; k < count / 2; k++) {
    uint32_t t = items[k];
    items[k] = items[count - 1 - k];
    items[count - 1 - k] = t;
  }
}

void fx_graph(fx *x) {
  graph g = {.x = x};
  for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(x->fn)); i;
       i = LLVMGetNextInstruction(i)) {
    size_t length = 0;
    if (LLVMIsAAllocaInst(i) && !strcmp(LLVMGetValueName2(i, &length), "cleanup.dest.slot"))
      g.slot = i;
  }
  fx_node *nodes = NULL;
  uint32_t *post = search(&g, &nodes);
  uint32_t n = (uint32_t)arrlenu(nodes), *rank = az_malloc((n + 1) * sizeof *rank);
  for (uint32_t i = 0; i < n; i++) rank[post[i]] = n - 1 - i;
  assert(arrlenu(post) == n); /* all nodes are reached from the entry */
  arrsetlen(x->nodes, n);
  for (uint32_t i = 0; i < n; i++) {
    fx_node *from = &nodes[i];
    size_t count = arrlenu(from->successors);
    for (size_t k = 0; k < count; k++) from->successors[k] = rank[from->successors[k]];
    reverse(from->successors, count);
    x->nodes[rank[i]] = *from;
  }
  x->dead_slot = g.slot;
  for (uint32_t i = 0; i < n; i++) {
    LLVMValueRef on = nodes[i].end == AZ_END_SWITCH ? nodes[i].condition : NULL;
    if (on && LLVMIsALoadInst(on) && LLVMGetOperand(on, 0) == g.slot) x->dead_slot = NULL;
  }
  merge(x);
  free(rank);
  arrfree(nodes);
  arrfree(post);
  hmfree(g.flags);
  hmfree(g.index);
}

void fx_graph_free(fx *x) {
  for (size_t i = 0; i < arrlenu(x->nodes); i++) {
    arrfree(x->nodes[i].cases);
    arrfree(x->nodes[i].edges);
    arrfree(x->nodes[i].successors);
    arrfree(x->nodes[i].more);
    arrfree(x->nodes[i].guards);
  }
  arrfree(x->nodes);
  hmfree(x->node_of);
}
