/* Certificates of infinite executions: inputs, and a proof that the program never ends with them.
 * The closed program (closed_program.c) is built anew with the certificate's inputs, and its proof
 * is checked like that of any other program. The only condition on inputs is that the environment
 * may choose them (docs/soundness.md, "Non-termination"). */
#include "certify/check.h"
#include "termination/nontermination.h"
#include "certify/read_smt2.h"
#include <stdio.h>
#include <string.h>

typedef struct reading {
  const az_program *p;
  az_arena *arena;
  const char *fault; /* why the certificate is wrong; NULL: no reason so far */
} reading;

static bool wrong(reading *r, const char *fault) {
  if (!r->fault) r->fault = fault;
  return false;
}

typedef struct symbol {
  const az_program *p;
  az_term state; /* AZ_NO_TERM: no symbol is known */
} symbol;

static az_term find_state(void *ctx, const char *name) {
  const symbol *known = ctx;
  bool is = known->state && !strcmp(name, az_var_name(known->p->store, known->state));
  return is ? known->state : AZ_NO_TERM;
}

/* Reads an integer variable that exists once or is a local of the function. */
static bool read_state(reading *r, uint32_t object, uint32_t function, az_input_choice *into) {
  const az_program *p = r->p;
  if (object == AZ_NONE) return true;
  if (object >= p->object_count || into->stmt->kind != AZ_S_INPUT)
    return wrong(r, "an input depends on something other than variables");
  const az_object *o = &p->objects[object];
  const az_type_info *type = &p->types[o->type];
  bool local = (o->kind == AZ_OBJ_LOCAL || o->kind == AZ_OBJ_PARAM) && o->function == function;
  if ((!local && o->kind != AZ_OBJ_GLOBAL) || type->kind != AZ_T_INT || type->is_bool ||
      type->bytes != o->bytes || az_sort_kind_of(type->sort) != AZ_SORT_BV)
    return wrong(r, "an input depends on something other than variables");
  into->object = object;
  into->state = az_proof_state(p, type->sort);
  return true;
}

/* Reads the values of an input. Memory without values is zero as a whole. */
static bool read_values(reading *r, const az_proof_choice *from, az_input_choice *into) {
  const az_program *p = r->p;
  const az_stmt *stmt = into->stmt;
  bool lives = stmt->kind == AZ_S_LIVE;
  const az_type_info *type = &p->types[lives ? p->objects[stmt->object].type : stmt->type];
  if (!from->count)
    return (lives && p->objects[stmt->object].bytes) || wrong(r, "an input without a value");
  if ((type->kind != AZ_T_INT && type->kind != AZ_T_FLOAT) || from->count > 2 ||
      from->again >= from->count)
    return wrong(r, "an input that cannot be chosen so");
  az_sort sort = lives ? type->sort : az_sort_of(p->store, stmt->result);
  az_term *values = AZ_NEWN(r->arena, az_term, from->count);
  symbol known = {p, into->state};
  for (uint32_t i = 0; i < from->count; i++) {
    az_error err = {.status = AZ_OK};
    uint64_t number;
    values[i] = az_read_smt2(p->store, from->values[i], find_state, &known, &err);
    if (!values[i] || az_sort_of(p->store, values[i]) != sort)
      return wrong(r, "the value of an input is of another sort");
    if (type->is_bool &&
        (into->state || (az_const_u64(p->store, values[i], &number) && number > 1)))
      return wrong(r, "an input is not Boolean");
  }
  into->values = values;
  into->count = from->count;
  into->again = from->again;
  return true;
}

static bool read_choice(reading *r, const az_proof_choice *from, az_input_choice *into) {
  uint32_t function = AZ_NONE;
  const az_stmt *stmt = az_proof_statement(r->p, from->statement, &function);
  if (!stmt || !az_input_is_chosen(stmt)) return wrong(r, "an input that must not be chosen");
  *into = (az_input_choice){.stmt = stmt};
  return read_state(r, from->object, function, into) && read_values(r, from, into);
}

static uint32_t function_of(const az_program *p, const char *name) {
  for (uint32_t f = 0; f < p->function_count; f++)
    if (!strcmp(p->functions[f].name, name)) return f;
  return AZ_NONE;
}

/* Returns NULL on failure, with the reason in r->fault. */
static az_program *close(reading *r, const az_proof_inputs *inputs, az_signed_overflow overflow,
                         az_error *err) {
  bool idle;
  az_input_choice *choices = AZ_NEWN(r->arena, az_input_choice, inputs->count + 1);
  for (uint32_t i = 0; i < inputs->count; i++)
    if (!read_choice(r, &inputs->choices[i], &choices[i])) return NULL;
  az_program *closed = az_program_close(r->p, r->arena, az_nontermination_ends(overflow), choices,
                                        inputs->count, overflow == AZ_SO_STATED ? &idle : NULL);
  if (!inputs->recursive) return closed;
  uint32_t recursive = function_of(r->p, inputs->recursive);
  if (recursive != AZ_NONE && az_program_forget_callers(closed, recursive, err)) return closed;
  wrong(r, "calls of that function must not be dropped");
  return NULL;
}

az_certify_report az_certify_nontermination(const az_program *program, az_registry *registry,
                                            const az_certified_proof *proof,
                                            const az_certify_options *options, az_error *err) {
  reading r = {.arena = az_arena_new()};
  r.p = az_program_inputs_in_place(program, r.arena, NULL);
  az_certify_report report = {.result = AZ_NOT_CERTIFIED};
  uint32_t classes = az_nontermination_ends(options->overflow);
  az_program *closed = close(&r, proof->inputs, options->overflow, err);
  if (closed)
    report = az_certify(closed, registry, classes, proof, options, err);
  else
    snprintf(report.reason, sizeof report.reason, "%s", r.fault);
  az_arena_free(r.arena);
  return report;
}
