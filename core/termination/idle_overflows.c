/* A backward slice from all that decides how an execution goes on [weiser1984]: a branch, an
 * access, a call, or a check other than of signed overflow. An overflow whose result decides
 * nothing is no end: `while (1) turns++;` is infinite whatever the sum is. Registers are needed or
 * not; the content of an object is needed up to a block. */
#include "ansatz/statement.h"
#include "termination/nontermination.h"
#include "program/graph.h"
#include <stb/stb_ds.h>

typedef struct slice {
  const az_program *p;
  az_visit *needed; /* terms */
  struct {
    az_term key; /* address */
    uint32_t value;
  } *objects; /* stb_ds */
  /* For each object: 0, or 1 + the highest number of a block that loads a needed value; AZ_NONE:
   * its address is used otherwise than in loads and stores, or several functions know it. */
  uint32_t *last; /* stb_ds */
  bool more;
} slice;

static void need_object(void *ctx, uint32_t object) {
  slice *s = ctx;
  s->more |= s->last[object] != AZ_NONE;
  s->last[object] = AZ_NONE;
}

static void need_variable(void *ctx, az_term variable) {
  const ptrdiff_t at = hmgeti(((slice *)ctx)->objects, variable);
  if (at >= 0) need_object(ctx, ((slice *)ctx)->objects[at].value);
}

static void need(slice *s, az_term t) {
  if (!t || az_visit_seen(s->needed, t)) return;
  graph_objects_of(s->p, s->needed, t, need_object, s);
  az_free_vars(s->p->store, &t, 1, need_variable, s);
  s->more = true;
}

/* Quotients that overflow have no value: the processor raises an exception. */
static bool may_be_idle(const az_program *p, const az_stmt *stmt) {
  return stmt->kind == AZ_S_CHECK && p->checks[stmt->check].cls == AZ_C_OVERFLOW &&
         !p->checks[stmt->check].traps;
}

/* Returns the object that a load or store accesses, if it is known; else AZ_NONE. */
static uint32_t accessed(slice *s, const az_stmt *stmt) {
  uint32_t object;
  if (stmt->kind != AZ_S_LOAD && stmt->kind != AZ_S_STORE) return AZ_NONE;
  const ptrdiff_t local = hmgeti(s->objects, graph_base(s->p, stmt->ptr, &object));
  return local < 0 ? object : s->objects[local].value;
}

/* Returns a number that is not above that of any block that can follow. */
static uint32_t first_after(const az_function *f, const az_block *block) {
  uint32_t loop = block->loop;
  while (loop != AZ_NONE && f->loops[loop].parent != AZ_NONE) loop = f->loops[loop].parent;
  return loop == AZ_NONE ? block->order : f->blocks[f->loops[loop].head].order;
}

/* Needs what the statement decides, and what it computes if that is needed. */
static void scan(slice *s, const az_stmts *at) {
  const az_stmt *stmt = at->stmt;
  const uint32_t object = accessed(s, stmt);
  const bool reads = stmt->kind == AZ_S_LOAD, named = object != AZ_NONE;
  if (named) need(s, az_pointer_offset(s->p, stmt->ptr));
  if (may_be_idle(s->p, stmt)) return;
  if ((reads || stmt->kind == AZ_S_INPUT) && !az_visit_seen(s->needed, stmt->result)) return;
  if (named && !reads && s->last[object] <= first_after(at->f, at->block)) return;
  if (named && reads) {
    const bool own = s->p->objects[object].function != AZ_NONE && at->block->order != AZ_NONE;
    const uint32_t last = own ? at->block->order + 1 : AZ_NONE;
    s->more |= s->last[object] < last;
    if (s->last[object] < last) s->last[object] = last;
  }
  for (uint32_t i = named ? AZ_OPERANDS_GIVEN : 0; i < az_stmt_operands(stmt); i++)
    need(s, az_stmt_operand(stmt, i));
}

static void note_idle(void *ctx, az_term variable) {
  ((slice *)ctx)->more |= !az_visit_seen(((slice *)ctx)->needed, variable);
}

const az_stmt **az_idle_overflows(const az_program *p, const az_input_choice *choices,
                                  size_t count) {
  slice s = {p, az_visit_new(p->store, AZ_VISIT_ANY), .more = true};
  const az_stmt **idle = NULL;
  for (uint32_t i = 0; i < p->object_count; i++) {
    arrput(s.last, 0);
    hmput(s.objects, p->objects[i].address, i);
  }
  for (uint32_t i = 0; i < p->object_count; i++)
    for (uint32_t j = 0; j < p->objects[i].init_count; j++) need(&s, p->objects[i].init[j].value);
  for (size_t i = 0; i < count; i++)
    if (choices[i].state) need_object(&s, choices[i].object);
  for (uint32_t f = 0; f < p->function_count; f++)
    for (uint32_t b = 0; b < p->functions[f].block_count; b++)
      for (uint32_t o = 0; o < az_end_operands(&p->functions[f].blocks[b]); o++)
        need(&s, az_end_operand(&p->functions[f].blocks[b], o));
  while (s.more) {
    s.more = false;
    for (az_stmts i = az_stmts_of(p); az_stmts_next(&i);) scan(&s, &i);
  }
  for (az_stmts i = az_stmts_of(p); az_stmts_next(&i); s.more = false) {
    if (may_be_idle(p, i.stmt)) az_stmt_vars(p->store, i.stmt, AZ_OPERANDS_GIVEN, note_idle, &s);
    if (s.more) arrput(idle, i.stmt);
  }
  az_visit_free(s.needed);
  hmfree(s.objects);
  arrfree(s.last);
  return idle;
}
