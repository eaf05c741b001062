/* Names the variables of the canonical state as C does; the term printer does the rest. */
#include "witness/witness.h"
#include "cutpoint/internal.h"
#include <stdlib.h>
#include <string.h>

typedef struct naming {
  const az_cuts *cuts;
  const az_cut *cut;
  struct variable {
    az_term key;
    const position *value;
  } *positions; /* stb_ds: formals */
  az_claim_text made;
} naming;

static const position *position_of(naming *n, az_term var) {
  ptrdiff_t at = hmgeti(n->positions, var);
  return at >= 0 ? n->positions[at].value : NULL;
}

/* Returns why the value at a position is not a C expression over a variable; NULL if it is one. */
static const char *why_not(const naming *n, const position *p) {
  if (!p) return "indices, objects or times that are not variables of the program";
  const path_info *path = p->owner;
  if (!path || path->access.kind != AZ_ACCESS_PROGRAM)
    return "values that are not variables of the program";
  if (path->is_pointer) return "pointers";
  if (path->is_array || p->kind != POSITION_SLOT) return "arrays";
  const az_instance *instance = az_memory_instance(n->cuts->memory, path->access.instance);
  if (!instance || instance->object == AZ_NONE || instance->is_allocated) return "heap objects";
  const az_type_info *type = &n->cuts->ssa->p->types[path->type];
  if (type->kind == AZ_T_FLOAT) return "floats";
  if (type->kind != AZ_T_INT || !path->type) return "variables of no integer type";
  if (az_sort_width(az_sort_of(n->cuts->s, p->formal)) != 8 * type->bytes)
    return "integers of an odd width";
  return NULL;
}

static void look_at(void *ctx, az_term var) {
  naming *n = ctx;
  const position *p = position_of(n, var);
  if (!n->made.other) n->made.other = why_not(n, p);
  if (n->made.other) return;
  uint32_t object = az_memory_instance(n->cuts->memory, p->owner->access.instance)->object;
  for (size_t i = 0; i < arrlenu(n->made.objects); i++)
    if (n->made.objects[i] == object) return;
  arrput(n->made.objects, object);
}

static const char *c_name(void *ctx, az_term var) {
  return position_of(ctx, var)->owner->name;
}

static bool c_is_unsigned(void *ctx, az_term var) {
  const naming *n = ctx;
  const path_info *path = position_of(ctx, var)->owner;
  return !n->cuts->ssa->p->types[path->type].is_signed;
}

az_claim_text az_cuts_claim_text(const az_cuts *cuts, uint32_t view, az_term claim,
                                 az_arena *arena) {
  naming n = {.cuts = cuts, .cut = cuts->cuts[cuts->view_infos[view].cut]};
  az_store *s = cuts->s;
  for (size_t i = 0; i < arrlenu(n.cut->layout); i++)
    hmput(n.positions, n.cut->layout[i].formal, &n.cut->layout[i]);
  az_term guarded = az_implies(s, cuts->view_infos[view].guard, claim);
  az_free_vars(s, &guarded, 1, look_at, &n);
  char *text = NULL;
  if (!n.made.other)
    text = az_print_c_defined(s, guarded, c_name, c_is_unsigned, &n, &n.made.other);
  if (text) n.made.text = az_arena_strdup(arena, text);
  free(text);
  hmfree(n.positions);
  return n.made;
}
