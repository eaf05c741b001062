/* Ghost cells and axioms in step formulas (ansatz/ghost.h). An observation returns terms over
 * formals; the values of an event in a state replace them here, so that an update is a function of
 * the execution alone, in every copy and at every k. An axiom is trusted (docs/soundness.md,
 * observations): at each allocation of an object of a site, and at stores of pointers to which
 * holders matter, it is asserted for arbitrary objects, namely those that a formula can mention: o*
 * and o** of every site, their targets, and the targets of the state's pointers. */
#include "ssa/concrete.h"
#include "ssa/execute.h"
#include <assert.h>
#include <stb/stb_ds.h>
#include <stdio.h>

bool has_ghosts(const executor *x) {
  return x->shared->ghosts && x->shared->ghosts->count && x->ssa->config.mode == AZ_SSA_STEP;
}

/* ---- formals --------------------------------------------------------------------------------- */

static az_term formal(executor *x, const char *name, az_term value) {
  if (!value) return AZ_NO_TERM;
  char text[48];
  az_sort sort = az_sort_of(x->s, value);
  bool array = az_sort_kind_of(sort) == AZ_SORT_ARRAY,
       truth = az_sort_kind_of(sort) == AZ_SORT_BOOL;
  snprintf(text, sizeof text, "event#%s.%u", name, array || truth ? 0 : az_sort_width(sort));
  return az_var(x->s, sort, text);
}

/* Returns the event's place as a number, the same in all formulas: claims may mention it. */
static az_term place_of(executor *x, const happening *what) {
  if (!what->stmt) return AZ_NO_TERM;
  name_key key = {what->frame, statement_number(x, what->stmt), 0};
  ptrdiff_t at = hmgeti(x->shared->places, key);
  uint32_t number = at >= 0 ? x->shared->places[at].value : (uint32_t)hmlenu(x->shared->places) + 1;
  if (at < 0) hmput(x->shared->places, key, number);
  return az_bv(x->s, 32, number);
}

az_term az_ghost_formal(az_store *s, const az_ghost *ghost) {
  char name[200];
  snprintf(name, sizeof name, "event#%.150s", ghost->name);
  return az_var(s, az_sort_bv(ghost->bits), name);
}

typedef struct updating {
  executor *x;
  const az_mem *mem;     /* contains the other cells; NULL: unknown */
  az_term update, old;   /* a term over formals, and the formal of the cell's old content */
  az_term formals[8][2]; /* for each field of the event: formal, value */
} updating;

static void bind_formals(const updating *u, az_subst *subst) {
  for (int i = 0; i < 8; i++)
    if (u->formals[i][0]) az_subst_bind(subst, u->formals[i][0], u->formals[i][1]);
}

static az_term updated(void *ctx, az_term old) {
  const updating *u = ctx;
  const az_ghosts *g = u->x->shared->ghosts;
  az_subst *subst = az_subst_new(u->x->s);
  assert(az_sort_of(u->x->s, old) == az_sort_of(u->x->s, u->old));
  bind_formals(u, subst);
  az_subst_bind(subst, u->old, old);
  for (uint32_t c = 0; u->mem && c < g->count; c++)
    if (g->cells[c].scope == AZ_GHOST_EXECUTION)
      az_subst_bind(subst, az_ghost_formal(u->x->s, &g->cells[c]),
                    az_mem_get(u->mem, u->x->shared->ghost_cells[c]));
  az_term now = az_subst_apply(subst, u->update);
  az_subst_free(subst);
  return now;
}

static bool stores_pointer(const executor *x, const happening *what) {
  return what->kind == AZ_ON_STORE && x->p->types[what->stmt->type].kind == AZ_T_POINTER;
}

/* Asks the observation for the cell after an event. Returns false if it is unchanged. */
static bool ask(executor *x, updating *u, uint32_t cell, az_ghost_event *event,
                const happening *what) {
  const az_ghosts *g = x->shared->ghosts;
  assert(cell < g->count && (!what->happens || az_sort_of(x->s, what->happens) == az_sort_bool()));
  az_term values[8] = {place_of(x, what), what->pointer, what->value, what->size, what->happens};
  az_term *const fields[8] = {&event->place,   &event->pointer, &event->value,  &event->size,
                              &event->happens, &event->chosen,  &event->beside, &event->links};
  static const char *const names[8] = {"place",   "pointer", "value",  "size",
                                       "happens", "chosen",  "beside", "links"};
  if (g->cells[cell].chooses && u->mem && stores_pointer(x, what)) {
    values[5] = az_fresh(x->s, az_sort_bv(g->cells[cell].bits), "chosen");
    values[6] = az_mem_ghost_of(u->mem, x->shared->ghost_fields[cell], what->value, &values[7]);
  }
  for (int i = 0; i < 8; i++)
    *fields[i] = u->formals[i][0] = formal(x, names[i], u->formals[i][1] = values[i]);
  char name[32];
  snprintf(name, sizeof name, "event#old.%u", g->cells[cell].bits);
  event->old = u->old = az_var(x->s, az_sort_bv(g->cells[cell].bits), name);
  u->update = g->update(g->ctx, cell, event);
  if (u->update && what->registers) u->update = az_subst_apply(what->registers, u->update);
  assert(!u->update || az_sort_of(x->s, u->update) == az_sort_of(x->s, u->old));
  return u->update != AZ_NO_TERM && u->update != u->old;
}

/* ---- events ---------------------------------------------------------------------------------- */

/* Asserts the axiom about the chosen number, for o* and o** of each site and for each other
 * allocated object. */
static void note_choice(const updating *u, uint32_t cell, az_ghost_event *event) {
  executor *x = u->x;
  const az_ghosts *g = x->shared->ghosts;
  az_term fact = az_true(x->s);
  event->any = az_var(x->s, az_sort_bv(g->cells[cell].bits), "event#any_cell");
  event->any_live = az_var(x->s, az_sort_bool(), "event#any_live");
  az_term axiom = g->axiom && !x->dry ? g->axiom(g->ctx, event) : AZ_NO_TERM;
  if (axiom) az_memory_choose(x->memory, g->cells[cell].bits);
  for (uint32_t id = 1; axiom && id < az_memory_instances(x->memory); id++) {
    uint32_t slot = az_memory_ghost_slot(x->memory, id, x->shared->ghost_fields[cell]);
    az_term all = slot != AZ_NONE ? az_mem_get(u->mem, slot) : AZ_NO_TERM;
    bool site = all && az_memory_instance(x->memory, id)->is_site;
    for (uint32_t n = 0; all && n < (site ? 2 : 1); n++) {
      az_term number = !site ? AZ_NO_TERM
                       : n   ? az_memory_second(x->memory, id)
                             : az_memory_fixed(x->memory, id);
      az_subst *subst = az_subst_new(x->s);
      bind_formals(u, subst);
      az_subst_bind(subst, event->any, site ? az_select(x->s, all, number) : all);
      az_subst_bind(subst, event->any_live, az_mem_object_lives(u->mem, id, number));
      fact = az_and(x->s, fact, az_subst_apply(subst, axiom));
      az_subst_free(subst);
    }
  }
  fact = az_implies(x->s, x->guard, fact);
  if (!az_is_true(x->s, fact)) arrput(x->ssa->axioms, fact);
}

static void update_slot(updating *u, az_mem *mem, uint32_t slot) {
  az_mem_set(mem, slot, updated(u, az_mem_get(mem, slot)));
}

void ghosts_event(executor *x, az_mem *mem, const happening *what) {
  if (!has_ghosts(x)) return;
  const az_ghosts *g = x->shared->ghosts;
  for (uint32_t cell = 0; cell < g->count; cell++) {
    updating u = {.x = x, .mem = mem};
    az_ghost_event event = {.kind = what->kind, .stmt = what->stmt};
    az_ghost_scope scope = g->cells[cell].scope;
    if (scope == AZ_GHOST_LOOP) continue;
    if (scope == AZ_GHOST_OBJECT && (!what->pointer || what->kind == AZ_ON_ALLOC)) continue;
    bool of_pointee = g->cells[cell].of_pointee;
    happening link = *what;
    if (of_pointee || g->cells[cell].chooses) {
      if (!stores_pointer(x, what)) continue;
      (void)az_mem_ghost_of(mem, x->shared->ghost_fields[cell], what->pointer, &link.happens);
      if (az_is_false(x->s, link.happens)) continue;
    }
    if (!ask(x, &u, cell, &event, &link)) continue;
    if (event.chosen) note_choice(&u, cell, &event);
    if (scope == AZ_GHOST_OBJECT)
      az_mem_update_ghosts(mem, x->shared->ghost_fields[cell],
                           of_pointee ? what->value : what->pointer, updated, &u);
    else
      update_slot(&u, mem, x->shared->ghost_cells[cell]);
  }
}

/* Returns the slot that the cell has for the loop in that frame. */
static uint32_t loop_slot(executor *x, uint32_t cell, uint32_t frame_index, uint32_t loop) {
  az_ssa_shared *shared = x->shared;
  ghost_key key = {cell, frame_index, loop};
  ptrdiff_t at = hmgeti(shared->loop_ghosts, key);
  if (at >= 0) return shared->loop_ghosts[at].value;
  const az_ghost *g = &shared->ghosts->cells[cell];
  char name[200];
  snprintf(name, sizeof name, "%.60s(%.100s.%u)", g->name, shared->frames[frame_index].path, loop);
  uint32_t slot = az_memory_ghost_cell(shared->memory, name, g->bits, g->initial);
  hmput(shared->loop_ghosts, key, slot);
  return slot;
}

uint32_t az_ssa_loop_ghost(const az_ssa *ssa, uint32_t cell, uint32_t frame_index, uint32_t loop) {
  ghost_key key = {cell, frame_index, loop};
  ptrdiff_t at = hmgeti(ssa->shared->loop_ghosts, key);
  return at >= 0 ? ssa->shared->loop_ghosts[at].value : AZ_NONE;
}

uint32_t az_ssa_ghost_field(const az_ssa *ssa, uint32_t cell) {
  assert(cell < arrlenu(ssa->shared->ghost_fields));
  return ssa->shared->ghost_fields[cell];
}

uint32_t az_ssa_ghost_cell(const az_ssa *ssa, uint32_t cell) {
  return ssa->shared->ghost_cells[cell];
}

/* Returns whether `loop` encloses `inner`, or is the same. */
static bool is_around(const az_function *f, uint32_t loop, uint32_t inner) {
  while (inner != AZ_NONE && inner != loop) inner = f->loops[inner].parent;
  return inner == loop;
}

void ghosts_loop_event(executor *x, az_mem *mem, az_ghost_event_kind kind, const activation *a,
                       uint32_t loop) {
  if (!has_ghosts(x)) return;
  const az_ghosts *g = x->shared->ghosts;
  happening what = {.kind = kind, .frame = a->frame};
  for (uint32_t cell = 0; cell < g->count; cell++) {
    if (g->cells[cell].scope == AZ_GHOST_OBJECT) continue;
    for (uint32_t inner = 0; inner < a->f->loop_count; inner++) {
      bool own = inner == loop, execution = g->cells[cell].scope == AZ_GHOST_EXECUTION;
      if (execution ? !own : !is_around(a->f, loop, inner)) continue;
      updating u = {.x = x};
      az_ghost_event event = {.kind = kind, .own = own};
      if (!ask(x, &u, cell, &event, &what)) continue;
      update_slot(&u, mem,
                  execution ? x->shared->ghost_cells[cell] : loop_slot(x, cell, a->frame, inner));
    }
  }
}

az_term az_ssa_ghost_after(const az_ssa *ssa, uint32_t cell, const az_concrete_event *step,
                           az_term old) {
  az_error err = {.status = AZ_OK};
  executor x = {.ssa = (az_ssa *)(uintptr_t)ssa,
                .shared = ssa->shared,
                .p = ssa->p,
                .s = ssa->s,
                .memory = ssa->shared->memory,
                .err = &err};
  happening what = {.kind = step->kind,
                    .stmt = step->stmt,
                    .frame = step->frame,
                    .pointer = step->pointer,
                    .value = step->value,
                    .size = step->size,
                    .happens = step->happens};
  az_ghost_event event = {.kind = step->kind, .stmt = step->stmt, .own = step->own};
  updating u = {.x = &x};
  return ask(&x, &u, cell, &event, &what) ? updated(&u, old) : old;
}

az_term ghost_at_loop_back(executor *x, uint32_t frame_index, uint32_t loop, uint32_t slot) {
  if (!has_ghosts(x)) return AZ_NO_TERM;
  const az_ghosts *g = x->shared->ghosts;
  for (uint32_t cell = 0; cell < g->count; cell++) {
    ptrdiff_t at = hmgeti(x->shared->loop_ghosts, ((ghost_key){cell, frame_index, loop}));
    if (at < 0 || x->shared->loop_ghosts[at].value != slot) continue;
    /* This event immediately precedes every loop-back state. */
    updating u = {.x = x};
    az_ghost_event event = {.kind = AZ_ON_BACK, .own = true};
    happening what = {.kind = AZ_ON_BACK, .frame = frame_index};
    return ask(x, &u, cell, &event, &what) && az_is_const(x->s, u.update) ? u.update : AZ_NO_TERM;
  }
  return AZ_NO_TERM;
}

/* ---- axioms ---------------------------------------------------------------------------------- */

typedef struct instantiation {
  executor *x;
  const az_mem *mem; /* before the allocation */
  az_subst *subst;
  az_ghost_event event; /* its formals */
  az_term axiom, made, fact;
  uint32_t *sites; /* stb_ds: sites that may have live objects */
} instantiation;

/* Asserts the axiom for one object, under the condition. */
static void assert_for(instantiation *in, uint32_t site, az_term instance_number,
                       az_term condition) {
  executor *x = in->x;
  az_term lives = az_mem_object_lives(in->mem, site, instance_number);
  az_subst_reset(in->subst);
  az_subst_bind(in->subst, in->event.made, in->made);
  az_subst_bind(in->subst, in->event.any, instance_number);
  az_subst_bind(in->subst, in->event.any_live, az_and(x->s, condition, lives));
  in->fact = az_and(x->s, in->fact, az_subst_apply(in->subst, in->axiom));
}

/* Asserts the axiom for the pointer's target. Returns false if it points to no site. */
static bool assert_for_pointee(instantiation *in, az_term pointer) {
  executor *x = in->x;
  az_points_to set = az_memory_targets(x->memory, pointer);
  az_term object = az_pointer_object(x->p, pointer);
  bool any = false;
  for (size_t i = 0; i < arrlenu(in->sites); i++) {
    bool leads = set.flags & AZ_PTS_WILD;
    for (size_t k = 0; k < arrlenu(set.ids); k++) leads |= set.ids[k] == in->sites[i];
    if (!leads) continue;
    az_memory_mention(x->memory, pointer);
    az_term is = az_memory_is(x->memory, object, in->sites[i]);
    assert_for(in, in->sites[i], az_memory_instance_number(x->memory, object), is);
    any = true;
  }
  arrfree(set.ids);
  return any;
}

/* Asserts the axiom for an object of the site and for the targets of its pointers. */
static void assert_for_any(instantiation *in, uint32_t site, az_term instance_number) {
  executor *x = in->x;
  const az_instance *inst = az_memory_instance(x->memory, site);
  assert_for(in, site, instance_number, az_true(x->s));
  for (uint32_t l = 0; l < inst->layout->leaf_count; l++) {
    const az_leaf *leaf = &inst->layout->leaves[l];
    az_term all = az_mem_get(in->mem, inst->slot + l);
    if (leaf->is_pointer && !leaf->dimension_count && all)
      assert_for_pointee(in, az_select(x->s, all, instance_number));
  }
}

void note_allocation(executor *x, const az_stmt *stmt, uint32_t frame_index,
                     az_term instance_number, const point *at) {
  const az_ghosts *g = x->shared->ghosts;
  if (x->dry || !g || !g->axiom) return;
  az_sort sort = az_sort_bv(AZ_INSTANCE_NUMBER_BITS);
  instantiation in = {.x = x, .mem = at->mem, .made = instance_number, .fact = az_true(x->s)};
  happening what = {.kind = AZ_ON_ALLOC, .stmt = stmt, .frame = frame_index};
  in.event = (az_ghost_event){.kind = AZ_ON_ALLOC, .stmt = stmt, .place = place_of(x, &what)};
  in.event.made = az_var(x->s, sort, "event#made");
  in.event.any = az_var(x->s, sort, "event#any");
  in.event.any_live = az_var(x->s, az_sort_bool(), "event#any_live");
  in.axiom = g->axiom(g->ctx, &in.event);
  if (!in.axiom) return;
  in.subst = az_subst_new(x->s);
  uint32_t pointers = 0;
  for (uint32_t id = 1; id < az_memory_instances(x->memory); id++) {
    const az_instance *inst = az_memory_instance(x->memory, id);
    if (!inst || !inst->is_site) continue;
    az_term live = az_mem_get(at->mem, az_memory_live_slot(x->memory, id));
    if (live != az_zero_of(x->s, az_sort_of(x->s, live))) arrput(in.sites, id);
  }
  for (size_t i = 0; i < arrlenu(in.sites); i++) {
    assert_for_any(&in, in.sites[i], az_memory_fixed(x->memory, in.sites[i]));
    assert_for_any(&in, in.sites[i], az_memory_second(x->memory, in.sites[i]));
  }
  uint32_t slots = arrlenu(in.sites) ? az_memory_slots(x->memory) : 0;
  for (uint32_t slot = 0; slot < slots; slot++) {
    const az_leaf *leaf;
    az_memory_slot(x->memory, slot, &leaf, NULL);
    az_term v = az_mem_get(at->mem, slot);
    if (!v || !leaf->is_pointer || az_leaf_is_array(leaf) || az_is_const(x->s, v)) continue;
    if (!az_limits_room(x->shared->limits, AZ_LIMIT_axiom_pointers, pointers)) break;
    pointers += assert_for_pointee(&in, v);
  }
  arrfree(in.sites);
  az_subst_free(in.subst);
  az_term fact = az_implies(x->s, at->guard, in.fact);
  assert(az_sort_of(x->s, instance_number) == sort);
  if (!az_is_true(x->s, fact)) arrput(x->ssa->axioms, fact);
}

bool has_holders(const executor *x, az_holders *by) {
  const az_ghosts *g = x->shared->ghosts;
  if (!g || g->holder == AZ_NONE) return false;
  *by = (az_holders){x->shared->ghost_fields[g->holder], x->shared->ghost_fields[g->holder + 1]};
  return true;
}
