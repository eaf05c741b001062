/* Lifetimes of objects; checks of memory accesses and of the heap, if these checks are decided. */
#include "ssa/execute.h"
#include <stb/stb_ds.h>
#include <stdio.h>

bool reads_ended(const executor *x) {
  return !(x->ssa->config.classes >> AZ_C_DEREF & 1u); /* if checked: a violation */
}

bool keeps_lives(const executor *x) {
  bool is_asked = (x->ssa->config.classes & AZ_MEMORY_CLASSES) != 0;
  return is_asked || x->shared->asks || x->ssa->config.defined;
}

bool notes_ends(const executor *x) {
  return keeps_lives(x) || x->shared->compares;
}

/* ---- locals -------------------------------------------------------------------------------- */

typedef struct exposure {
  const az_program *p;
  const az_function *f;
  local_facts *facts;
} exposure;
static void note_exposed(void *ctx, az_term var) {
  exposure *e = ctx;
  for (uint32_t l = 0; l < e->f->local_count; l++)
    if (e->p->objects[e->f->locals[l]].address == var) e->facts[l].exposed = true;
}

static const local_facts *facts_of(executor *x, uint32_t function) {
  local_facts **of = &x->shared->facts[function];
  if (*of) return *of;
  const az_function *f = &x->p->functions[function];
  *of = AZ_NEWN(x->shared->arena, local_facts, f->local_count + 1);
  exposure e = {x->p, f, *of};
  for (az_stmts i = az_stmts_in(f); az_stmts_next(&i);) {
    az_stmt_vars(x->s, i.stmt, AZ_OPERANDS_GIVEN, note_exposed, &e);
    for (uint32_t l = 0; i.stmt->kind == AZ_S_LIVE && l < f->local_count; l++)
      if (f->locals[l] == i.stmt->object) (*of)[l].declared = true;
  }
  for (uint32_t b = 0; b < f->block_count; b++)
    if (f->blocks[b].value) az_free_vars(x->s, &f->blocks[b].value, 1, note_exposed, &e);
  return *of;
}

void begin_life(executor *x, az_mem *mem, uint32_t fr, uint32_t object, uint32_t id) {
  uint32_t function = x->shared->frames[fr].function;
  const az_function *f = &x->p->functions[function];
  if (az_memory_instance(x->memory, id)->object == AZ_NONE) return;
  for (uint32_t l = 0; l < f->local_count; l++) {
    if (f->locals[l] != object) continue;
    if (facts_of(x, function)[l].exposed) {
      if (hmgeti(x->shared->born, id) >= 0) az_mem_renew(mem, id);
      hmput(x->shared->born, id, 1);
    }
    az_mem_set_live(mem, id, true);
  }
}

void enter_lives(executor *x, az_mem *mem, uint32_t fr) {
  if (!keeps_lives(x)) return;
  const frame *f = &x->shared->frames[fr];
  const az_function *function = &x->p->functions[f->function];
  const local_facts *facts = facts_of(x, f->function);
  for (uint32_t l = 0; l < function->local_count; l++)
    if (!facts[l].declared) begin_life(x, mem, fr, function->locals[l], f->instances[l]);
}

void leave_lives(executor *x, activation *a, az_mem *mem) {
  for (size_t i = 0; i < arrlenu(a->allocated); i++) {
    assert(!az_memory_instance(x->memory, a->allocated[i])->is_heap); /* alloca, VLAs */
    if (keeps_lives(x)) az_mem_set_live(mem, a->allocated[i], false);
    if (reads_ended(x))
      az_mem_forget(mem, a->allocated[i], az_true(x->s), "memory of a call that has returned",
                    NULL);
  }
}

/* ---- checks -------------------------------------------------------------------------------- */

static bool decides(const executor *x, az_class cls) {
  return (x->ssa->config.classes >> cls & 1u) != 0;
}

/* Returns the condition that the statement's access is valid. */
static az_term valid_access(executor *x, activation *a, const az_stmt *stmt, const point *at) {
  uint32_t w = x->p->pointer_bits;
  az_term pointer = az_subst_apply(a->subst, stmt->ptr);
  if (stmt->kind == AZ_S_CALL) return az_mem_callable(at->mem, pointer);
  if (stmt->kind == AZ_S_FREE || stmt->kind == AZ_S_ALLOC) return az_mem_freeable(at->mem, pointer);
  if (stmt->kind == AZ_S_COPY || stmt->kind == AZ_S_SET) {
    az_term size = az_resize(x->s, az_subst_apply(a->subst, stmt->size), w, false);
    az_term to = az_mem_valid(at->mem, pointer, size, !stmt->only_reads);
    if (stmt->kind == AZ_S_SET || stmt->only_reads) return to;
    return az_and(x->s, to,
                  az_mem_valid(at->mem, az_subst_apply(a->subst, stmt->value), size, false));
  }
  uint32_t bytes = az_access_bytes(x->p, stmt);
  if (bytes == 10) bytes = w == 64 ? 16 : 12; /* a long double and its padding */
  return az_mem_valid(at->mem, pointer, az_bv(x->s, w, bytes), stmt->kind == AZ_S_STORE);
}

void check_access(executor *x, activation *a, const az_stmt *stmt, point *at) {
  const az_check *check = az_access_check(x->p, stmt);
  const bool decided = check && decides(x, check->cls);
  if (!decided && !(x->ssa->config.defined && az_stmt_accesses(stmt))) return;
  check_that(x, stmt, valid_access(x, a, stmt, at), decided, at);
  x->guard = at->guard;
}

void check_leaks(executor *x, const az_stmt *stmt, point *at) {
  az_class cls = x->p->checks[stmt->check].cls;
  if (!decides(x, cls)) return;
  bool base = x->ssa->config.mode == AZ_SSA_BASE, whole = true;
  az_term holds =
      cls == AZ_C_MEMTRACK ? az_mem_all_reachable(at->mem, &whole) : az_mem_all_freed(at->mem);
  if (!whole && !az_is_true(x->s, holds)) note_cause(x, "targets of long chains of pointers");
  az_term guard = at->guard, supported = AZ_NO_TERM;
  az_holders by;
  if (!base && !x->dry && has_holders(x, &by))
    supported = az_mem_supported(at->mem, &by, cls == AZ_C_MEMCLEANUP);
  assert(cls == AZ_C_MEMTRACK || cls == AZ_C_MEMCLEANUP);
  size_t before = arrlenu(x->ssa->checks);
  check_that(x, stmt, holds, true, at);
  if (arrlenu(x->ssa->checks) > before) arrlast(x->ssa->checks).supported = supported;
  /* Executions of the base formula continue after a leak: otherwise all later guards would mention
   * it. In a step formula with `supported`, the proof may be of `supported`, so `holds` must not be
   * assumed. If chains of links were not followed to the end, `holds` is long and weak: the guard
   * omits it. */
  if (base || supported || !whole) at->guard = guard;
}
