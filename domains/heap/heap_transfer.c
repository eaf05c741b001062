/* Shapes along the control flow: each pointer has the set of objects that it may point to, NULL
 * among them, as in a flow-sensitive points-to analysis [emami1994]. The fields of all objects that
 * a statement in a loop allocates share one set, and are assigned weakly. A test for NULL, or for
 * equality of pointers, narrows the sets of both sides.
 *
 * An object that represents several is a target like any other. But two pointers to it may differ,
 * so x != y has no consequence if y points to such an object. The domain has no numbers and no
 * arrays. */
#include "heap_transfer.h"
#include "ansatz/nonrelational.h"
#include "object_sets.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct heap {
  az_lattice lattice; /* of values; first */
  const az_transfer_context *context;
  object_sets *sets;
} heap;

typedef struct value {
  const object_set *set; /* NULL: empty, bottom */
} value;

static const object_set *set_of_value(const void *v) {
  return ((const value *)v)->set;
}

/* ---- the lattice ----------------------------------------------------------------------------- */

static void from_facts(const az_lattice *lattice, void *v, const az_facts *facts, uint32_t bits,
                       bool is_signed) {
  const heap *h = (const heap *)lattice;
  az_wide one;
  (void)bits, (void)is_signed;
  bool object = az_facts_is_value(facts, &one) && one >= 0 && one <= h->context->target_count;
  if (facts->none) return;
  ((value *)v)->set =
      object ? object_sets_of(h->sets, &(uint32_t){(uint32_t)one}, 1) : object_sets_any(h->sets);
}

static az_facts to_facts(const void *v, uint32_t bits, bool is_signed) {
  const object_set *s = set_of_value(v);
  if (!s) return az_facts_none();
  az_facts f = az_facts_any(bits, is_signed);
  if (s->any) return f;
  f.least = s->objects[0], f.greatest = s->objects[s->count - 1];
  return f;
}

static bool included(const void *a, const void *b) {
  return object_set_included(set_of_value(a), set_of_value(b));
}

static void join(void *a, const void *b) {
  ((value *)a)->set = object_set_join(set_of_value(a), set_of_value(b));
}

static void meet(void *a, const void *b) {
  ((value *)a)->set = object_set_meet(set_of_value(a), set_of_value(b));
}

/* Prints "{NULL, &x, dyn7}", where dyn7 is any object of an allocation site. */
static char *print(const az_lattice *lattice, const void *v, uint32_t bits, bool is_signed) {
  const az_transfer_context *context = ((const heap *)lattice)->context;
  const object_set *s = set_of_value(v);
  char *text;
  size_t size;
  (void)bits, (void)is_signed;
  if (!s || s->any) return az_strdup(s ? "T" : "_|_");
  FILE *out = az_open_memstream(&text, &size);
  for (uint32_t i = 0; i < s->count; i++) {
    const az_abstract_target *t = s->objects[i] ? &context->targets[s->objects[i] - 1] : NULL;
    fprintf(out, "%s%s%s", i ? ", " : "{", t && !t->several ? "&" : "", t ? t->name : "NULL");
  }
  fputc('}', out);
  az_close_memstream(out);
  return text;
}

static az_term claim(az_store *store, const void *v, az_term x, bool is_signed) {
  const object_set *s = set_of_value(v);
  uint32_t bits = az_sort_width(az_sort_of(store, x));
  az_term any = az_bool(store, s && s->any);
  (void)is_signed;
  for (uint32_t i = 0; s && i < s->count; i++)
    any = az_or(store, any, az_eq(store, x, az_bv(store, bits, s->objects[i])));
  return any;
}

/* ---- the domain ------------------------------------------------------------------------------ */

static void *open_heap(const az_transfer_context *context, const az_desc *options, az_error *err) {
  (void)err;
  heap *h = az_calloc(1, sizeof *h);
  h->lattice = (az_lattice){.bytes = sizeof(value),
                            .from_facts = from_facts,
                            .to_facts = to_facts,
                            .included = included,
                            .join = join,
                            .meet = meet,
                            .print = print,
                            .claim = claim};
  h->context = context;
  h->sets = object_sets_new((uint32_t)az_desc_int(options, "targets"));
  return az_nonrelational_open(context, &h->lattice, h);
}

static void close_heap(void *self) {
  if (self) object_sets_free(((heap *)az_nonrelational_owned(self))->sets);
  az_nonrelational_close(self);
}

static bool takes_pointers(void *self) {
  (void)self;
  return true;
}

static const az_abstract_variable *pointer(const heap *h, uint32_t var) {
  const az_abstract_variable *v = &h->context->vars[var];
  return v->kind == AZ_ABSTRACT_POINTER ? v : NULL;
}

static const object_set *set_in(void *self, const void *state, uint32_t var) {
  return set_of_value(az_nonrelational_value(self, state, var));
}

static void put(void *self, void *state, uint32_t var, const object_set *set) {
  az_nonrelational_set(self, state, var, &(value){set});
}

static void add(void *self, void *state, uint32_t var, az_term length) {
  if (pointer(az_nonrelational_owned(self), var)) az_nonrelational_add(self, state, var, length);
}

static void remove_var(void *self, void *state, uint32_t var) {
  if (pointer(az_nonrelational_owned(self), var)) az_nonrelational_remove(self, state, var);
}

static void rename_var(void *self, void *state, uint32_t from, uint32_t to) {
  if (!pointer(az_nonrelational_owned(self), from)) return;
  put(self, state, to, set_in(self, state, from));
  az_nonrelational_remove(self, state, from);
}

/* ---- assignments ----------------------------------------------------------------------------- */

/* Returns the variable of the pointer; AZ_NONE if the term is not a variable. */
static uint32_t variable_of(const heap *h, az_term t) {
  if (az_kind_of(h->context->store, t) != AZ_K_VAR) return AZ_NONE;
  uint32_t var = h->context->var_of(h->context, t);
  return var == AZ_NONE || !pointer(h, var) ? AZ_NONE : var;
}

/* Returns the possible values of a term that is an object, a pointer, or a choice between these. */
static const object_set *set_of(void *self, const void *state, az_term t) {
  const heap *h = az_nonrelational_owned(self);
  const az_store *store = h->context->store;
  uint64_t object;
  const object_set *set = NULL;
  for (; az_kind_of(store, t) == AZ_K_ITE; t = az_operand(store, t, 2)) {
    az_term yes = az_operand(store, t, 1);
    if (az_kind_of(store, yes) == AZ_K_ITE) return object_sets_any(h->sets);
    set = object_set_join(set, set_of(self, state, yes));
  }
  uint32_t var = variable_of(h, t);
  if (var != AZ_NONE) return object_set_join(set, set_in(self, state, var));
  if (!az_const_u64(store, t, &object) || object > h->context->target_count)
    return object_sets_any(h->sets);
  return object_set_join(set, object_sets_of(h->sets, &(uint32_t){(uint32_t)object}, 1));
}

/* Restricts an assigned set to the objects that the variable can ever point to. */
static const object_set *among(const heap *h, const az_abstract_variable *v,
                               const object_set *set) {
  if (!v->leads_to) return set;
  return object_set_meet(set, object_sets_of(h->sets, v->leads_to, v->lead_count));
}

static void assign(void *self, void *state, uint32_t var, az_term t, bool weak) {
  const heap *h = az_nonrelational_owned(self);
  const az_abstract_variable *v = pointer(h, var);
  if (!v || az_nonrelational_is_bottom(self, state)) return;
  const object_set *set = t ? set_of(self, state, t) : object_sets_any(h->sets);
  bool possible = set != NULL;
  if (set && set->any) set = among(h, v, set);
  if (weak || v->several) set = object_set_join(set, set_in(self, state, var));
  if (possible || v->several)
    put(self, state, var, set);
  else
    az_nonrelational_set_bottom(self, state);
}

static void write_cells(void *self, void *state, uint32_t array, az_term index, az_term behind,
                        az_term written, bool weak) {
  (void)self, (void)state, (void)array, (void)index, (void)behind, (void)written, (void)weak;
}

/* ---- tests ----------------------------------------------------------------------------------- */

typedef struct test {
  void *self;
  const heap *h;
  uint32_t steps; /* number of steps left, since conditions may be large */
} test;

static void narrow(const test *t, void *state, az_term x, const object_set *to) {
  uint32_t var = variable_of(t->h, x);
  if (!to)
    az_nonrelational_set_bottom(t->self, state);
  else if (var != AZ_NONE && !t->h->context->vars[var].several)
    put(t->self, state, var, to);
}

/* Returns whether the set is one concrete object, so that all pointers to it are equal. */
static bool is_single(const heap *h, const object_set *set, uint32_t *object) {
  return object_set_is_one(set, object) && (!*object || !h->context->targets[*object - 1].several);
}

static void assume_equal(const test *t, void *state, az_term x, az_term y, bool equal) {
  const object_set *of_x = set_of(t->self, state, x), *of_y = set_of(t->self, state, y);
  uint32_t object;
  if (equal) {
    const object_set *both = object_set_meet(of_x, of_y);
    narrow(t, state, x, both);
    narrow(t, state, y, both);
    return;
  }
  bool single_x = is_single(t->h, of_x, &object);
  if (single_x) narrow(t, state, y, object_set_without(of_y, object));
  if (is_single(t->h, of_y, &object)) narrow(t, state, x, object_set_without(of_x, object));
}

static void assume_all(test *t, void *state, az_term condition, bool holds);

/* Assumes that one of the operands is false. */
static void assume_either(test *t, void *state, az_term condition) {
  const az_store *store = t->h->context->store;
  void *joined = NULL;
  for (uint32_t i = 0; i < az_arity(store, condition); i++) {
    void *one = az_nonrelational_copy(t->self, state);
    assume_all(t, one, az_operand(store, condition, i), false);
    if (!joined) {
      joined = one;
      continue;
    }
    az_nonrelational_join(t->self, joined, one);
    az_nonrelational_free(t->self, one);
  }
  if (!joined) return;
  az_nonrelational_meet(t->self, state, joined);
  az_nonrelational_free(t->self, joined);
}

/* Assumes the condition, or, if `holds` is false, its negation. */
static void assume_all(test *t, void *state, az_term condition, bool holds) {
  const az_store *store = t->h->context->store;
  if (!t->steps || az_nonrelational_is_bottom(t->self, state)) return;
  t->steps--;
  switch (az_kind_of(store, condition)) {
  case AZ_K_NOT: assume_all(t, state, az_operand(store, condition, 0), !holds); break;
  case AZ_K_AND:
    if (!holds) {
      assume_either(t, state, condition);
      break;
    }
    for (uint32_t i = 0; i < az_arity(store, condition); i++)
      assume_all(t, state, az_operand(store, condition, i), holds);
    break;
  case AZ_K_EQ: {
    az_term x = az_operand(store, condition, 0), y = az_operand(store, condition, 1);
    if (az_sort_of(store, x) == az_sort_bv(AZ_OBJECT_BITS) &&
        (variable_of(t->h, x) != AZ_NONE || variable_of(t->h, y) != AZ_NONE))
      assume_equal(t, state, x, y, holds);
    break;
  }
  default:
    if (holds ? az_is_false(store, condition) : az_is_true(store, condition))
      az_nonrelational_set_bottom(t->self, state);
    break;
  }
}

enum { STEPS = 256 };

static void assume(void *self, void *state, az_term condition) {
  test t = {.self = self, .h = az_nonrelational_owned(self), .steps = STEPS};
  assume_all(&t, state, condition, true);
}

/* ---- queries by others ----------------------------------------------------------------------- */

static void refine(void *self, void *state, uint32_t var, az_facts facts) {
  if (pointer(az_nonrelational_owned(self), var) || facts.none)
    az_nonrelational_refine(self, state, var, facts);
}

static const uint32_t *leads_to(void *self, const void *state, uint32_t var, uint32_t *count) {
  static const uint32_t none[1];
  const object_set *set = set_in(self, state, var);
  if (set && set->any) return NULL;
  *count = set ? set->count : 0;
  return set ? set->objects : none;
}

static char *print_variable(void *self, const void *state, uint32_t var) {
  if (!pointer(az_nonrelational_owned(self), var)) return NULL;
  return az_nonrelational_print_variable(self, state, var);
}

const az_transfer_ops heap_transfer = {.open = open_heap,
                                       .close = close_heap,
                                       .top = az_nonrelational_top,
                                       .copy = az_nonrelational_copy,
                                       .free = az_nonrelational_free,
                                       .set_bottom = az_nonrelational_set_bottom,
                                       .is_bottom = az_nonrelational_is_bottom,
                                       .included = az_nonrelational_included,
                                       .join = az_nonrelational_join,
                                       .meet = az_nonrelational_meet,
                                       .widen = az_nonrelational_widen,
                                       .narrow = az_nonrelational_narrow,
                                       .add = add,
                                       .remove = remove_var,
                                       .rename = rename_var,
                                       .assign = assign,
                                       .write = write_cells,
                                       .assume = assume,
                                       .facts = az_nonrelational_facts,
                                       .refine = refine,
                                       .claims = az_nonrelational_claims,
                                       .print = az_nonrelational_print,
                                       .print_variable = print_variable,
                                       .pointers = {.takes = takes_pointers, .leads_to = leads_to}};
