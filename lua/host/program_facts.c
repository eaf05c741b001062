/* Counts about a program, by which a configuration chooses its stages. They estimate how much a
 * technique would have to do; they affect time only. */
#include "host/program_facts.h"
#include "ansatz/statement.h"
#include "termination/recursion.h"
#include <stb/stb_ds.h>

/* Returns whether values of the type have parts of this kind. */
static bool has_part(const az_program *p, az_type type, az_type_kind kind, int depth) {
  const az_type_info *t = &p->types[type];
  if (t->kind == kind || depth > 8) return t->kind == kind;
  if (t->kind == AZ_T_ARRAY) return has_part(p, t->element, kind, depth + 1);
  for (uint32_t i = 0; t->kind == AZ_T_RECORD && i < t->field_count; i++)
    if (has_part(p, t->fields[i].type, kind, depth + 1)) return true;
  return false;
}

/* Returns whether the size is a product of two sizes that are not constant. */
static bool is_product(const az_store *s, az_term size) {
  enum { DEEP = 4 };
  for (int i = 0; size && i < DEEP && az_kind_of(s, size) == AZ_K_BV_MUL; i++) {
    if (!az_is_const(s, az_operand(s, size, 1))) return true;
    size = az_operand(s, size, 0);
  }
  return false;
}

/* An allocation is an array if it may be larger than one value of its type. */
static void allocation_facts(const az_program *p, const az_stmt *s, az_program_facts *f) {
  az_wide size;
  bool one = s->size && az_const_wide(p->store, s->size, false, &size) &&
             (!s->type || size <= (az_wide)p->types[s->type].bytes);
  f->allocations++;
  f->resizes += s->ptr != AZ_NO_TERM;
  f->matrices += is_product(p->store, s->size);
  f->arrays += !one || has_part(p, s->type, AZ_T_ARRAY, 0);
  f->links += has_part(p, s->type, AZ_T_POINTER, 0) || has_part(p, s->type, AZ_T_RECORD, 0);
}

/* A constant that is stored through a pointer, at a constant offset or 0. */
typedef struct stored {
  az_type type;
  az_term distance, value; /* AZ_NO_TERM: several values are stored */
} stored;

/* A set of registers that contain array elements, or of objects that contain such elements. */
typedef struct element_set {
  az_term key;
  char value;
} element_set;

static void note_element(const az_program *p, const az_stmt *load, element_set **elements) {
  if (p->types[load->type].kind == AZ_T_INT &&
      !az_is_const(p->store, az_pointer_offset(p, load->ptr)))
    hmput(*elements, load->result, 1);
}

/* Updates the facts for a store whose target is not a variable. */
static void store_facts(const az_program *p, const az_stmt *s, stored **known,
                        az_program_facts *f) {
  f->relinks += p->types[s->type].kind == AZ_T_POINTER && !az_is_const(p->store, s->value);
  if (p->types[s->type].kind != AZ_T_INT || !az_is_const(p->store, s->value)) return;
  az_term distance = az_pointer_offset(p, s->ptr);
  if (az_kind_of(p->store, distance) == AZ_K_BV_ADD) {
    az_term last = az_operand(p->store, distance, 1);
    distance = az_is_const(p->store, last) ? last : az_operand(p->store, distance, 0);
  }
  if (!az_is_const(p->store, distance))
    distance = az_zero_of(p->store, az_sort_of(p->store, distance));
  for (size_t i = 0; i < arrlenu(*known); i++) {
    stored *k = &(*known)[i];
    if (k->type != s->type || k->distance != distance) continue;
    if (k->value == s->value || !k->value) return;
    k->value = AZ_NO_TERM;
    f->tags++;
    return;
  }
  arrput(*known, ((stored){s->type, distance, s->value}));
}

static void add_root(az_visit *cone, az_term t) {
  if (t) az_visit_add(cone, t);
}

/* Returns whether the function has several calls of recursive functions. */
static bool is_call_tree(const az_program *p, const az_function *fn) {
  uint32_t calls = 0;
  for (az_stmts s = az_stmts_in(fn); fn->recursive && az_stmts_next(&s);) {
    const uint32_t callee = az_direct_callee(s.stmt);
    calls += callee != AZ_NONE && p->functions[callee].recursive;
  }
  return calls > 1;
}

/* Returns how many products of two variable values the function computes. */
static uint32_t products_of(const az_program *p, const az_function *fn) {
  az_visit *cone = az_visit_new(p->store, AZ_VISIT_ANY);
  uint32_t found = 0;
  for (az_stmts s = az_stmts_in(fn); az_stmts_next(&s);)
    for (uint32_t i = 0; i < az_stmt_operands(s.stmt); i++)
      add_root(cone, az_stmt_operand(s.stmt, i));
  for (uint32_t b = 0; b < fn->block_count; b++)
    for (uint32_t i = 0; i < az_end_operands(&fn->blocks[b]); i++)
      add_root(cone, az_end_operand(&fn->blocks[b], i));
  for (az_term t; (t = az_visit_next(cone));)
    found += az_kind_of(p->store, t) == AZ_K_BV_MUL &&
             !az_is_const(p->store, az_operand(p->store, t, 1));
  az_visit_free(cone);
  return found;
}

/* Returns whether the condition compares two elements by their order. */
static bool is_order(const az_store *s, az_term t, element_set *elements) {
  if (az_kind_of(s, t) == AZ_K_NOT) t = az_operand(s, t, 0);
  if (az_kind_of(s, t) != AZ_K_BV_ULT && az_kind_of(s, t) != AZ_K_BV_SLT) return false;
  for (uint32_t i = 0; i < 2; i++) {
    az_term o = az_operand(s, t, i);
    while (az_kind_of(s, o) == AZ_K_SEXT || az_kind_of(s, o) == AZ_K_ZEXT) o = az_operand(s, o, 0);
    if (hmgeti(elements, o) < 0) return false;
  }
  return true;
}

az_program_facts az_program_facts_of(const az_program *p, const char *property) {
  az_program_facts f = {.property = property, .call_paths = az_call_paths(p, false), .cores = 1};
  stored *known = NULL;                         /* stb_ds */
  element_set *elements = NULL, *picked = NULL; /* stb_ds; objects with an element */
  element_set *variables = NULL;                /* stb_ds: addresses of objects */
  for (uint32_t i = 0; i < p->object_count; i++) hmput(variables, p->objects[i].address, 1);
  for (uint32_t i = 0; i < p->function_count; i++) {
    const az_function *fn = &p->functions[i];
    if (!fn->has_body) continue;
    hmfree(elements);
    hmfree(picked);
    bool moves = false;
    f.functions++;
    f.recursion += fn->recursive;
    f.call_trees += is_call_tree(p, fn);
    f.loops += fn->loop_count;
    f.products += products_of(p, fn);
    for (uint32_t l = 0; l < fn->loop_count; l++) f.nested_loops += fn->loops[l].depth > 1;
    for (az_stmts s = az_stmts_in(fn); az_stmts_next(&s);) {
      f.statements++;
      if (s.stmt->kind == AZ_S_ALLOC) allocation_facts(p, s.stmt, &f);
      if (s.stmt->kind == AZ_S_LOAD) note_element(p, s.stmt, &elements);
      if (s.stmt->kind == AZ_S_STORE) {
        az_term to = az_pointer_object(p, s.stmt->ptr);
        bool is_element = hmgeti(elements, s.stmt->value) >= 0,
             is_variable = hmgeti(variables, to) >= 0;
        if (!is_variable) store_facts(p, s.stmt, &known, &f);
        if (is_element && !az_is_const(p->store, az_pointer_offset(p, s.stmt->ptr)))
          moves = true;
        else if (is_element && is_variable) {
          hmput(picked, to, 1);
          f.picks++;
        }
      }
      f.frees += s.stmt->kind == AZ_S_FREE;
      f.inputs += s.stmt->kind == AZ_S_INPUT;
    }
    /* If elements are moved within arrays, a comparison with a variable that was set to an element
     * also counts, as in insertion sort. A search for the greatest element moves none. */
    for (az_stmts s = az_stmts_in(fn); moves && az_stmts_next(&s);)
      if (s.stmt->kind == AZ_S_LOAD && hmgeti(picked, az_pointer_object(p, s.stmt->ptr)) >= 0)
        hmput(elements, s.stmt->result, 1);
    for (uint32_t b = 0; b < fn->block_count; b++)
      f.orders +=
          fn->blocks[b].end == AZ_END_IF && is_order(p->store, fn->blocks[b].condition, elements);
  }
  arrfree(known);
  hmfree(elements);
  hmfree(picked);
  hmfree(variables);
  for (uint32_t t = 0; t < p->type_count; t++)
    for (uint32_t i = 0; i < p->types[t].field_count; i++)
      f.inner_arrays += p->types[p->types[t].fields[i].type].kind == AZ_T_ARRAY;
  for (uint32_t i = 0; i < p->object_count; i++) {
    const az_object *o = &p->objects[i];
    if (o->kind != AZ_OBJ_GLOBAL && o->kind != AZ_OBJ_LOCAL) continue;
    az_type_kind kind = p->types[o->type].kind;
    f.arrays += has_part(p, o->type, AZ_T_ARRAY, 0);
    f.pointers += kind == AZ_T_POINTER;
    f.floats += kind == AZ_T_FLOAT;
    f.records += kind == AZ_T_RECORD;
  }
  return f;
}
