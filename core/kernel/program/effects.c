/* What calls of some functions may do to memory that outlives them, from their statements alone:
 * which globals they write by name, whether they write through pointers, and what cannot be said
 * in statements of a program. Locals of the calls end with them and do not count. */
#include "program/graph.h"
#include <stb/stb_ds.h>

az_term graph_base(const az_program *p, az_term pointer, uint32_t *object) {
  az_term base = az_pointer_object(p, pointer);
  uint64_t number;
  *object = AZ_NONE;
  if (az_const_u64(p->store, base, &number)) {
    if (number && number <= p->object_count) *object = (uint32_t)number - 1;
    return AZ_NO_TERM;
  }
  return az_kind_of(p->store, base) == AZ_K_VAR ? base : AZ_NO_TERM;
}

static void add(uint32_t **set, uint32_t object) {
  for (size_t i = 0; i < arrlenu(*set); i++)
    if ((*set)[i] == object) return;
  arrput(*set, object);
}

typedef struct scan {
  const az_program *p;
  call_effects *e;
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
  switch (stmt->kind) {
  case AZ_S_STORE:
  case AZ_S_COPY:
  case AZ_S_SET:
    if (!stmt->only_reads) note_write(s, stmt->ptr);
    break;
  case AZ_S_HAVOC: e->through_pointers = true; break;
  case AZ_S_INT_TO_PTR: e->inexpressible = "a pointer made of an integer in a nested call"; break;
  case AZ_S_ALLOC:
    if (stmt->alloc == AZ_ALLOC_ALLOCA || stmt->alloc == AZ_ALLOC_VLA) break;
    e->inexpressible = "an allocation in a nested call";
    break;
  case AZ_S_FREE: e->inexpressible = "memory freed in a nested call"; break;
  default: break;
  }
}

call_effects graph_effects(const az_program *p, const bool *functions) {
  call_effects e = {0};
  scan s = {p, &e};
  bool *seen = NULL;
  for (uint32_t i = 0; i < p->function_count; i++) {
    const az_function *f = &p->functions[i];
    for (uint32_t b = 0; functions[i] && b < f->block_count; b++) {
      const az_block *block = &f->blocks[b];
      if (block->order == AZ_NONE) continue;
      for (uint32_t k = 0; k < block->stmt_count; k++) {
        const az_stmt *stmt = &block->stmts[k];
        note_statement(&s, stmt);
        graph_objects_of(p, stmt->ptr, &seen, note_named, &s);
        graph_objects_of(p, stmt->value, &seen, note_named, &s);
        for (uint32_t a = 0; a < stmt->arg_count; a++)
          graph_objects_of(p, stmt->args[a], &seen, note_named, &s);
      }
      graph_objects_of(p, block->value, &seen, note_named, &s);
    }
  }
  arrfree(seen);
  return e;
}

void graph_effects_free(call_effects *e) {
  arrfree(e->written);
  arrfree(e->named);
}
