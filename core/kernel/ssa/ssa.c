/* Building and extending a formula: globals, entry, execution; its bound; the conditions under
 * which instances are checked. */
#include "ansatz/event.h"
#include "ansatz/solver.h"
#include "base/check.h"
#include "ssa/ssa.h"
#include "ssa/execute.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

static void add_ghosts(az_ssa_shared *shared, const az_ghosts *ghosts) {
  shared->ghosts = ghosts;
  for (uint32_t g = 0; ghosts && g < ghosts->count; g++) {
    const az_ghost *cell = &ghosts->cells[g];
    uint32_t field = AZ_NONE, slot = AZ_NONE;
    if (cell->scope == AZ_GHOST_OBJECT) {
      field = az_memory_ghost_fields(shared->memory);
      az_memory_add_ghost_field(shared->memory, cell->name, cell->bits, cell->initial);
    } else if (cell->scope == AZ_GHOST_EXECUTION) {
      slot = az_memory_ghost_cell(shared->memory, cell->name, cell->bits, cell->initial);
    }
    arrput(shared->ghost_fields, field);
    arrput(shared->ghost_cells, slot);
  }
}

az_ssa_shared *az_ssa_shared_new(const az_program *p, const az_ghosts *ghosts, az_limits *limits) {
  az_arena *arena = az_arena_new();
  az_ssa_shared *shared = AZ_NEW(arena, az_ssa_shared);
  shared->p = p;
  shared->arena = arena;
  shared->limits = limits;
  shared->memory = az_memory_new(p, limits);
  add_ghosts(shared, ghosts);
  shared->locals = AZ_NEWN(arena, block_locals *, p->function_count + 1);
  shared->facts = AZ_NEWN(arena, local_facts *, p->function_count + 1);
  uint32_t n = 0;
  for (az_stmts i = az_stmts_of(p); az_stmts_next(&i);) {
    hmput(shared->numbers, i.stmt, ++n);
    shared->frees |= i.stmt->kind == AZ_S_FREE;
    shared->compares |= i.stmt->kind == AZ_S_SAME;
    shared->asks |= i.stmt->kind == AZ_S_INPUT && i.stmt->input == AZ_IN_MEMORY;
  }
  return shared;
}

void az_ssa_shared_free(az_ssa_shared *shared) {
  if (!shared) return;
  for (ptrdiff_t i = 0; i < hmlen(shared->effects); i++) {
    az_loop_effect *e = shared->effects[i].value;
    for (size_t k = 0; k < arrlenu(e->points); k++) arrfree(e->points[k].ids);
    arrfree(e->points);
    arrfree(e->slots);
    arrfree(e->unchanged);
    arrfree(e->dead);
  }
  for (uint32_t f = 0; f < shared->p->function_count; f++) {
    for (uint32_t b = 0; shared->locals[f] && b < shared->p->functions[f].block_count; b++)
      arrfree(shared->locals[f][b].locals);
  }
  arrfree(shared->frames);
  hmfree(shared->frame_of);
  hmfree(shared->names);
  hmfree(shared->allocations);
  hmfree(shared->effects);
  hmfree(shared->guards);
  hmfree(shared->numbers);
  hmfree(shared->places);
  hmfree(shared->loop_ghosts);
  arrfree(shared->ghost_fields);
  arrfree(shared->ghost_cells);
  hmfree(shared->born);
  az_memory_free(shared->memory);
  az_arena_free(shared->arena);
}

az_memory *az_ssa_memory(az_ssa_shared *shared) {
  return shared->memory;
}

az_limits *az_ssa_limits(const az_ssa *ssa) {
  return ssa->shared ? ssa->shared->limits : NULL;
}

static az_term external_content(void *ctx, const az_leaf *leaf, uint32_t slot) {
  executor *x = ctx;
  (void)slot;
  az_term v = az_fresh(x->s, az_leaf_sort(x->p, leaf), "external");
  if (leaf->is_pointer) az_memory_points_to(x->memory, v, &az_points_anywhere);
  return v;
}

static void build_once(executor *x) {
  az_ssa *ssa = x->ssa;
  arrput(ssa->copies, ((az_copy){0, AZ_NONE, 0})); /* the outermost */
  point at = {az_true(x->s), az_mem_new(x->memory)};
  for (uint32_t o = 0; o < x->p->object_count; o++) {
    const az_object *object = &x->p->objects[o];
    if (object->kind != AZ_OBJ_GLOBAL && object->kind != AZ_OBJ_STRING) continue;
    if (object->is_external)
      az_mem_fill(at.mem, o + 1, external_content, x);
    else
      az_mem_initialise(at.mem, o + 1);
  }
  uint32_t entry = frame_of(x, AZ_NONE, x->p->entry, NULL);
  if (entry == AZ_NONE) {
    az_mem_free(at.mem);
    ssa_give_up(x, AZ_ERR_UNSUPPORTED, "too many objects");
    return;
  }
  point end = execute_function(x, entry, at, NULL, 0, NULL);
  assert(!x->dry && !x->copies); /* outside all loops again */
  az_mem_free(end.mem);
}

static void clear(az_ssa *ssa) {
  for (size_t i = 0; i < arrlenu(ssa->loops); i++) {
    for (size_t j = 0; j < arrlenu(ssa->loops[i].bodies); j++)
      az_mem_free(ssa->loops[i].bodies[j].end);
    arrfree(ssa->loops[i].bodies);
    az_mem_free(ssa->loops[i].lb);
    az_mem_free(ssa->loops[i].entry);
  }
  for (size_t i = 0; i < arrlenu(ssa->resumes); i++) {
    struct az_ssa_resume *r = ssa->resumes[i];
    if (!r) continue;
    az_mem_free(r->end.mem);
    for (size_t k = 0; k < arrlenu(r->cutoffs); k++) arrfree(r->cutoffs[k].slots);
    arrfree(r->cutoffs);
    arrfree(r->outer);
  }
  arrfree(ssa->copies);
  arrfree(ssa->checks);
  arrfree(ssa->unwinding_assertions);
  arrfree(ssa->loops);
  arrfree(ssa->frontier);
  arrfree(ssa->facts);
  arrfree(ssa->axioms);
  arrfree(ssa->readings);
  arrfree(ssa->definitions);
  arrfree(ssa->resumes);
  arrfree(ssa->heads);
  arrfree(ssa->replayable);
  arrfree(ssa->sizes);
  arrfree(ssa->records);
  arrfree(ssa->record_terms);
  arrfree(ssa->causes);
}

static void note_frontier(az_ssa *ssa) {
  arrsetlen(ssa->frontier, 0);
  if (ssa->config.mode != AZ_SSA_BASE) return;
  for (size_t i = 0; i < arrlenu(ssa->resumes); i++) {
    const struct az_ssa_resume *r = ssa->resumes[i];
    if (r && r->end.mem) arrput(ssa->frontier, r->end.guard);
  }
}

/* Adds an unwinding assertion if integers were wrongly assumed not to be addresses. `guesses` is
 * the number of such assumptions before the formula was built. */
static void check_supposed(executor *x, uint32_t guesses) {
  az_ssa *ssa = x->ssa;
  ssa->guesses |= az_memory_guesses(x->memory) != guesses;
  if (ssa->guesses && az_memory_has_addresses(x->memory))
    add_unwinding_assertion(x, az_true(x->s), "pointer computed from integers", (az_loc){0}, false);
}

/* Logs that the formula is complete for its k; a checking build asserts its invariants. */
static void passed(const az_ssa *ssa, const char *what) {
#ifdef ANSATZ_CHECK
  const char *breach = az_ssa_breach(ssa);
  if (breach) fprintf(stderr, "ansatz: SSA at k = %u: %s\n", ssa->config.k, breach);
  assert(!breach);
#endif
  AZ_LOG(az_store_log(ssa->s), ssa, what, ssa->config.mode == AZ_SSA_STEP ? "step" : "base",
         AZ_COUNT("k", ssa->config.k), AZ_COUNT("statements", ssa->executed),
         AZ_COUNT("loops", arrlenu(ssa->loops)), AZ_COUNT("checks", arrlenu(ssa->checks)),
         AZ_COUNT("unwinding_assertions", arrlenu(ssa->unwinding_assertions)),
         AZ_COUNT("facts", arrlenu(ssa->facts)), AZ_COUNT("definitions", arrlenu(ssa->definitions)),
         AZ_COUNT("terms", az_store_statistics(ssa->s).terms));
}

az_ssa *az_ssa_build(az_ssa_shared *shared, const az_ssa_config *config, az_error *err) {
  az_arena *arena = az_arena_new();
  az_ssa *ssa = AZ_NEW(arena, az_ssa);
  ssa->arena = arena;
  ssa->p = shared->p;
  ssa->s = shared->p->store;
  ssa->shared = shared;
  ssa->config = *config;
  executor x = {.ssa = ssa,
                .shared = shared,
                .p = shared->p,
                .s = ssa->s,
                .memory = shared->memory,
                .err = err};
  uint32_t guesses;
  do {
    clear(ssa);
    ssa->compared_late = az_memory_compared_late(x.memory);
    guesses = az_memory_guesses(x.memory);
    x.grown = false;
    x.copies = x.name = 0;
    x.record = ssa->first_record = AZ_NONE;
    build_once(&x);
    x.grown |= az_memory_compared_late(x.memory) != ssa->compared_late;
  } while (x.grown && !x.failed);
  check_supposed(&x, guesses);
  note_frontier(ssa);
  for (size_t i = 0; i < arrlenu(x.substs); i++) az_subst_free(x.substs[i]);
  arrfree(x.substs);
  if (x.failed) {
    az_ssa_free(ssa);
    return NULL;
  }
  passed(ssa, "built");
  return ssa;
}

/* Adds one more copy of one loop instance, or of all of them (AZ_NONE). */
static bool extend(executor *x, uint32_t only) {
  az_ssa *ssa = x->ssa;
  if (only != AZ_NONE) {
    bool fits = extend_loop(x, only);
    return fits && (ssa->resumes[only]->end.mem || extend_loop(x, only)); /* closes its cut-offs */
  }
  az_definition last = {last_copy(ssa), az_false(x->s)}, cutoff = {last_cutoff(ssa), az_true(x->s)};
  arrput(ssa->definitions, last);
  arrput(ssa->definitions, cutoff);
  ssa->config.k++;
  size_t n = arrlenu(ssa->loops);
  bool fits = true;
  for (uint32_t i = 0; fits && i < n && !x->failed; i++) fits = extend_loop(x, i);
  return fits;
}

az_status az_ssa_extend_loop(az_ssa *ssa, uint32_t only, az_error *err) {
  executor x = {.ssa = ssa,
                .shared = ssa->shared,
                .p = ssa->p,
                .s = ssa->s,
                .memory = ssa->shared->memory,
                .err = err};
  size_t heads = arrlenu(ssa->heads);
  uint32_t guesses = az_memory_guesses(x.memory);
  bool fits = extend(&x, only);
  check_supposed(&x, guesses);
  for (size_t i = 0; i < arrlenu(x.substs); i++) az_subst_free(x.substs[i]);
  arrfree(x.substs);
  note_frontier(ssa);
  if (x.failed) return err && err->status ? err->status : AZ_ERR_RESOURCE;
  fits &= az_memory_compared_late(x.memory) == ssa->compared_late;
  if (!fits || arrlenu(ssa->heads) != heads) return AZ_ERR_UNSUPPORTED;
  passed(ssa, "extended");
  return AZ_OK;
}

az_status az_ssa_extend(az_ssa *ssa, az_error *err) {
  return az_ssa_extend_loop(ssa, AZ_NONE, err);
}

void az_ssa_bound(const az_ssa *ssa, az_term assumptions[2]) {
  assumptions[0] = last_copy(ssa);
  assumptions[1] = ssa->config.unwinding ? az_true(ssa->s) : az_not(ssa->s, last_cutoff(ssa));
  if (!ssa->config.unwinding) return;
  for (size_t i = 0; i < arrlenu(ssa->resumes); i++) {
    const struct az_ssa_resume *r = ssa->resumes[i];
    if (r && arrlenu(r->cutoffs))
      assumptions[1] = az_and(ssa->s, assumptions[1], az_not(ssa->s, r->cutoff));
  }
}

az_term az_ssa_exits_later(const az_ssa *ssa) {
  az_term any = az_false(ssa->s);
  for (size_t i = 0; i < arrlenu(ssa->resumes); i++) {
    const struct az_ssa_resume *r = ssa->resumes[i];
    for (size_t h = 0; r && h < arrlenu(r->cutoffs); h++)
      any = az_or(ssa->s, any, r->cutoffs[h].guard);
  }
  return any;
}

void az_ssa_free(az_ssa *ssa) {
  if (!ssa) return;
  clear(ssa);
  az_arena_free(ssa->arena);
}

az_term az_ssa_checked(const az_ssa *ssa, uint32_t copies) {
  az_term condition = az_true(ssa->s);
  assert(copies < arrlenu(ssa->copies));
  for (; copies; copies = ssa->copies[copies].parent) {
    const az_copy *c = &ssa->copies[copies];
    assert(c->loop < arrlenu(ssa->loops) && c->parent < copies);
    const az_loop_instance *l = &ssa->loops[c->loop];
    if (l->ls && c->copy < ssa->config.k)
      condition = az_and(ssa->s, condition, az_not(ssa->s, l->ls));
  }
  return condition;
}
