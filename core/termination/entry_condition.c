/* A program with a condition on its entry state: an assumption before the call of the entry
 * function, over its arguments and the values of globals there. */
#include "ansatz/statement.h"
#include "termination/precondition.h"
#include <stb/stb_ds.h>
#include <string.h>

static bool is_integer(const az_program *p, az_type type) {
  const az_type_info *t = &p->types[type];
  return type && t->kind == AZ_T_INT && !t->is_bool && t->width <= 64 &&
         t->sort == az_sort_bv(t->width);
}

/* Finds the call of the entry function, the last one of the start. */
static bool find_call(const az_program *p, uint32_t *block, uint32_t *stmt) {
  const az_function *start = &p->functions[p->entry];
  bool found = false;
  for (az_stmts i = az_stmts_in(start); p->arbitrary_entry && az_stmts_next(&i);) {
    if (i.stmt->kind != AZ_S_CALL) continue;
    found = true;
    *block = (uint32_t)(i.block - start->blocks);
    *stmt = (uint32_t)(i.stmt - i.block->stmts);
  }
  return found;
}

static bool is_global_of_program(const az_program *p, const az_object *o) {
  bool library = o->loc.file != AZ_NONE && o->loc.file < p->file_count &&
                 !strncmp(p->files[o->loc.file], "<library>", 9);
  return o->kind == AZ_OBJ_GLOBAL && !o->is_const && !o->is_static_local && o->loc.line &&
         !library && o->name;
}

/* Returns whether the name is an identifier of C; parts of records that are passed in registers
 * have none. */
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

az_entry_input *entry_inputs(const az_program *p, uint32_t most) {
  az_entry_input *found = NULL;
  uint32_t block, call;
  if (!find_call(p, &block, &call)) return NULL;
  const az_function *start = &p->functions[p->entry];
  for (az_stmts i = az_stmts_in(start); arrlenu(found) < most && az_stmts_next(&i);) {
    const az_stmt *s = i.stmt;
    if (s->kind != AZ_S_INPUT || s->input != AZ_IN_ARGUMENT || !is_integer(p, s->type)) continue;
    if (!is_identifier(s->text)) continue;
    arrput(found, ((az_entry_input){s->text, s->type, s->result, AZ_NONE}));
  }
  for (uint32_t o = 0; o < p->object_count && arrlenu(found) < most; o++) {
    const az_object *object = &p->objects[o];
    if (!is_global_of_program(p, object) || !is_integer(p, object->type)) continue;
    if (is_ambiguous(p, o, found)) continue;
    az_term value = az_fresh(p->store, p->types[object->type].sort, object->name);
    arrput(found, ((az_entry_input){object->name, object->type, value, o}));
  }
  return found;
}

az_program *entry_assumed(const az_program *p, const az_entry_input *inputs, az_term condition) {
  uint32_t block, call;
  if (!find_call(p, &block, &call)) return NULL;
  az_program *to = AZ_NEW(p->arena, az_program);
  *to = *p;
  to->functions = AZ_COPY(p->arena, p->functions, p->function_count, p->function_count);
  az_function *start = &to->functions[p->entry];
  const az_block *old = &p->functions[p->entry].blocks[block];
  start->blocks =
      AZ_COPY(p->arena, p->functions[p->entry].blocks, start->block_count, start->block_count);
  az_stmt *stmts = NULL, new = {.loc = old->stmts[call].loc,
                                .site = AZ_NONE,
                                .object = AZ_NONE,
                                .check = AZ_NONE,
                                .callee = AZ_NONE};
  for (uint32_t i = 0; i < call; i++) arrput(stmts, old->stmts[i]);
  for (size_t i = 0; i < arrlenu(inputs); i++) {
    if (inputs[i].object == AZ_NONE) continue;
    az_stmt load = new;
    load.kind = AZ_S_LOAD;
    load.type = inputs[i].type;
    load.ptr =
        az_pointer(p, p->objects[inputs[i].object].address, az_bv(p->store, p->pointer_bits, 0));
    load.result = inputs[i].value;
    arrput(stmts, load);
  }
  new.kind = AZ_S_ASSUME;
  new.value = condition;
  arrput(stmts, new);
  for (uint32_t i = call; i < old->stmt_count; i++) arrput(stmts, old->stmts[i]);
  az_block *b = &start->blocks[block];
  b->stmt_count = (uint32_t)arrlenu(stmts);
  b->stmts = AZ_COPY(p->arena, stmts, b->stmt_count, b->stmt_count);
  arrfree(stmts);
  az_program_passed(to, "entry condition");
  return to;
}
