/* Shared by all parts of the symbolic execution: numbers of statements, names and activations that
 * formulas of all k have in common; notes (causes, unwinding assertions, records, checks); joins of
 * states. */
#include "ssa/execute.h"
#include "base/table.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool ssa_give_up(executor *x, az_status status, const char *why) {
  az_fail(x->err, status, "%s", why);
  x->failed = true;
  return false;
}

uint32_t statement_number(const executor *x, const az_stmt *stmt) {
  ptrdiff_t at = az_table_find(x->shared->numbers, stmt);
  return at < 0 ? 0 : x->shared->numbers[at].value;
}

uint32_t name_of(executor *x, uint32_t parent, uint32_t what, uint32_t number) {
  name_key key = {parent, what, number};
  ptrdiff_t at = hmgeti(x->shared->names, key);
  if (at >= 0) return x->shared->names[at].value;
  uint32_t id = ++x->shared->name_count;
  hmput(x->shared->names, key, id);
  return id;
}

/* Returns the number of the call, from 1, among the caller's calls that may call the function. */
static uint32_t ordinal(const az_function *caller, uint32_t function, const az_stmt *call) {
  uint32_t number = 1;
  for (az_stmts i = az_stmts_in(caller); az_stmts_next(&i) && i.stmt != call;)
    number +=
        i.stmt->kind == AZ_S_CALL && (i.stmt->callee == function || i.stmt->callee == AZ_NONE);
  return number;
}

/* Two calls of a function in one caller have different paths, so that names of loops are unique. */
static const char *activation_path(const executor *x, uint32_t parent, uint32_t function,
                                   const az_stmt *call) {
  const az_ssa_shared *shared = x->shared;
  const char *name = x->p->functions[function].name;
  if (parent == AZ_NONE) return az_arena_strdup(shared->arena, name);
  const frame *from = &shared->frames[parent];
  uint32_t n = call ? ordinal(&x->p->functions[from->function], function, call) : 1;
  if (n > 1) name = az_arena_printf(shared->arena, "%s~%u", name, n);
  if (from->parent == AZ_NONE) return az_arena_strdup(shared->arena, name);
  /* Avoids printf, which is slow: recursion makes paths long. */
  const size_t length = strlen(from->path), more = strlen(name) + 1;
  char *path = az_arena_alloc(shared->arena, length + 1 + more);
  memcpy(path, from->path, length);
  path[length] = '/';
  memcpy(path + length + 1, name, more);
  return path;
}

uint32_t frame_of(executor *x, uint32_t parent, uint32_t function, const az_stmt *call) {
  az_ssa_shared *shared = x->shared;
  frame_key key = {parent, function, call ? statement_number(x, call) : 0};
  ptrdiff_t at = hmgeti(shared->frame_of, key);
  if (at >= 0) return shared->frame_of[at].value;
  assert(function < x->p->function_count && x->p->functions[function].has_body);
  assert(parent == AZ_NONE || parent < arrlenu(shared->frames));
  const az_function *f = &x->p->functions[function];
  frame fr = {.function = function, .parent = parent, .activations = 1, .depth = 1};
  if (parent != AZ_NONE) fr.depth = shared->frames[parent].depth + 1;
  if (call) fr.pointee = call->pointee;
  if (!fr.pointee && parent != AZ_NONE) fr.pointee = shared->frames[parent].pointee;
  for (uint32_t p = parent; p != AZ_NONE; p = shared->frames[p].parent) {
    if (shared->frames[p].function == function) {
      fr.activations = shared->frames[p].activations + 1;
      break;
    }
  }
  fr.path = activation_path(x, parent, function, call);
  fr.instances = AZ_NEWN(shared->arena, uint32_t, f->local_count);
  for (uint32_t i = 0; i < f->local_count; i++) {
    const az_object *o = &x->p->objects[f->locals[i]];
    const az_layout *layout = az_layout_of(x->p, shared->arena, o->type, o->bytes, 1);
    az_term size = az_bv(x->s, x->p->pointer_bits, o->bytes);
    fr.instances[i] =
        az_memory_add(x->memory, f->locals[i], o->name, fr.path, o->type, layout, size);
    if (!fr.instances[i]) return AZ_NONE;
  }
  arrput(shared->frames, fr);
  uint32_t id = (uint32_t)arrlenu(shared->frames) - 1;
  hmput(shared->frame_of, key, id);
  return id;
}

/* ---- what is noted --------------------------------------------------------------------------- */

void add_unwinding_assertion(executor *x, az_term guard, const char *cause, az_loc loc,
                             bool is_cut) {
  assert(az_sort_of(x->s, guard) == az_sort_bool());
  if (x->dry || az_is_false(x->s, guard)) return;
  az_unwinding_assertion e = {cause, loc, guard, x->copies, is_cut};
  arrput(x->ssa->unwinding_assertions, e);
}

static void note_cause_if(executor *x, az_term guard, const char *cause) {
  az_ssa *ssa = x->ssa;
  if (x->dry || az_is_false(x->s, guard)) return;
  for (size_t i = 0; i < arrlenu(ssa->causes); i++) {
    az_approximation *old = &ssa->causes[i];
    if (strcmp(old->cause, cause) != 0 || memcmp(&old->loc, &x->loc, sizeof x->loc) != 0) continue;
    old->guard = az_or(x->s, old->guard, guard);
    return;
  }
  arrput(ssa->causes, ((az_approximation){cause, x->loc, guard}));
}

void note_cause(executor *x, const char *cause) {
  note_cause_if(x, x->guard, cause);
}

static void on_approximate(void *ctx, az_term condition, const char *cause) {
  executor *x = ctx;
  note_cause_if(x, az_and(x->s, x->guard, condition), cause);
}

static void on_unmodelled(void *ctx, az_term condition, const char *cause) {
  executor *x = ctx;
  add_unwinding_assertion(x, az_and(x->s, x->guard, condition), cause, x->loc, false);
}

void note_reading(executor *x, const char *text, az_term fact, az_term differs) {
  differs = az_and(x->s, x->guard, differs);
  if (!x->dry && !az_is_false(x->s, differs))
    arrput(x->ssa->readings, ((az_reading){text, fact, differs, x->loc}));
}

static void on_padding(void *ctx, az_term copied) {
  executor *x = ctx;
  note_reading(x, CLANGS_PADDING, copied, az_not(x->s, copied));
}

az_memory_report memory_report(executor *x) {
  return (az_memory_report){
      .ctx = x, .approximate = on_approximate, .unmodelled = on_unmodelled, .padding = on_padding};
}

void ssa_record(executor *x, az_record r) {
  if (!x->ssa->config.record || x->dry) return;
  az_ssa *ssa = x->ssa;
  assert(x->record == AZ_NONE || x->record < arrlenu(ssa->records));
  uint32_t *link = x->record == AZ_NONE ? &ssa->first_record : &ssa->records[x->record].next;
  r.guard = x->guard;
  r.next = *link;
  *link = x->record = (uint32_t)arrlenu(ssa->records);
  arrput(ssa->records, r);
}

void check_that(executor *x, const az_stmt *stmt, az_term holds, bool decided, point *at) {
  assert((!decided || stmt->check < x->p->check_count) &&
         az_sort_of(x->s, holds) == az_sort_bool());
  decided = decided && !x->dry && !x->p->checks[stmt->check].assumed;
  if (decided && !az_is_true(x->s, az_or(x->s, az_not(x->s, at->guard), holds))) {
    az_check_instance c = {stmt->check, at->guard, holds, x->copies, AZ_NO_TERM};
    arrput(x->ssa->checks, c);
    az_record r = {.kind = AZ_REC_CHECK,
                   .stmt = stmt,
                   .value = holds,
                   .index = (uint32_t)arrlenu(x->ssa->checks) - 1};
    ssa_record(x, r);
  }
  at->guard = guard_and(x, at->guard, holds);
}

/* ---- states and sets ------------------------------------------------------------------------- */

point points_merge(executor *x, point **points, az_term **values, az_term *value) {
  point merged = {az_false(x->s), NULL};
  assert(!values || arrlenu(*values) >= arrlenu(*points));
  for (size_t i = 0; i < arrlenu(*points); i++) {
    point next = (*points)[i];
    assert(next.mem && !az_is_false(x->s, next.guard)); /* infeasible points were not added */
    if (!merged.mem) {
      merged = next;
      if (value) *value = (*values)[i];
      continue;
    }
    guard_join join = guards_join(x, merged.guard, next.guard);
    az_mem_merge(merged.mem, next.mem, join.right);
    if (value && *value)
      *value = (*values)[i] ? az_ite(x->s, join.right, (*values)[i], *value) : AZ_NO_TERM;
    merged.guard = join.guard;
    az_mem_free(next.mem);
  }
  arrfree(*points);
  return merged;
}

ptrdiff_t az_slot_position(const uint32_t *sorted, uint32_t slot) {
  ptrdiff_t low = 0, high = (ptrdiff_t)arrlenu(sorted);
  while (low < high) {
    ptrdiff_t mid = (low + high) / 2;
    if (sorted[mid] < slot)
      low = mid + 1;
    else
      high = mid;
  }
  return low;
}

az_term last_copy(const az_ssa *ssa) {
  char name[32];
  snprintf(name, sizeof name, "last#%u", ssa->config.k);
  return az_var(ssa->s, az_sort_bool(), name);
}

az_term last_cutoff(const az_ssa *ssa) {
  char name[32];
  snprintf(name, sizeof name, "cutoff#%u", ssa->config.k);
  return az_var(ssa->s, az_sort_bool(), name);
}
