/* The closed program of a choice of inputs: if it is safe, the program is non-terminating with
 * these inputs (docs/soundness.md, "Non-termination").
 *
 *   input           its values are the chosen ones, which may depend on the state there
 *   return of the entry function, stop (exit, abort)
 *                   a check that fails
 *   assumption      a check of its condition, unless it states a guarantee of the C library
 *
 * The rest is unchanged. So, up to the first failing check, every execution of the program with the
 * chosen inputs is one of the closed program. The closed program has an execution, since nothing
 * blocks it; it is infinite if no check fails. Undefined behaviour is an end, too: the caller
 * decides its classes of checks together with these. */
#include "ansatz/statement.h"
#include "termination/nontermination.h"
#include "program/graph.h"
#include <assert.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <string.h>

bool az_input_is_chosen(const az_stmt *s) {
  if (s->kind == AZ_S_LIVE) return true;
  if (s->kind != AZ_S_INPUT || s->arg_count) return false;
  if (s->input == AZ_IN_UNKNOWN) return !s->text || strcmp(s->text, "time") != 0;
  return s->input == AZ_IN_NONDET || s->input == AZ_IN_ARGUMENT;
}

typedef struct closing {
  const az_program *from;
  uint32_t classes;
  az_program *p;
  az_arena *arena;
  struct choice_entry {
    const az_stmt *key;
    const az_input_choice *value;
  } *choices;          /* stb_ds; NULL: a check that is left out */
  az_object *objects;  /* stb_ds */
  az_check *checks;    /* stb_ds */
  az_type_info *types; /* stb_ds */
  az_stmt *stmts;      /* stb_ds: of the current block */
  az_subst *subst; /* replaces the block's inputs by their values, and checked conditions by true */
  bool substitutes;
} closing;

static void *keep(const closing *c, const void *items, size_t count, size_t size) {
  void *kept = az_arena_alloc(c->arena, count * size + 1);
  if (count) memcpy(kept, items, count * size);
  return kept;
}

/* ---- ends ------------------------------------------------------------------------------------ */

static uint32_t new_check(closing *c, const char *text, az_loc loc) {
  uint32_t number = (uint32_t)arrlenu(c->checks);
  az_check check = {.cls = AZ_C_UNREACH,
                    .id = az_arena_printf(c->arena, "end.%u", number - c->from->check_count + 1),
                    .text = text,
                    .loc = loc};
  arrput(c->checks, check);
  return number;
}

static void add_check(closing *c, az_term holds, const char *text, az_loc loc, uint32_t site) {
  az_stmt s = az_stmt_at(AZ_S_CHECK, loc);
  s.site = site;
  assert(az_sort_of(c->from->store, holds) == az_sort_bool());
  s.value = holds;
  s.check = new_check(c, text, loc);
  arrput(c->stmts, s);
}

/* ---- inputs ---------------------------------------------------------------------------------- */

/* Adds a global that counts the visits of an input, from zero. */
static uint32_t visit_counter(closing *c, const az_stmt *s) {
  const az_program *p = c->from;
  az_type type = 1;
  for (; type < arrlenu(c->types); type++) {
    const az_type_info *t = &c->types[type];
    if (t->kind == AZ_T_INT && t->bytes == 1 && !t->is_signed && !t->is_bool) break;
  }
  if (type == arrlenu(c->types)) {
    az_type_info byte = {.kind = AZ_T_INT, .name = "unsigned char", .bytes = 1, .width = 8};
    byte.sort = az_sort_bv(8);
    arrput(c->types, byte);
  }
  uint32_t index = (uint32_t)arrlenu(c->objects);
  az_object o = {.kind = AZ_OBJ_GLOBAL,
                 .name = az_arena_printf(c->arena, "visits.%u", index - p->object_count),
                 .type = type,
                 .bytes = 1,
                 .align = 1,
                 .loc = s->loc,
                 .function = AZ_NONE};
  o.address = az_bv(p->store, AZ_OBJECT_BITS, index + 1u);
  arrput(c->objects, o);
  return index;
}

static az_stmt load_of(const closing *c, const az_stmt *at, uint32_t object, const char *name) {
  az_store *store = c->from->store;
  const az_object *o = &c->objects[object];
  const az_term start = az_bv(store, c->from->pointer_bits, 0);
  const az_term pointer = az_pointer(c->from, o->address, start);
  az_stmt load = az_stmt_at(AZ_S_LOAD, at->loc);
  load.type = o->type;
  load.ptr = pointer;
  load.result = az_fresh(store, c->types[o->type].sort, name);
  return load;
}

/* Returns the value at this visit: a single one, or one that the counter of visits selects. */
static az_term selected_value(closing *c, const az_stmt *s, const az_input_choice *choice) {
  az_store *store = c->from->store;
  /* The counter of visits is a byte, and stays below the number of values. */
  assert(choice->count && choice->count <= 256 && choice->again < choice->count);
  if (choice->count == 1) return choice->values[0];
  az_stmt load = load_of(c, s, visit_counter(c, s), "visit");
  az_stmt save = load;
  save.kind = AZ_S_STORE;
  save.result = AZ_NO_TERM;
  const az_term last = az_eq_value(store, load.result, choice->count - 1);
  const az_term next = az_bv_add(store, load.result, az_bv(store, 8, 1));
  save.value = az_ite(store, last, az_bv(store, 8, choice->again), next);
  arrput(c->stmts, load);
  arrput(c->stmts, save);
  az_term value = choice->values[choice->count - 1];
  for (uint32_t i = choice->count - 1; i-- > 0;)
    value = az_ite(store, az_eq(store, load.result, az_bv(store, 8, i)), choice->values[i], value);
  return value;
}

/* Returns the chosen value, a term over the state at the input. */
static az_term chosen_value(closing *c, const az_stmt *s, const az_input_choice *choice) {
  az_term value = selected_value(c, s, choice);
  if (!choice->state) return value;
  az_stmt load = load_of(c, s, choice->object, "state");
  arrput(c->stmts, load);
  az_subst *subst = az_subst_new(c->from->store);
  az_subst_bind(subst, choice->state, load.result);
  value = az_subst_apply(subst, value);
  az_subst_free(subst);
  return value;
}

/* Assigns the chosen value to a local that begins its lifetime, or zeroes all its bytes. */
static void add_content(closing *c, const az_stmt *s, const az_input_choice *choice) {
  const az_object *o = &c->from->objects[s->object];
  az_store *store = c->from->store;
  az_stmt save = az_stmt_at(AZ_S_STORE, s->loc);
  save.type = o->type;
  save.ptr = az_pointer(c->from, o->address, az_bv(store, c->from->pointer_bits, 0));
  if (choice->count) {
    save.value = chosen_value(c, s, choice);
  } else {
    save.kind = AZ_S_SET;
    save.type = 0;
    save.value = az_bv(store, 8, 0);
    save.size = az_bv(store, c->from->pointer_bits, o->bytes);
  }
  arrput(c->stmts, save);
}

/* ---- statements ------------------------------------------------------------------------------ */

static az_term replaced(const closing *c, az_term t) {
  return t && c->substitutes ? az_subst_apply(c->subst, t) : t;
}

/* Assumes, after a check, that its condition holds. */
static void assume_checked(closing *c, az_term holds) {
  az_store *store = c->from->store;
  if (az_is_const(store, holds)) return;
  bool negated = az_kind_of(store, holds) == AZ_K_NOT;
  az_subst_bind(c->subst, negated ? az_operand(store, holds, 0) : holds, az_bool(store, !negated));
  c->substitutes = true;
}

static void close_stmt(closing *c, const az_stmt *from) {
  az_stmt s = *from;
  ptrdiff_t at = hmgeti(c->choices, from);
  const az_input_choice *choice = at < 0 ? NULL : c->choices[at].value;
  if (at >= 0 && !choice) return;
  assert(!choice || az_input_is_chosen(from)); /* the environment may choose its values */
  if (s.kind == AZ_S_INPUT && choice) {
    az_subst_bind(c->subst, s.result, chosen_value(c, from, choice));
    c->substitutes = true;
    return;
  }
  if (c->substitutes) graph_substitute(c->arena, c->subst, &s);
  if (s.kind == AZ_S_ASSUME && !s.text) {
    add_check(c, s.value, "no assumption ends the execution here", s.loc, s.site);
    return;
  }
  arrput(c->stmts, s);
  if (s.kind == AZ_S_CHECK && (c->classes >> c->from->checks[s.check].cls & 1u))
    assume_checked(c, from->value);
  if (s.kind == AZ_S_LIVE && choice) add_content(c, from, choice);
}

static az_block close_block(closing *c, const az_block *from, bool is_entry_function) {
  az_block b = *from;
  c->substitutes = false;
  az_subst_reset(c->subst);
  for (uint32_t i = 0; i < from->stmt_count; i++) close_stmt(c, &from->stmts[i]);
  b.condition = replaced(c, b.condition);
  b.value = replaced(c, b.value);
  if (b.end == AZ_END_STOP || (b.end == AZ_END_RETURN && is_entry_function))
    add_check(c, az_false(c->from->store), "the execution does not end here", b.end_loc,
              b.end_site);
  b.stmt_count = (uint32_t)arrlenu(c->stmts);
  b.stmts = keep(c, c->stmts, b.stmt_count, sizeof *b.stmts);
  arrsetlen(c->stmts, 0);
  return b;
}

static void close_function(closing *c, uint32_t index) {
  az_function *f = &c->p->functions[index];
  az_block *blocks = AZ_NEWN(c->arena, az_block, f->block_count + 1);
  for (uint32_t b = 0; b < f->block_count; b++)
    blocks[b] = close_block(c, &f->blocks[b], index == c->p->entry);
  f->blocks = blocks;
}

az_program *az_program_close(const az_program *p, az_arena *arena, uint32_t classes,
                             const az_input_choice *choices, size_t count, bool *idle) {
  az_program *closed = keep(&(closing){.arena = arena}, p, 1, sizeof *p);
  closing c = {
      .from = p, .classes = classes, .p = closed, .arena = arena, .subst = az_subst_new(p->store)};
  const az_stmt **left_out = idle ? az_idle_overflows(p, choices, count) : NULL;
  for (size_t i = 0; i < arrlenu(left_out); i++) hmput(c.choices, left_out[i], NULL);
  if (idle) *idle = arrlenu(left_out) > 0;
  arrfree(left_out);
  for (size_t i = 0; i < count; i++) hmput(c.choices, choices[i].stmt, &choices[i]);
  if (p->object_count)
    memcpy(arraddnptr(c.objects, p->object_count), p->objects,
           p->object_count * sizeof *p->objects);
  if (p->check_count)
    memcpy(arraddnptr(c.checks, p->check_count), p->checks, p->check_count * sizeof *p->checks);
  if (p->type_count)
    memcpy(arraddnptr(c.types, p->type_count), p->types, p->type_count * sizeof *p->types);
  closed->arena = arena;
  closed->functions = keep(&c, p->functions, p->function_count, sizeof *p->functions);
  for (uint32_t i = 0; i < p->function_count; i++) close_function(&c, i);
  closed->object_count = (uint32_t)arrlenu(c.objects);
  closed->objects = keep(&c, c.objects, closed->object_count, sizeof *c.objects);
  closed->check_count = (uint32_t)arrlenu(c.checks);
  closed->checks = keep(&c, c.checks, closed->check_count, sizeof *c.checks);
  closed->type_count = (uint32_t)arrlenu(c.types);
  closed->types = keep(&c, c.types, closed->type_count, sizeof *c.types);
  hmfree(c.choices);
  arrfree(c.objects);
  arrfree(c.checks);
  arrfree(c.types);
  arrfree(c.stmts);
  az_subst_free(c.subst);
  az_program_passed(closed, "closed");
  return closed;
}

az_program *az_program_unwanted(const az_program *p, uint32_t classes, uint32_t assumed) {
  az_program *closed = az_program_close(p, p->arena, classes, NULL, 0, NULL);
  for (uint32_t i = 0; i < p->check_count; i++)
    closed->checks[i].assumed = assumed >> p->checks[i].cls & 1u;
  return closed;
}
