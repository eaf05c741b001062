/* A table from names to terms for one cut point. Each name ends with its sort, so that equal names
 * have equal sorts at all cut points. */
#include "certify/state_names.h"
#include "cutpoint/internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct named {
  char *key;
  az_term value;
} named;

typedef struct back {
  az_term key;
  const char *value;
} back;

struct az_state_names {
  const az_cuts *cuts;
  const az_cut *cut;
  az_arena *arena;
  az_term *formals;    /* stb_ds */
  named *terms;        /* stb_ds string map: name -> term */
  back *of_variable;   /* stb_ds: formal or rigid variable -> name */
  back *of_size;       /* stb_ds: size of an object -> name */
  const char **object; /* stb_ds, by instance; NULL: no name */
  az_subst *subst;
};

/* ---- names ----------------------------------------------------------------------------------- */

static const char *sort_text(az_arena *arena, az_sort sort) {
  switch (az_sort_kind_of(sort)) {
  case AZ_SORT_BOOL: return "bool";
  case AZ_SORT_BV: return az_arena_printf(arena, "bv%u", az_sort_width(sort));
  case AZ_SORT_FLOAT:
    return az_arena_printf(arena, "float%u.%u", az_sort_exponent(sort), az_sort_significand(sort));
  case AZ_SORT_ARRAY:
    return az_arena_printf(arena, "array%u.%s", az_sort_index_width(sort),
                           sort_text(arena, az_sort_element(sort)));
  case AZ_SORT_NONE: break;
  }
  return "none";
}

/* Replaces the characters that a quoted symbol cannot contain. */
static const char *legal(char *text) {
  for (char *c = text; *c; c++)
    if (*c == '|' || *c == '\\' || *c < ' ' || *c > '~') *c = '_';
  return text;
}

/* Enters the name; appends a number if the name is taken. */
static const char *enter(az_state_names *n, const char *base, az_term term) {
  const char *sort = sort_text(n->arena, az_sort_of(n->cuts->s, term));
  for (uint32_t i = 1;; i++) {
    const char *ordinal = i == 1 ? "" : az_arena_printf(n->arena, "~%u", i);
    char *name = az_arena_printf(n->arena, "%s%s:%s", base, ordinal, sort);
    legal(name);
    if (shgeti(n->terms, name) >= 0) continue;
    shput(n->terms, name, term);
    return name;
  }
}

/* Returns "f/g::x" for a local, "x" for an object that exists once. */
static const char *of_call_path(az_state_names *n, const char *call_path, const char *name) {
  return call_path && *call_path ? az_arena_printf(n->arena, "%s::%s", call_path, name) : name;
}

static const char *position_name(az_state_names *n, const position *p) {
  const path_info *path = p->owner;
  const az_access *root = &path->access;
  while (root->of) root = root->of;
  const char *name = path->name ? path->name : "?";
  if (root->kind == AZ_ACCESS_PROGRAM)
    name = of_call_path(n, az_memory_instance(n->cuts->memory, root->instance)->path, name);
  const char *part = "";
  if (p->kind == POSITION_THERE)
    part = ".there";
  else if (path->is_pointer && !path->is_array)
    part = p->part ? ".offset" : ".object";
  return az_arena_printf(n->arena, "%s%s", name, part);
}

/* Names an object's size unless it is constant, as claims about the elements mention it. The size
 * is a term over the formula's own variables, the same in all states of a loop. */
static void name_size(az_state_names *n, char *name, az_term size) {
  if (shgeti(n->terms, name) >= 0 || az_is_const(n->cuts->s, size)) return;
  shput(n->terms, name, size);
  if (hmgeti(n->of_size, size) < 0) hmput(n->of_size, size, name);
}

bool az_state_names_is_size(const char *name) {
  return !strncmp(name, "bytes of ", 9) || !strncmp(name, "elements of ", 12);
}

/* Names the size in bytes and, for each array, in elements. */
static void name_sizes(az_state_names *n, const char *object, const az_instance *instance) {
  uint32_t bits = n->cuts->ssa->p->pointer_bits;
  name_size(n, az_arena_printf(n->arena, "bytes of %s", object), instance->size);
  for (uint32_t l = 0; l < instance->layout->leaf_count; l++) {
    const az_leaf *leaf = &instance->layout->leaves[l];
    if (!leaf->dimension_count || !leaf->dimensions[0].stride) continue;
    az_term stride = az_bv(n->cuts->s, bits, leaf->dimensions[0].stride);
    name_size(n,
              az_arena_printf(n->arena, "elements of %s, %llu bytes each", object,
                              (unsigned long long)leaf->dimensions[0].stride),
              az_bv_udiv(n->cuts->s, instance->size, stride));
  }
}

/* Returns whether this formula has the object; other formulas over the memory may have more. */
static bool is_live_at_head(const az_cuts *cuts, const az_instance *instance) {
  bool live = !instance->is_allocated || instance->is_site;
  for (size_t l = 0; !live && l < arrlenu(cuts->ssa->loops); l++)
    live = az_mem_get(cuts->ssa->loops[l].entry, instance->slot) != AZ_NO_TERM;
  return live;
}

static void name_objects(az_state_names *n) {
  const az_cuts *cuts = n->cuts;
  const az_program *p = cuts->ssa->p;
  for (uint32_t id = 0; id < az_memory_instances(cuts->memory); id++) {
    const az_instance *instance = az_memory_instance(cuts->memory, id);
    const char *name = NULL;
    if (instance && is_live_at_head(cuts, instance))
      name = az_arena_printf(n->arena, "%s %s", instance->is_site ? "site" : "object",
                             of_call_path(n, instance->path, instance->name));
    else if (!instance && id && id <= p->object_count && p->objects[id - 1].kind == AZ_OBJ_FUNCTION)
      name = az_arena_printf(n->arena, "function %s", p->objects[id - 1].name);
    if (name) name = enter(n, name, az_memory_id(cuts->memory, id));
    arrput(n->object, name);
    assert(arrlenu(n->object) == id + 1u);
    if (!name) continue;
    shput(n->terms, az_arena_printf(n->arena, "number of %s", name),
          az_bv(cuts->s, AZ_INSTANCE_BITS, id));
    if (!instance) continue;
    if (!az_is_const(cuts->s, instance->size)) name_sizes(n, name, instance);
    if (!instance->is_site) continue;
    for (uint32_t ordinal = 0; ordinal < 2; ordinal++) {
      az_term instance_number = az_fixed_instance_number(cuts->s, id, ordinal);
      const char *fixed = az_arena_printf(n->arena, "%s of %s", ordinal ? "o**" : "o*", name);
      shput(n->terms, fixed, instance_number);
      hmput(n->of_variable, instance_number, fixed);
    }
  }
}

az_state_names *az_state_names_new(const az_cuts *cuts, uint32_t view) {
  az_arena *arena = az_arena_new();
  az_state_names *n = AZ_NEW(arena, az_state_names);
  n->cuts = cuts;
  n->cut = cuts->cuts[cuts->view_infos[view].cut];
  n->arena = arena;
  n->subst = az_subst_new(cuts->s);
  for (size_t i = 0; i < arrlenu(n->cut->layout); i++) {
    const position *p = &n->cut->layout[i];
    assert(hmgeti(n->of_variable, p->formal) < 0); /* each formal is a separate variable */
    arrput(n->formals, p->formal);
    hmput(n->of_variable, p->formal, enter(n, position_name(n, p), p->formal));
  }
  az_term index = az_memory_index(cuts->memory);
  hmput(n->of_variable, index, enter(n, "index", index));
  index = az_memory_second(cuts->memory, 0);
  hmput(n->of_variable, index, enter(n, "second index", index));
  name_objects(n);
  return n;
}

void az_state_names_free(az_state_names *n) {
  if (!n) return;
  arrfree(n->formals);
  shfree(n->terms);
  hmfree(n->of_variable);
  hmfree(n->of_size);
  arrfree(n->object);
  az_subst_free(n->subst);
  az_arena_free(n->arena);
}

const az_term *az_state_names_formals(const az_state_names *n) {
  return n->formals;
}

az_term az_state_names_find(const az_state_names *names, const char *name) {
  az_state_names *n = (az_state_names *)(uintptr_t)names; /* stb_ds writes to its table */
  ptrdiff_t at = shgeti(n->terms, name);
  return at >= 0 ? n->terms[at].value : AZ_NO_TERM;
}

/* ---- objects' numbers ------------------------------------------------------------------------ */

/* Returns the name of the object or site that has this number, or NULL. */
static const char *object_of(const az_state_names *n, az_term constant) {
  uint64_t id;
  bool is = az_const_u64(n->cuts->s, constant, &id) && id < arrlenu(n->object);
  return is ? n->object[id] : NULL;
}

static az_term object_variable(az_state_names *n, az_term number) {
  const char *name = object_of(n, number);
  return name ? az_var(n->cuts->s, az_sort_bv(AZ_OBJECT_BITS), name) : AZ_NO_TERM;
}

static az_term number_variable(az_state_names *n, az_term number) {
  const char *name = object_of(n, number);
  if (!name) return AZ_NO_TERM;
  name = az_arena_printf(n->arena, "number of %s", name);
  return az_var(n->cuts->s, az_sort_bv(AZ_INSTANCE_BITS), name);
}

/* Returns whether the term is the low half of an object part. */
static bool is_instance_part(const az_store *s, az_term t) {
  return az_kind_of(s, t) == AZ_K_EXTRACT && az_sort_of(s, t) == az_sort_bv(AZ_INSTANCE_BITS) &&
         az_sort_width(az_sort_of(s, az_operand(s, t, 0))) >= AZ_OBJECT_BITS;
}

/* Returns the node with its object numbers replaced by names, or AZ_NO_TERM if it has none. */
static az_term with_objects(az_state_names *n, az_term t) {
  az_store *s = n->cuts->s;
  const az_program *p = n->cuts->ssa->p;
  az_sort sort = az_sort_of(s, t);
  ptrdiff_t size = hmgeti(n->of_size, t);
  if (size >= 0) return az_var(s, sort, n->of_size[size].value);
  if (az_is_const(s, t) && sort == az_sort_bv(AZ_OBJECT_BITS)) return object_variable(n, t);
  if (az_is_const(s, t) && sort == az_sort_bv(az_pointer_width(p))) {
    az_term object = object_variable(n, az_pointer_object(p, t));
    return object ? az_pointer(p, object, az_pointer_offset(p, t)) : AZ_NO_TERM;
  }
  if (az_arity(s, t) != 2) return AZ_NO_TERM;
  az_term a = az_operand(s, t, 0), b = az_operand(s, t, 1), number;
  if (az_kind_of(s, t) == AZ_K_EQ && is_instance_part(s, a) && (number = number_variable(n, b)))
    return az_eq(s, a, number);
  if (az_kind_of(s, t) == AZ_K_EQ && is_instance_part(s, b) && (number = number_variable(n, a)))
    return az_eq(s, b, number);
  bool object = az_kind_of(s, t) == AZ_K_CONCAT && sort == az_sort_bv(AZ_OBJECT_BITS) &&
                az_sort_of(s, b) == az_sort_bv(AZ_INSTANCE_BITS);
  if (object && (number = number_variable(n, b))) return az_concat(s, a, number);
  return AZ_NO_TERM;
}

static az_term name_numbers(az_state_names *n, az_term term) {
  az_term *cone = NULL; /* stb_ds */
  az_visit *visit = az_visit_new(n->cuts->s, AZ_VISIT_ANY);
  az_visit_add(visit, term);
  for (az_term t; (t = az_visit_next(visit));) arrput(cone, t);
  az_visit_free(visit);
  az_subst_reset(n->subst);
  for (size_t i = 0; i < arrlenu(cone); i++) {
    az_term other = with_objects(n, cone[i]);
    if (other) az_subst_bind(n->subst, cone[i], other);
  }
  arrfree(cone);
  return az_subst_apply(n->subst, term);
}

/* ---- writing --------------------------------------------------------------------------------- */

typedef struct writing {
  az_state_names *names;
  const char *other;
} writing;

static void bind_name(void *ctx, az_term var) {
  writing *w = ctx;
  az_state_names *n = w->names;
  az_store *s = n->cuts->s;
  ptrdiff_t at = hmgeti(n->of_variable, var);
  if (at >= 0)
    az_subst_bind(n->subst, var, az_var(s, az_sort_of(s, var), n->of_variable[at].value));
  else if (!az_state_names_find(n, az_var_name(s, var))) /* `var` is not an object number */
    w->other = az_var_name(s, var);
}

az_term az_state_names_write(az_state_names *n, az_term term, const char **other) {
  writing w = {n, NULL};
  az_term named_term = name_numbers(n, term);
  az_subst_reset(n->subst);
  az_free_vars(n->cuts->s, &named_term, 1, bind_name, &w);
  *other = w.other;
  return w.other ? AZ_NO_TERM : az_subst_apply(n->subst, named_term);
}
