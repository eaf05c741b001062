/* Effects of calls of some functions on memory that outlives the calls, computed from the
 * statements alone: the globals that are written by name, whether anything is written through
 * pointers, and effects that no statement can express. Locals of the calls are left out. */
#include "termination/recursion.h"
#include <stb/stb_ds.h>

static void add(uint32_t **set, uint32_t object) {
  for (size_t i = 0; i < arrlenu(*set); i++)
    if ((*set)[i] == object) return;
  arrput(*set, object);
}

typedef struct scan {
  const az_program *p;
  call_effects *e;
  az_visit *seen;
} scan;

static void note_named(void *ctx, uint32_t object) {
  scan *s = ctx;
  if (s->p->objects[object].kind == AZ_OBJ_GLOBAL) add(&s->e->named, object);
}

static void note_write(scan *s, az_term pointer) {
  uint32_t object;
  if (graph_base(s->p, pointer, &object)) return; /* a local of the call */
  if (object == AZ_NONE)
    s->e->through_pointers = true;
  else if (s->p->objects[object].kind == AZ_OBJ_GLOBAL)
    add(&s->e->written, object);
}

static void note_statement(scan *s, const az_stmt *stmt) {
  call_effects *e = s->e;
  bool own = stmt->alloc == AZ_ALLOC_ALLOCA || stmt->alloc == AZ_ALLOC_VLA; /* ends with the call */
  if (az_stmt_writes(stmt)) note_write(s, stmt->ptr);
  if (stmt->kind == AZ_S_HAVOC) e->through_pointers = true;
  if (stmt->kind == AZ_S_INT_TO_PTR)
    e->inexpressible = "a pointer made of an integer in a nested call";
  if (stmt->kind == AZ_S_ALLOC && !own) e->inexpressible = "an allocation in a nested call";
  if (stmt->kind == AZ_S_FREE) e->inexpressible = "memory freed in a nested call";
  for (uint32_t o = 0; o < az_stmt_operands(stmt); o++)
    graph_objects_of(s->p, s->seen, az_stmt_operand(stmt, o), note_named, s);
}

call_effects effects_of_calls(const az_program *p, const bool *functions) {
  call_effects e = {0};
  scan s = {p, &e, az_visit_new(p->store, AZ_VISIT_ANY)};
  for (uint32_t f = 0; f < p->function_count; f++) {
    if (!functions[f]) continue;
    for (az_stmts i = az_stmts_in(&p->functions[f]); az_stmts_next(&i);)
      if (i.block->order != AZ_NONE) note_statement(&s, i.stmt);
    for (uint32_t b = 0; b < p->functions[f].block_count; b++) {
      const az_block *block = &p->functions[f].blocks[b];
      if (block->order != AZ_NONE) graph_objects_of(p, s.seen, block->value, note_named, &s);
    }
  }
  az_visit_free(s.seen);
  return e;
}

void effects_free(call_effects *e) {
  arrfree(e->written);
  arrfree(e->named);
}
