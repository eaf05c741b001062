/* Effects of the kinds of statements, and iteration over statements. */
#include "ansatz/statement.h"
#include <assert.h>
#include <stb/stb_ds.h>
#include <string.h>

/* ---- kinds ----------------------------------------------------------------------------------- */

enum {
  ACCESSES = 1, /* dereferences its pointer */
  WRITES = 2,   /* writes through it */
  CHANGES = 4,  /* may change memory, or which objects are live */
  KEEPS = 8,    /* may copy pointers, or bytes of pointers, to any place */
  APART = 16,   /* only computes or restricts executions */
};

static const uint8_t effects[] = {
    [AZ_S_LIVE] = CHANGES,
    [AZ_S_DEAD] = CHANGES,
    [AZ_S_LOAD] = ACCESSES,
    [AZ_S_STORE] = ACCESSES | WRITES | CHANGES,
    [AZ_S_COPY] = ACCESSES | WRITES | CHANGES | KEEPS,
    [AZ_S_SET] = ACCESSES | WRITES | CHANGES,
    [AZ_S_INPUT] = APART,
    [AZ_S_HAVOC] = CHANGES | KEEPS,
    [AZ_S_PTR_TO_INT] = KEEPS,
    [AZ_S_INT_TO_PTR] = KEEPS,
    [AZ_S_SAME] = APART,
    [AZ_S_ALLOC] = CHANGES | KEEPS, /* realloc dereferences its pointer, too */
    [AZ_S_FREE] = ACCESSES | CHANGES,
    [AZ_S_ASSUME] = APART,
    [AZ_S_CHECK] = APART,
    [AZ_S_LEAK] = 0,
    [AZ_S_CALL] = CHANGES,
    [AZ_S_UNSUPPORTED] = CHANGES | KEEPS,
};

bool az_stmt_accesses(const az_stmt *s) {
  return effects[s->kind] & ACCESSES || (s->kind == AZ_S_ALLOC && s->alloc == AZ_ALLOC_REALLOC);
}

bool az_stmt_changes(const az_stmt *s) {
  return effects[s->kind] & CHANGES;
}

bool az_stmt_writes(const az_stmt *s) {
  return effects[s->kind] & WRITES && !s->only_reads;
}

bool az_stmt_keeps(const az_stmt *s) {
  return effects[s->kind] & KEEPS;
}

bool az_stmt_is_apart(const az_stmt *s) {
  return effects[s->kind] & APART;
}

uint32_t az_access_bytes(const az_program *p, const az_stmt *s) {
  assert(s->kind == AZ_S_LOAD || s->kind == AZ_S_STORE);
  const az_type_info *type = &p->types[s->type];
  az_term moved = s->kind == AZ_S_LOAD ? s->result : s->value;
  if (type->kind == AZ_T_POINTER) return p->pointer_bits / 8;
  return type->bytes ? (uint32_t)type->bytes : (az_sort_width(az_sort_of(p->store, moved)) + 7) / 8;
}

/* ---- operands -------------------------------------------------------------------------------- */

void az_stmt_vars(const az_store *store, const az_stmt *s, uint32_t first,
                  void (*visit)(void *ctx, az_term var), void *ctx) {
  for (uint32_t i = first; i < az_stmt_operands(s); i++) {
    az_term t = az_stmt_operand(s, i);
    if (t) az_free_vars(store, &t, 1, visit, ctx);
  }
}

uint32_t az_end_operands(const az_block *b) {
  return 2 + (b->end == AZ_END_SWITCH ? b->successor_count - 1 : 0);
}

az_term az_end_operand(const az_block *b, uint32_t i) {
  return i == 0 ? b->condition : i == 1 ? b->value : b->cases[i - 2];
}

/* ---- iteration ------------------------------------------------------------------------------- */

az_stmts az_stmts_of(const az_program *p) {
  if (!p->function_count) return (az_stmts){.f = NULL};
  return (az_stmts){.f = p->functions, .functions = p->function_count - 1};
}

az_stmts az_stmts_in(const az_function *f) {
  return (az_stmts){.f = f};
}

bool az_stmts_next(az_stmts *i) {
  if (i->stmt && ++i->stmt < i->block->stmts + i->block->stmt_count) return true;
  while (i->f) {
    const az_block *end = i->f->blocks + i->f->block_count;
    i->block = i->block ? i->block + 1 : i->f->blocks;
    for (; i->block && i->block < end; i->block++) {
      i->stmt = i->block->stmts;
      if (i->block->stmt_count) return true;
    }
    i->block = NULL;
    i->f = i->functions ? i->f + 1 : NULL;
    i->functions -= i->functions > 0;
  }
  i->stmt = NULL;
  return false;
}

uint32_t *az_callees_first(const az_program *p) {
  enum { NEW, OPEN, DONE };
  uint8_t *state = NULL;
  uint32_t *order = NULL, *todo = NULL;
  for (uint32_t f = p->function_count; f-- > 0;) arrput(todo, f);
  if (p->function_count) memset(arraddnptr(state, p->function_count), NEW, p->function_count);
  while (arrlenu(todo)) {
    uint32_t f = arrlast(todo);
    if (state[f] != NEW) { /* all callees of f were visited before */
      (void)arrpop(todo);
      if (state[f] == OPEN) arrput(order, f);
      state[f] = DONE;
      continue;
    }
    state[f] = OPEN;
    size_t first = arrlenu(todo);
    for (az_stmts i = az_stmts_in(&p->functions[f]); az_stmts_next(&i);) {
      uint32_t to = az_direct_callee(i.stmt);
      if (to != AZ_NONE && state[to] == NEW) arrput(todo, to);
    }
    for (size_t k = 0, n = arrlenu(todo) - first; k < n / 2;
         k++) { /* so that the first callee is on top of the stack */
      uint32_t swap = todo[first + k];
      todo[first + k] = todo[first + n - 1 - k];
      todo[first + n - 1 - k] = swap;
    }
  }
  arrfree(state);
  arrfree(todo);
  return order;
}

void az_block_set(az_arena *arena, az_block *b, az_stmt *stmts) {
  b->stmt_count = (uint32_t)arrlenu(stmts);
  b->stmts = AZ_COPY(arena, stmts, b->stmt_count, b->stmt_count + 1);
  arrfree(stmts);
}
