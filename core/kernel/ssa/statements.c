/* Execution of statements on a guard and a memory state. */
#include "memory/linear.h"
#include "ssa/execute.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <string.h>

/* ---- inputs ---------------------------------------------------------------------------------- */

typedef struct content_ctx {
  executor *x;
  const char *name;
  const az_stmt *stmt;
  bool zero;
  bool entry; /* part of the entry state of an entry function, not uninitialised */
} content_ctx;

/* Prefers pointers to named objects: in an entry state, a replay can set up no others. */
static void prefer_named(executor *x, az_term pointer) {
  if (x->ssa->config.record && !x->dry)
    arrput(x->ssa->replayable, az_memory_is_named(x->memory, pointer));
}

/* Returns whether the statement allocates argv. */
static bool is_argument_vector(const az_stmt *s) {
  return s->kind == AZ_S_ALLOC && s->alloc == AZ_ALLOC_VLA && s->ptr;
}

static az_term any_content(void *ctx, const az_leaf *leaf, uint32_t slot) {
  content_ctx *c = ctx;
  executor *x = c->x;
  az_sort sort = az_leaf_sort(x->p, leaf);
  if (c->zero) return az_zero_of(x->s, sort);
  char name[256];
  snprintf(name, sizeof name, "%s!%u.%u.%u:%x", c->name, x->name, statement_number(x, c->stmt),
           slot, sort);
  az_term v = az_var(x->s, sort, name);
  if (leaf->is_pointer && !is_argument_vector(c->stmt)) {
    az_points_to set = {.flags = AZ_PTS_INVALID};
    if (c->entry) set = az_memory_entry_targets(x->memory);
    az_memory_points_to(x->memory, v, &set);
    arrfree(set.ids);
    if (c->entry && !az_leaf_is_array(leaf)) prefer_named(x, v);
  }
  return v;
}

/* Fills an instance with fresh inputs and records them. */
static void live(executor *x, az_mem *mem, uint32_t id, const az_stmt *stmt, const char *name,
                 bool zero, bool entry) {
  content_ctx c = {x, name, stmt, zero, entry};
  const az_instance *inst = az_memory_instance(x->memory, id);
  az_mem_fill(mem, id, any_content, &c);
  if (!x->ssa->config.record || x->dry || zero) return;
  az_record r = {
      .kind = AZ_REC_MEMORY_INPUT, .stmt = stmt, .first_slot = inst->slot, .instance = id};
  r.terms = (uint32_t)arrlenu(x->ssa->record_terms);
  for (uint32_t l = 0; l < inst->layout->leaf_count; l++)
    arrput(x->ssa->record_terms, az_mem_get(mem, inst->slot + l));
  ssa_record(x, r);
}

/* Returns an uninterpreted function of the statement's arguments: a cell of an unconstrained array
 * that all calls of the function in the program read. */
static az_term function_value(executor *x, activation *a, const az_stmt *stmt, az_sort sort) {
  az_term key = AZ_NO_TERM;
  assert(stmt->arg_count);
  for (uint32_t i = 0; i < stmt->arg_count; i++) {
    az_term argument = az_subst_apply(a->subst, stmt->args[i]);
    key = key ? az_concat(x->s, key, argument) : argument;
  }
  char name[256];
  uint32_t width = az_sort_width(az_sort_of(x->s, key));
  snprintf(name, sizeof name, "function %.200s!%u.%u", stmt->text, width, az_sort_width(sort));
  return az_select(x->s, az_var(x->s, az_sort_array(width, sort), name), key);
}

/* Returns the cause that an unconfirmed counterexample names; inputs of library models have texts.
 */
static const char *cause_of(const az_stmt *stmt) {
  if (!stmt->text) return "input";
  return strcmp(stmt->text, "fails") ? stmt->text : "whether a call of the library fails";
}

/* Computes the answer to a question about memory and records it for replay. */
static void execute_question(executor *x, activation *a, const az_stmt *stmt, const point *at) {
  az_memory_report report = memory_report(x);
  az_term v = stmt->ptr ? az_mem_extent(at->mem, az_subst_apply(a->subst, stmt->ptr),
                                        !stmt->only_reads, &report)
                        : az_subst_apply(a->subst, stmt->value);
  ssa_record(x, (az_record){.kind = AZ_REC_INPUT, .stmt = stmt, .value = v});
  az_subst_bind(a->subst, stmt->result, v);
}

/* Notes which values the builds give in place of the arbitrary one. */
static void note_reading_of_input(executor *x, activation *a, const az_stmt *stmt, az_term value) {
  az_term one = az_false(x->s);
  for (uint32_t i = 0; i < stmt->arg_count; i++)
    one = az_or(x->s, one, az_eq(x->s, value, az_subst_apply(a->subst, stmt->args[i])));
  note_reading(x, strstr(stmt->text, "shift") ? "with processors' shifts" : CLANGS_PADDING, one,
               az_subst_apply(a->subst, stmt->value));
}

static void execute_input(executor *x, activation *a, const az_stmt *stmt, const point *at) {
  if (stmt->input == AZ_IN_MEMORY) {
    execute_question(x, a, stmt, at);
    return;
  }
  const az_type_info *type = &x->p->types[stmt->type];
  az_sort sort = az_sort_of(x->s, stmt->result);
  assert(az_kind_of(x->s, stmt->result) == AZ_K_VAR && sort == type->sort);
  bool is_float = az_sort_kind_of(sort) == AZ_SORT_FLOAT;
  char name[256];
  /* If programs share terms, two inputs may have one number: the sort distinguishes them. */
  az_sort plain = is_float ? az_sort_bv(az_sort_width(sort)) : sort;
  snprintf(name, sizeof name, "%.200s!%u.%u:%x", stmt->text ? stmt->text : "input", x->name,
           statement_number(x, stmt), plain);
  az_term bits = stmt->arg_count && !stmt->value ? function_value(x, a, stmt, plain)
                                                 : az_var(x->s, plain, name);
  /* Choices other than 0 make executions easy to replay; a proof does not need them. */
  if (stmt->input == AZ_IN_CHOICE && x->ssa->config.mode == AZ_SSA_STEP)
    bits = az_zero_of(x->s, plain);
  if (type->kind == AZ_T_POINTER) {
    az_points_to set = {.flags = AZ_PTS_WILD};
    if (stmt->input == AZ_IN_ARGUMENT) {
      set = az_memory_entry_targets(x->memory);
      prefer_named(x, bits);
    }
    az_memory_points_to(x->memory, bits, &set);
    arrfree(set.ids);
  }
  if (stmt->input == AZ_IN_CHOICE && x->ssa->config.record && !x->dry)
    arrput(x->ssa->replayable, az_ne(x->s, bits, az_zero_of(x->s, sort)));
  if (stmt->input == AZ_IN_APPROX && stmt->value) note_reading_of_input(x, a, stmt, bits);
  if (stmt->input == AZ_IN_APPROX || stmt->input == AZ_IN_UNKNOWN) note_cause(x, cause_of(stmt));
  ssa_record(x, (az_record){.kind = AZ_REC_INPUT, .stmt = stmt, .value = bits});
  az_subst_bind(a->subst, stmt->result, is_float ? az_float_from_bits(x->s, bits, sort) : bits);
}

/* ---- ends of allocated objects --------------------------------------------------------------- */

static void end_of_site(executor *x, uint32_t id, az_term pointer, point *at) {
  az_term object = az_pointer_object(x->p, pointer), offset = az_pointer_offset(x->p, pointer);
  az_term start = az_eq_value(x->s, offset, 0);
  az_term is = az_and(x->s, az_memory_is(x->memory, object, id), start);
  az_mem_end(at->mem, id, az_memory_instance_number(x->memory, object), is);
}

/* From now on, reads of the object to whose start the pointer points may return any value. */
static void forget_ended(executor *x, const az_stmt *stmt, az_term pointer, point *at) {
  if (!reads_ended(x) && !keeps_lives(x)) return;
  az_points_to set = az_memory_targets(x->memory, pointer);
  if (set.flags & AZ_PTS_WILD) { /* any object may have ended */
    az_term object = az_pointer_object(x->p, pointer), named = az_eq(x->s, pointer, az_null(x->p));
    for (size_t i = 0; i < arrlenu(set.ids); i++)
      named = az_or(x->s, named, az_memory_is(x->memory, object, set.ids[i]));
    add_unwinding_assertion(x, az_and(x->s, at->guard, az_not(x->s, named)),
                            "free of an unknown pointer", stmt->loc, false);
  }
  for (size_t i = 0; reads_ended(x) && i < arrlenu(set.ids); i++) {
    const az_instance *inst = az_memory_instance(x->memory, set.ids[i]);
    az_term is = az_eq(x->s, pointer, az_memory_pointer(x->memory, set.ids[i], 0));
    if (inst && inst->is_site)
      end_of_site(x, set.ids[i], pointer, at);
    else if (inst && inst->is_allocated && az_mem_get(at->mem, inst->slot))
      az_mem_forget(at->mem, set.ids[i], is, "freed memory", NULL);
  }
  arrfree(set.ids);
}

typedef struct local_places {
  const executor *x;
  uint32_t frame; /* the frame that compares the pointers */
} local_places;

/* Returns the local of that instance, or NULL; sets *active if its call has not returned. */
static const az_object *local_of(const local_places *c, uint32_t id, bool *active) {
  const az_instance *inst = az_memory_instance(c->x->memory, id);
  const az_object *o = inst && inst->object != AZ_NONE ? &c->x->p->objects[inst->object] : NULL;
  *active = false;
  if (!o || o->kind != AZ_OBJ_LOCAL) return NULL;
  for (uint32_t fr = c->frame; fr != AZ_NONE; fr = c->x->shared->frames[fr].parent) {
    const frame *f = &c->x->shared->frames[fr];
    for (uint32_t l = 0; l < c->x->p->functions[f->function].local_count; l++)
      *active |= f->instances[l] == id;
  }
  return o;
}

/* Returns whether two locals may have the same address: locals of one call whose blocks do not
 * contain each other, or a local of a call that has returned. */
static bool may_coincide(void *ctx, uint32_t a, uint32_t b) {
  const local_places *c = ctx;
  bool p_active, q_active, apart = true;
  const az_object *p = local_of(c, a, &p_active), *q = local_of(c, b, &q_active);
  if (!p || !q) return false;
  if (!p_active || !q_active) return true;
  for (uint32_t k = 0; k < p->block_count && k < q->block_count; k++)
    apart = apart && p->blocks[k] == q->blocks[k];
  return p->function == q->function && !apart;
}

static void execute_same(executor *x, activation *a, const az_stmt *stmt, point *at) {
  az_term p = az_subst_apply(a->subst, stmt->ptr), q = az_subst_apply(a->subst, stmt->value);
  local_places c = {.x = x, .frame = a->frame};
  const az_local_places places = {.ctx = &c, .may_coincide = may_coincide};
  az_memory_compare(x->memory, p, q);
  az_term same = az_eq(x->s, p, q),
          open = az_mem_either(at->mem, p, q, keeps_lives(x) ? NULL : &places);
  if (!az_is_false(x->s, open)) {
    note_cause(x, "comparison of pointers that C leaves open");
    same = az_ite(x->s, open, az_fresh(x->s, az_sort_bool(), "either"), same);
  }
  az_subst_bind(a->subst, stmt->result, same);
}

/* ---- allocation ------------------------------------------------------------------------------ */

/* Returns "dyn7" for an allocation at line 7; "dyn7~2" for the second statement on that line or the
 * second activation. Names are the same in all copies of a loop, and so for each k. */
static const char *allocation_name(executor *x, uint32_t in, const az_stmt *stmt) {
  const name_key key = {in, statement_number(x, stmt), AZ_NONE},
                 line = {AZ_NONE, stmt->loc.line, 0};
  uint32_t number = hmget(x->shared->allocations, key);
  if (!number) {
    number = hmget(x->shared->allocations, line) + 1;
    hmput(x->shared->allocations, line, number);
    hmput(x->shared->allocations, key, number);
  }
  az_arena *arena = az_memory_arena(x->memory);
  return number > 1 ? az_arena_printf(arena, "dyn%u~%u", stmt->loc.line, number)
                    : az_arena_printf(arena, "dyn%u", stmt->loc.line);
}

static uint32_t new_allocation(executor *x, uint32_t in, const az_stmt *stmt, name_key key,
                               az_term size, bool many) {
  az_type type = stmt->type ? stmt->type : x->shared->frames[in].pointee;
  bool sized = key.number == 2 || !az_is_const(x->s, size);
  const az_layout *layout =
      az_layout_of_allocation(x->p, az_memory_arena(x->memory), &type, size, sized);
  if (!layout) return 0;
  const char *name = allocation_name(x, in, stmt);
  uint32_t id = many ? az_memory_add_site(x->memory, name, type, layout, size, sized)
                     : az_memory_add(x->memory, AZ_NONE, name, "", type, layout, size);
  if (id) hmput(x->shared->allocations, key, id);
  return id;
}

/* Returns one object for all formulas in which its size is the same term. A size that depends on a
 * loop is a different term in each formula, over variables that have a meaning in that formula
 * alone. */
static uint32_t allocation(executor *x, uint32_t in, const az_stmt *stmt, az_term size) {
  enum { OTHERS = 3 }; /* numbers after those of allocation sites */
  name_key key = {x->name, statement_number(x, stmt), 0};
  for (;; key.number = key.number ? key.number + 1 : OTHERS) {
    uint32_t id = hmget(x->shared->allocations, key);
    if (!id) return new_allocation(x, in, stmt, key, size, false);
    if (az_memory_instance(x->memory, id)->size == size) return id;
  }
}

/* Returns one site for all objects that the activation allocates at the statement in loops; a
 * second one for objects of another size. */
static uint32_t allocation_site(executor *x, uint32_t in, const az_stmt *stmt, az_term size) {
  for (uint32_t kind = az_is_const(x->s, size) ? 1 : 2; kind <= 2; kind++) {
    name_key key = {in, statement_number(x, stmt), kind};
    uint32_t id = hmget(x->shared->allocations, key);
    if (!id) return new_allocation(x, in, stmt, key, size, true);
    if (kind == 2 || az_memory_instance(x->memory, id)->size == size) return id;
  }
  return 0;
}

/* Allocates an arbitrary object of the site that is not live. There always is one: a formula
 * that mentions too many instance numbers proves nothing (formula_incomplete in
 * kiki/formula.c). */
static az_term allocate_of_site(executor *x, const az_stmt *stmt, uint32_t in, uint32_t id,
                                az_term size, point *at) {
  char name[64];
  snprintf(name, sizeof name, "new!%u.%u", x->name, statement_number(x, stmt));
  az_term instance_number = az_var(x->s, az_sort_bv(AZ_INSTANCE_NUMBER_BITS), name);
  assert(az_memory_instance(x->memory, id)->is_site && x->ssa->config.mode == AZ_SSA_STEP);
  az_term lives = az_mem_object_lives(at->mem, id, instance_number);
  at->guard = guard_and(x, at->guard, az_not(x->s, lives));
  note_allocation(x, stmt, in, instance_number, at);
  az_mem_begin(at->mem, id, instance_number, size, stmt->alloc == AZ_ALLOC_CALLOC);
  if (has_ghosts(x)) az_mem_begin_ghosts(at->mem, id, instance_number);
  az_term object = az_concat(x->s, instance_number, az_bv(x->s, AZ_INSTANCE_BITS, id));
  az_memory_mention(x->memory, az_pointer(x->p, object, az_bv(x->s, x->p->pointer_bits, 0)));
  return object;
}

/* Notes a size that depends on inputs, and its summands: they may be large if the size wraps. */
static void note_size(executor *x, az_term guard, az_term size) {
  az_linear_form form = az_linear_of(x->s, size);
  for (uint32_t i = 0; i <= form.count; i++) {
    arrput(x->ssa->sizes, guard);
    arrput(x->ssa->sizes, i < form.count ? form.terms[i] : size);
  }
}

/* Lets realloc to zero bytes free the object and return null, as C allows and glibc does. */
static az_term nothing_left(executor *x, az_term old, az_term size, uint32_t id, az_term pointer,
                            point *at) {
  az_store *s = x->s;
  az_term none = az_ne(s, old, az_null(x->p));
  none = az_and(s, az_eq_value(s, size, 0), none);
  if (az_is_false(s, none)) return pointer;
  const az_term null = az_fresh(s, az_sort_bool(), "none");
  note_reading(x, "with glibc's realloc to no bytes", null, az_and(s, none, az_not(s, null)));
  none = az_and(s, none, null);
  if (notes_ends(x) || az_memory_instance(x->memory, id)->is_site)
    az_mem_unlive(at->mem, id,
                  az_memory_instance_number(x->memory, az_pointer_object(x->p, pointer)), none);
  return az_ite(s, none, az_null(x->p), pointer);
}

/* Updates ghost cells at an object's end; `happens`: by default, the pointer is not null. */
static void free_event(executor *x, const activation *a, const az_stmt *stmt, az_term pointer,
                       az_term happens, az_mem *mem) {
  if (!happens) happens = az_ne(x->s, pointer, az_null(x->p));
  ghosts_event(x, mem,
               &(happening){AZ_ON_FREE, stmt, a->frame, .pointer = pointer, .happens = happens});
}

static void execute_alloc(executor *x, activation *a, const az_stmt *stmt, point *at) {
  uint32_t w = x->p->pointer_bits;
  az_term size = az_resize(x->s, az_subst_apply(a->subst, stmt->size), w, false);
  az_term fails = stmt->value ? az_subst_apply(a->subst, stmt->value) : AZ_NO_TERM;
  az_memory_report report = memory_report(x);
  if (x->ssa->config.record && !x->dry && !az_is_const(x->s, size)) note_size(x, at->guard, size);
  bool many = x->ssa->config.mode == AZ_SSA_STEP && x->copies;
  uint32_t id =
      many ? allocation_site(x, a->frame, stmt, size) : allocation(x, a->frame, stmt, size);
  if (!id) {
    add_unwinding_assertion(x, at->guard, "too many objects", stmt->loc, false);
    at->guard = az_false(x->s);
    return;
  }
  az_term object = az_memory_id(x->memory, id);
  assert(az_memory_instance(x->memory, id)->is_allocated);
  if (stmt->alloc <= AZ_ALLOC_REALLOC)
    az_memory_of_heap(x->memory, id);
  else
    arrput(a->allocated, id);
  if (many)
    object = allocate_of_site(x, stmt, a->frame, id, size, at);
  else
    live(x, at->mem, id, stmt, "allocated", stmt->alloc == AZ_ALLOC_CALLOC, false);
  if (is_argument_vector(stmt))
    az_memory_is_vector(x->memory, id, az_mem_get(at->mem, az_memory_instance(x->memory, id)->slot),
                        az_subst_apply(a->subst, stmt->ptr));
  if (!many && has_ghosts(x)) az_mem_begin_ghosts(at->mem, id, AZ_NO_TERM);
  if (notes_ends(x) && !many) az_mem_set_live(at->mem, id, true);
  az_term pointer = az_pointer(x->p, object, az_bv(x->s, w, 0));
  if (stmt->alloc == AZ_ALLOC_REALLOC) {
    az_term old = az_subst_apply(a->subst, stmt->ptr);
    az_term kept = az_mem_copy_object(at->mem, pointer, old, size, &report);
    if (x->record != AZ_NONE && x->ssa->records[x->record].stmt == stmt)
      x->ssa->records[x->record].kept = kept;
    if (fails) old = az_ite(x->s, fails, az_null(x->p), old);
    free_event(x, a, stmt, old, AZ_NO_TERM, at->mem);
    if (notes_ends(x)) az_mem_release(at->mem, old, true);
    forget_ended(x, stmt, old, at);
    pointer = nothing_left(x, old, size, id, pointer, at);
  }
  if (fails) {
    if (notes_ends(x) || many)
      az_mem_unlive(at->mem, id, az_memory_instance_number(x->memory, object), fails);
    pointer = az_ite(x->s, fails, az_null(x->p), pointer);
  }
  ghosts_event(x, at->mem,
               &(happening){AZ_ON_ALLOC, stmt, a->frame, .pointer = pointer, .size = size,
                            .happens = az_ne(x->s, pointer, az_null(x->p))});
  az_subst_bind(a->subst, stmt->result, pointer);
}

/* ---- calls ----------------------------------------------------------------------------------- */

static void enter(executor *x, activation *a, const az_stmt *stmt, uint32_t function, point *at,
                  az_term *result, az_term *args) {
  uint32_t fr = frame_of(x, a->frame, function, stmt);
  if (fr == AZ_NONE) {
    add_unwinding_assertion(x, at->guard, "too many objects", stmt->loc, false);
  } else if (x->shared->frames[fr].activations > x->ssa->config.recursion) {
    add_unwinding_assertion(x, at->guard, "recursion deeper than the bound", stmt->loc, true);
    fr = AZ_NONE;
  } else if (x->shared->frames[fr].depth > AZ_MOST_NESTED_CALLS) {
    add_unwinding_assertion(x, at->guard, "too many nested calls", stmt->loc, false);
    fr = AZ_NONE;
  }
  if (fr == AZ_NONE) {
    az_mem_free(at->mem);
    *at = (point){az_false(x->s), NULL};
    return;
  }
  uint32_t name = x->name;
  assert(x->shared->frames[fr].parent == a->frame && x->shared->frames[fr].function == function);
  x->name = name_of(x, name, statement_number(x, stmt), 0);
  ssa_record(x, (az_record){.kind = AZ_REC_ENTER, .stmt = stmt, .function = function});
  ghosts_event(x, at->mem, &(happening){.kind = AZ_ON_CALL, .stmt = stmt, .frame = a->frame});
  *at = execute_function(x, fr, *at, args, stmt->arg_count, result);
  x->name = name;
  if (at->mem) {
    ghosts_event(x, at->mem, &(happening){.kind = AZ_ON_RETURN, .stmt = stmt, .frame = a->frame});
    x->guard = at->guard;
    ssa_record(x, (az_record){.kind = AZ_REC_LEAVE, .stmt = stmt, .function = function});
  }
}

static az_term fit(executor *x, az_term value, az_sort sort) {
  if (value && az_sort_of(x->s, value) == sort) return value;
  if (value && az_sort_kind_of(az_sort_of(x->s, value)) == AZ_SORT_BV &&
      az_sort_kind_of(sort) == AZ_SORT_BV &&
      az_sort_width(sort) < az_sort_width(az_sort_of(x->s, value)))
    return az_extract(x->s, value, az_sort_width(sort) - 1, 0);
  az_term v = az_fresh(x->s, sort, "result");
  note_cause(x, "call through another type");
  return v;
}

/* Returns whether the function has a char or short parameter for a wider argument: the parameter
 * may then have any value, even one outside its type. */
static bool is_cut(const executor *x, uint32_t function, const az_term *args, uint32_t count) {
  const az_function *f = &x->p->functions[function];
  for (uint32_t i = 0; i < f->param_count && i < count; i++) {
    const az_type_info *type = &x->p->types[x->p->objects[f->params[i]].type];
    az_sort sort = az_sort_of(x->s, args[i]);
    if (type->kind == AZ_T_INT && type->bytes < 4 && az_sort_kind_of(sort) == AZ_SORT_BV &&
        az_sort_width(sort) > 8 * type->bytes)
      return true;
  }
  return false;
}

static void execute_call(executor *x, activation *a, const az_stmt *stmt, point *at) {
  az_term *args = NULL, result = AZ_NO_TERM;
  for (uint32_t i = 0; i < stmt->arg_count; i++)
    arrput(args, az_subst_apply(a->subst, stmt->args[i]));
  if (stmt->callee != AZ_NONE) {
    enter(x, a, stmt, stmt->callee, at, &result, args);
  } else {
    az_term pointer = az_subst_apply(a->subst, stmt->ptr),
            object = az_pointer_object(x->p, pointer), entry = at->guard;
    az_points_to set = az_memory_targets(x->memory, pointer);
    point *ends = NULL;
    az_term *values = NULL, none = entry;
    for (size_t i = 0; i < arrlenu(set.ids); i++) {
      uint32_t id = set.ids[i];
      if (!id || id > x->p->object_count || x->p->objects[id - 1].kind != AZ_OBJ_FUNCTION) continue;
      uint32_t function = x->p->objects[id - 1].function;
      az_term is = az_eq(x->s, object, az_memory_id(x->memory, id));
      none = guard_and(x, none, az_not(x->s, is));
      point p = {guard_and(x, entry, is), NULL};
      if (az_is_false(x->s, p.guard)) continue;
      p.mem = az_mem_copy(at->mem);
      az_term value = AZ_NO_TERM;
      x->guard = p.guard;
      if (x->p->functions[function].has_body) {
        if (is_cut(x, function, args, stmt->arg_count))
          add_unwinding_assertion(x, p.guard, "call of a function as another type", stmt->loc,
                                  false);
        enter(x, a, stmt, function, &p, &value, args);
      } else {
        add_unwinding_assertion(x, p.guard, "call of a function without a body through a pointer",
                                stmt->loc, false);
        az_mem_free(p.mem);
        p.mem = NULL;
      }
      if (!p.mem) continue;
      arrput(ends, p);
      arrput(values, stmt->result ? fit(x, value, az_sort_of(x->s, stmt->result)) : AZ_NO_TERM);
    }
    if (set.flags || !arrlenu(set.ids))
      add_unwinding_assertion(x, none, "call through an unknown pointer", stmt->loc, false);
    arrfree(set.ids);
    az_mem_free(at->mem);
    *at = points_merge(x, &ends, &values, &result);
    arrfree(values);
  }
  if (at->mem && stmt->result)
    az_subst_bind(a->subst, stmt->result, fit(x, result, az_sort_of(x->s, stmt->result)));
  arrfree(args);
}

static void execute_havoc(executor *x, activation *a, const az_stmt *stmt, point *at) {
  note_cause(x, stmt->text ? stmt->text : "unknown function");
  az_term *pointers = NULL;
  for (uint32_t i = 0; i < stmt->arg_count; i++)
    if (az_sort_of(x->s, stmt->args[i]) == az_sort_bv(az_pointer_width(x->p)))
      arrput(pointers, az_subst_apply(a->subst, stmt->args[i]));
  az_memory_report report = memory_report(x);
  az_term changes = az_true(x->s);
  if (stmt->may_be_pure) {
    changes = az_fresh(x->s, az_sort_bool(), "changes");
    note_reading(x, AZ_READING_PURE, az_not(x->s, changes), changes);
  }
  az_mem_havoc(at->mem, pointers, (uint32_t)arrlenu(pointers), changes, &report);
  for (size_t i = 0; i < arrlenu(pointers); i++)
    ghosts_event(x, at->mem, &(happening){AZ_ON_BULK, stmt, a->frame, .pointer = pointers[i]});
  arrfree(pointers);
}

/* ---- accesses, addresses, lives, checks ------------------------------------------------------ */

static void execute_check(executor *x, activation *a, const az_stmt *stmt, point *at) {
  az_class cls = x->p->checks[stmt->check].cls;
  bool decided = (x->ssa->config.classes >> cls & 1u) != 0;
  bool assumed = cls == AZ_C_OVERFLOW && x->ssa->config.overflow == AZ_OVERFLOW_ASSUME_NONE;
  assumed |= x->ssa->config.defined &&
             (cls == AZ_C_DIV_BY_ZERO || cls == AZ_C_SHIFT || cls == AZ_C_CONVERSION);
  if (decided || assumed) check_that(x, stmt, az_subst_apply(a->subst, stmt->value), decided, at);
}

static void execute_load(executor *x, activation *a, const az_stmt *stmt, point *at) {
  az_memory_report report = memory_report(x);
  az_term ptr = az_subst_apply(a->subst, stmt->ptr);
  az_sort sort = az_sort_of(x->s, stmt->result);
  uint32_t width = az_sort_width(sort);
  bool is_pointer = x->p->types[stmt->type].kind == AZ_T_POINTER;
  bool is_float = az_sort_kind_of(sort) == AZ_SORT_FLOAT;
  az_term v = az_mem_read(at->mem, ptr, az_access_bytes(x->p, stmt), is_pointer, &report);
  if (!is_pointer) v = az_resize(x->s, v, width, false);
  az_subst_bind(a->subst, stmt->result, is_float ? az_float_from_bits(x->s, v, sort) : v);
}

static void execute_store(executor *x, activation *a, const az_stmt *stmt, point *at) {
  az_memory_report report = memory_report(x);
  bool is_pointer = x->p->types[stmt->type].kind == AZ_T_POINTER;
  az_term ptr = az_subst_apply(a->subst, stmt->ptr), v = az_subst_apply(a->subst, stmt->value);
  if (az_sort_kind_of(az_sort_of(x->s, v)) == AZ_SORT_FLOAT) v = az_memory_float_bits(x->memory, v);
  uint32_t bytes = az_access_bytes(x->p, stmt);
  if (!is_pointer) v = az_resize(x->s, v, 8 * bytes, false);
  az_mem_write(at->mem, ptr, bytes, is_pointer, v, &report);
  if (stmt->of_record) az_mem_forget_padding(at->mem, ptr, bytes, &report);
  ghosts_event(x, at->mem,
               &(happening){AZ_ON_STORE, stmt, a->frame, ptr, v, .registers = a->subst});
  ssa_record(x, (az_record){.kind = AZ_REC_ASSIGN, .stmt = stmt, .value = v, .pointer = ptr});
}

/* AZ_S_COPY, AZ_S_SET. */
static void execute_bulk(executor *x, activation *a, const az_stmt *stmt, point *at) {
  if (stmt->only_reads) return;
  az_memory_report report = memory_report(x);
  az_term to = az_subst_apply(a->subst, stmt->ptr), v = az_subst_apply(a->subst, stmt->value);
  az_term size = az_resize(x->s, az_subst_apply(a->subst, stmt->size), x->p->pointer_bits, false);
  uint64_t bytes;
  if (stmt->kind == AZ_S_COPY)
    az_mem_copy_bytes(at->mem, to, v, size, &report);
  else
    az_mem_set_bytes(at->mem, to, v, size, &report);
  if (stmt->of_record && az_const_u64(x->s, size, &bytes))
    az_mem_forget_padding(at->mem, to, bytes, &report);
  ghosts_event(x, at->mem, &(happening){AZ_ON_BULK, stmt, a->frame, .pointer = to, .size = size});
}

/* Executes AZ_S_LIVE or AZ_S_DEAD for a variable or for the target of a pointer. */
static void execute_life(executor *x, activation *a, const az_stmt *stmt, point *at) {
  if (stmt->object == AZ_NONE) {
    az_term ptr = az_subst_apply(a->subst, stmt->ptr);
    if (keeps_lives(x)) az_mem_release(at->mem, ptr, false);
    forget_ended(x, stmt, ptr, at);
    return;
  }
  uint32_t id = stmt->object + 1;
  for (uint32_t l = 0; l < a->f->local_count; l++)
    if (a->f->locals[l] == stmt->object) id = x->shared->frames[a->frame].instances[l];
  if (stmt->kind == AZ_S_DEAD) {
    az_mem_kill(at->mem, id);
    return;
  }
  live(x, at->mem, id, stmt, x->p->objects[stmt->object].name, false,
       x->p->arbitrary_entry && x->shared->frames[a->frame].function == x->p->entry);
  if (keeps_lives(x)) begin_life(x, at->mem, a->frame, stmt->object, id);
}

static void execute_free(executor *x, activation *a, const az_stmt *stmt, point *at) {
  az_term ptr = az_subst_apply(a->subst, stmt->ptr);
  free_event(x, a, stmt, ptr, AZ_NO_TERM, at->mem);
  if (notes_ends(x)) az_mem_release(at->mem, ptr, true);
  forget_ended(x, stmt, ptr, at);
}

static void on_address_fact(void *ctx, az_term holds) {
  executor *x = ctx;
  if (x->dry || az_is_true(x->s, holds)) return;
  for (size_t i = 0; i < arrlenu(x->ssa->facts); i++)
    if (x->ssa->facts[i] == holds) return;
  arrput(x->ssa->facts, holds);
}

static void execute_ptr_to_int(executor *x, activation *a, const az_stmt *stmt) {
  az_memory_report report = memory_report(x);
  az_term ptr = az_subst_apply(a->subst, stmt->ptr);
  az_term v = az_mem_pointer_to_int(x->memory, ptr, &report);
  az_mem_address_facts(x->memory, ptr, on_address_fact, x);
  az_subst_bind(a->subst, stmt->result,
                az_resize(x->s, v, az_sort_width(az_sort_of(x->s, stmt->result)), false));
}

static void execute_int_to_ptr(executor *x, activation *a, const az_stmt *stmt) {
  az_memory_report report = memory_report(x);
  az_term v = az_resize(x->s, az_subst_apply(a->subst, stmt->value), x->p->pointer_bits, false);
  az_subst_bind(a->subst, stmt->result, az_mem_int_to_pointer(x->memory, v, &report));
}

static void execute_unsupported(executor *x, activation *a, const az_stmt *stmt, point *at) {
  az_term leaves = stmt->value ? az_subst_apply(a->subst, stmt->value) : az_true(x->s);
  add_unwinding_assertion(x, guard_and(x, at->guard, leaves),
                          stmt->text ? stmt->text : "unsupported", stmt->loc, false);
  at->guard = guard_and(x, at->guard, az_not(x->s, leaves));
}

/* ---- all ------------------------------------------------------------------------------------- */

void execute_statement(executor *x, activation *a, const az_stmt *stmt, point *at) {
  assert(at->mem && statement_number(x, stmt)); /* names of variables contain the number */
  if (keeps_lives(x)) check_access(x, a, stmt, at);
  switch (stmt->kind) {
  case AZ_S_LIVE:
  case AZ_S_DEAD: execute_life(x, a, stmt, at); break;
  case AZ_S_LOAD: execute_load(x, a, stmt, at); break;
  case AZ_S_STORE: execute_store(x, a, stmt, at); break;
  case AZ_S_COPY:
  case AZ_S_SET: execute_bulk(x, a, stmt, at); break;
  case AZ_S_INPUT: execute_input(x, a, stmt, at); break;
  case AZ_S_HAVOC: execute_havoc(x, a, stmt, at); break;
  case AZ_S_PTR_TO_INT: execute_ptr_to_int(x, a, stmt); break;
  case AZ_S_INT_TO_PTR: execute_int_to_ptr(x, a, stmt); break;
  case AZ_S_SAME: execute_same(x, a, stmt, at); break;
  case AZ_S_ALLOC: execute_alloc(x, a, stmt, at); break;
  case AZ_S_FREE: execute_free(x, a, stmt, at); break;
  case AZ_S_ASSUME:
    at->guard = guard_and(x, at->guard, az_subst_apply(a->subst, stmt->value));
    break;
  case AZ_S_CHECK: execute_check(x, a, stmt, at); break;
  case AZ_S_LEAK: check_leaks(x, stmt, at); break;
  case AZ_S_CALL: execute_call(x, a, stmt, at); break;
  case AZ_S_UNSUPPORTED: execute_unsupported(x, a, stmt, at); break;
  }
  az_mem_cell_facts(x->memory, on_address_fact, x);
}
