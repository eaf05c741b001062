/* The analyses that complete a program: reducible graphs, loops, recursion (strongly connected
 * components of the call graph, in which a call through a pointer may reach every function whose
 * address is taken). */
#include "program/graph.h"
#include <stb/stb_ds.h>
#include <string.h>

/* An entry that is branched to moves into a block of its own. */
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

/* ---- call graph ---------------------------------------------------------------------------- */

typedef struct calls {
  const az_program *p;
  uint32_t **callees; /* by function */
  bool *taken;        /* functions whose address is a value somewhere */
  bool *indirect;     /* functions with a call through a pointer */
  bool *seen;         /* terms */
} calls;

static void take_object(calls *c, uint64_t number) {
  if (number == 0 || number > c->p->object_count) return;
  const az_object *o = &c->p->objects[number - 1];
  if (o->kind == AZ_OBJ_FUNCTION && o->function != AZ_NONE) c->taken[o->function] = true;
}

/* Constants of a pointer's or an object number's width may name functions. */
static void scan_term(calls *c, az_term t) {
  const az_store *s = c->p->store;
  uint32_t *work = NULL, width = az_pointer_width(c->p);
  if (t) arrput(work, t);
  while (arrlen(work)) {
    t = arrpop(work);
    if (t >= arrlenu(c->seen)) {
      size_t old = arrlenu(c->seen), now = (size_t)t * 2 + 64;
      arrsetlen(c->seen, now);
      memset(c->seen + old, 0, now - old);
    }
    if (c->seen[t]) continue;
    c->seen[t] = true;
    for (uint32_t i = 0; i < az_arity(s, t); i++) arrput(work, az_operand(s, t, i));
    if (!az_is_const(s, t) || az_sort_kind_of(az_sort_of(s, t)) != AZ_SORT_BV) continue;
    const uint64_t *limbs = az_const_limbs(s, t);
    uint32_t bits = az_sort_width(az_sort_of(s, t)), shift = c->p->pointer_bits;
    if (bits == AZ_OBJECT_BITS) take_object(c, limbs[0]);
    if (bits == width) take_object(c, shift == 64 ? limbs[1] : limbs[0] >> shift);
  }
  arrfree(work);
}

static void scan_function(calls *c, uint32_t index) {
  const az_function *f = &c->p->functions[index];
  for (uint32_t b = 0; b < f->block_count; b++) {
    const az_block *block = &f->blocks[b];
    if (block->order == AZ_NONE) continue;
    for (uint32_t i = 0; i < block->stmt_count; i++) {
      const az_stmt *s = &block->stmts[i];
      scan_term(c, s->ptr);
      scan_term(c, s->value);
      scan_term(c, s->size);
      for (uint32_t j = 0; j < s->arg_count; j++) scan_term(c, s->args[j]);
      if (s->kind != AZ_S_CALL) continue;
      if (s->callee == AZ_NONE)
        c->indirect[index] = true;
      else
        arrput(c->callees[index], s->callee);
    }
    scan_term(c, block->condition);
    scan_term(c, block->value);
  }
}

static const uint32_t *callees_of(const void *ctx, uint32_t function, uint32_t *count) {
  const calls *c = ctx;
  *count = (uint32_t)arrlen(c->callees[function]);
  return c->callees[function];
}

static void find_recursion(az_program *p) {
  uint32_t n = p->function_count, *component = NULL, *size = NULL;
  calls c = {.p = p};
  if (n == 0) return;
  arrsetlen(c.callees, n);
  arrsetlen(c.taken, n);
  arrsetlen(c.indirect, n);
  arrsetlen(component, n);
  arrsetlen(size, n);
  memset(c.callees, 0, n * sizeof *c.callees);
  memset(c.taken, 0, n * sizeof *c.taken);
  memset(c.indirect, 0, n * sizeof *c.indirect);
  memset(size, 0, n * sizeof *size);
  for (uint32_t i = 0; i < n; i++) scan_function(&c, i);
  for (uint32_t i = 0; i < p->object_count; i++)
    for (uint32_t j = 0; j < p->objects[i].init_count; j++)
      scan_term(&c, p->objects[i].init[j].value);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = 0; j < n && c.indirect[i]; j++)
      if (c.taken[j]) arrput(c.callees[i], j);
  graph_components(n, NULL, callees_of, &c, component);
  for (uint32_t i = 0; i < n; i++) size[component[i]]++;
  for (uint32_t i = 0; i < n; i++) {
    p->functions[i].recursive = size[component[i]] > 1;
    p->functions[i].check = AZ_NONE;
    for (ptrdiff_t j = 0; j < arrlen(c.callees[i]); j++)
      if (c.callees[i][j] == i) p->functions[i].recursive = true;
    arrfree(c.callees[i]);
  }
  arrfree(c.callees);
  arrfree(c.taken);
  arrfree(c.indirect);
  arrfree(c.seen);
  arrfree(component);
  arrfree(size);
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
    free_entry(p, f);
    graph_make_reducible(p, f);
    graph_find_loops(p, f);
  }
  find_recursion(p);
  return AZ_OK;
}
