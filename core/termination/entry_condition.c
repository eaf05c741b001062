/* A program with a condition on its entry state: an assumption before the call of the entry
 * function about its arguments, the fields that pointer arguments point to under an entry contract,
 * and the values of globals at that point. */
#include "ansatz/statement.h"
#include "termination/precondition.h"
#include <stb/stb_ds.h>
#include <string.h>

static bool is_integer(const az_program *p, az_type type) {
  const az_type_info *t = &p->types[type];
  return type && t->kind == AZ_T_INT && !t->is_bool && t->width <= 64 &&
         t->sort == az_sort_bv(t->width);
}

/* The call of the entry function. It is the last call in the start function or, under an entry
 * contract, in the function that the start function calls. */
typedef struct entry_call {
  uint32_t function, block, stmt;
  const az_stmt *at; /* NULL: there is none */
} entry_call;

static entry_call find_call(const az_program *p) {
  entry_call call = {.function = p->entry};
  for (int nested = 0; p->arbitrary_entry && nested < (p->contract ? 2 : 1); nested++) {
    if (call.at) call.function = call.at->callee;
    const az_function *f = &p->functions[call.function];
    for (az_stmts i = az_stmts_in(f); az_stmts_next(&i);) {
      const uint32_t to = az_direct_callee(i.stmt);
      if (to == AZ_NONE || !p->functions[to].has_body || p->functions[to].is_model) continue;
      call.block = (uint32_t)(i.block - f->blocks);
      call.stmt = (uint32_t)(i.stmt - i.block->stmts);
      call.at = i.stmt;
    }
  }
  return call;
}

static bool is_global_of_program(const az_program *p, const az_object *o) {
  bool library = o->loc.file != AZ_NONE && o->loc.file < p->file_count &&
                 !strncmp(p->files[o->loc.file], "<library>", 9);
  return o->kind == AZ_OBJ_GLOBAL && !o->is_const && !o->is_static_local && o->loc.line &&
         !library && o->name;
}

/* Returns whether the name is a C identifier: parts of records in registers have none. */
static bool is_identifier(const char *name) {
  return name && *name &&
         !name[strspn(name, "abcdefghijklmnopqrstuvwxyz_0123456789"
                            "ABCDEFGHIJKLMNOPQRSTUVWXYZ")];
}

/* Returns whether an argument or another global has the same name. */
static bool is_ambiguous(const az_program *p, uint32_t global, const az_entry_input *arguments) {
  const char *name = p->objects[global].name;
  for (size_t i = 0; i < arrlenu(arguments); i++)
    if (arguments[i].object == AZ_NONE && !strcmp(arguments[i].name, name)) return true;
  for (uint32_t o = 0; o < p->object_count; o++)
    if (o != global && is_global_of_program(p, &p->objects[o]) && !strcmp(p->objects[o].name, name))
      return true;
  return false;
}

/* Adds the integers that an argument points to: one number, or the numbers in a record. */
static void add_targets(const az_program *p, const char *name, az_type to, az_term pointer,
                        az_entry_input **found) {
  const az_type_info *record = &p->types[to];
  for (uint32_t i = 0; record->kind == AZ_T_RECORD && i < record->field_count; i++) {
    const az_field *field = &record->fields[i];
    if (field->bit_width || !field->name || !is_integer(p, field->type)) continue;
    const char *path = az_arena_printf(p->arena, "%s->%s", name, field->name);
    const az_term bytes = az_bv(p->store, p->pointer_bits, field->bit_offset / 8);
    const az_term at = az_bv_add(p->store, az_pointer_offset(p, pointer), bytes);
    const az_term value = az_fresh(p->store, p->types[field->type].sort, path);
    arrput(*found, ((az_entry_input){path, field->type, value, AZ_NONE,
                                     az_pointer(p, az_pointer_object(p, pointer), at)}));
  }
  if (!to || !is_integer(p, to)) return;
  const char *path = az_arena_printf(p->arena, "*%s", name);
  const az_term value = az_fresh(p->store, record->sort, path);
  arrput(*found, ((az_entry_input){path, to, value, AZ_NONE, pointer}));
}

az_entry_input *entry_inputs(const az_program *p, uint32_t most) {
  az_entry_input *found = NULL, *targets = NULL;
  const entry_call call = find_call(p);
  if (!call.at) return NULL;
  const az_function *callee = &p->functions[call.at->callee];
  for (uint32_t i = 0; i < call.at->arg_count && i < callee->param_count; i++) {
    const az_object *parameter = &p->objects[callee->params[i]];
    const az_term value = call.at->args[i];
    if (!is_identifier(parameter->name)) continue;
    const bool is_pointer = p->types[parameter->type].kind == AZ_T_POINTER;
    if (is_integer(p, parameter->type) && az_kind_of(p->store, value) == AZ_K_VAR)
      arrput(found,
             ((az_entry_input){parameter->name, parameter->type, value, AZ_NONE, AZ_NO_TERM}));
    if (!is_pointer) continue;
    if (p->contract)
      add_targets(p, parameter->name, p->types[parameter->type].element, value, &targets);
    const az_term is_null = az_eq(p->store, value, az_null(p));
    const az_term zero = az_bv(p->store, 1, 0), one = az_bv(p->store, 1, 1);
    arrput(targets, ((az_entry_input){parameter->name, parameter->type,
                                      az_ite(p->store, is_null, zero, one), AZ_NONE, AZ_NO_TERM}));
  }
  for (uint32_t o = 0; o < p->object_count && arrlenu(found) < most; o++) {
    const az_object *object = &p->objects[o];
    if (!is_global_of_program(p, object) || !is_integer(p, object->type)) continue;
    if (is_ambiguous(p, o, found)) continue;
    const az_term value = az_fresh(p->store, p->types[object->type].sort, object->name);
    const az_term start = az_bv(p->store, p->pointer_bits, 0);
    arrput(found, ((az_entry_input){object->name, object->type, value, o,
                                    az_pointer(p, object->address, start)}));
  }
  for (size_t i = 0; i < arrlenu(targets); i++) arrput(found, targets[i]);
  arrfree(targets);
  if (arrlenu(found) > most) arrsetlen(found, most);
  return found;
}

az_program *entry_assumed(const az_program *p, const az_entry_input *inputs, az_term condition) {
  const entry_call at = find_call(p);
  if (!at.at) return NULL;
  az_program *to = AZ_NEW(p->arena, az_program);
  *to = *p;
  to->functions = AZ_COPY(p->arena, p->functions, p->function_count, p->function_count);
  az_function *start = &to->functions[at.function];
  start->blocks = AZ_COPY(p->arena, start->blocks, start->block_count, start->block_count);
  az_block *b = &start->blocks[at.block];
  az_stmt *stmts = NULL, new = az_stmt_at(AZ_S_LOAD, at.at->loc);
  for (uint32_t i = 0; i < at.stmt; i++) arrput(stmts, b->stmts[i]);
  for (size_t i = 0; i < arrlenu(inputs); i++) {
    if (!inputs[i].ptr) continue;
    new.type = inputs[i].type;
    new.ptr = inputs[i].ptr;
    new.result = inputs[i].value;
    arrput(stmts, new);
  }
  new = az_stmt_at(AZ_S_ASSUME, at.at->loc);
  new.value = condition;
  arrput(stmts, new);
  for (uint32_t i = at.stmt; i < b->stmt_count; i++) arrput(stmts, b->stmts[i]);
  az_block_set(p->arena, b, stmts);
  az_program_passed(to, "entry condition");
  return to;
}
