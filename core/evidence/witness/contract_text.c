/* Claims about calls of recursive functions (termination/recursion.h) as C: what a call ensures,
 * over `\result`, integer globals afterwards, and the values at the call of parameters and globals,
 * `\at(x, Old)`, as contracts in witnesses have them. */
#include "termination/recursion.h"
#include "witness/witness.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

typedef struct naming {
  const az_program *p;
  struct variable {
    az_term key;
    const char *name;
    az_type type;
  } *known; /* stb_ds */
  const char *other;
} naming;

static void add(naming *n, az_term var, const char *name, az_type type) {
  const az_type_info *info = &n->p->types[type];
  if (!var || info->kind != AZ_T_INT || az_sort_width(info->sort) != 8 * info->bytes) return;
  struct variable entry = {var, name, type};
  hmputs(n->known, entry);
}

static const char *at_call(const naming *n, const char *name) {
  return az_arena_printf(n->p->arena, "\\at(%s, Old)", name);
}

static naming naming_of(const az_program *p, const az_summary *of) {
  const az_function *f = &p->functions[of->function];
  naming n = {.p = p};
  add(&n, of->result, "\\result", f->result_type);
  for (uint32_t i = 0; i < f->param_count; i++) {
    const az_object *o = &p->objects[f->params[i]];
    if (o->name) add(&n, of->params[i], at_call(&n, o->name), o->type);
  }
  for (uint32_t i = 0; i < of->global_count; i++) {
    const az_object *o = &p->objects[of->globals[i].object];
    if (!o->name || o->is_static_local) continue; /* it has no name outside its function */
    if (o->returned_by) {                         /* "*p after f" */
      const int length = (int)strcspn(o->name, " ");
      add(&n, of->globals[i].after, az_arena_printf(p->arena, "%.*s", length, o->name), o->type);
      continue;
    }
    add(&n, of->globals[i].before, at_call(&n, o->name), o->type);
    add(&n, of->globals[i].after, o->name, o->type);
  }
  return n;
}

static void look_at(void *ctx, az_term var) {
  naming *n = ctx;
  if (hmgeti(n->known, var) < 0) n->other = "variables without a name";
}

static const char *name_of(void *ctx, az_term var) {
  naming *n = ctx;
  return hmgets(n->known, var).name;
}

static bool is_unsigned(void *ctx, az_term var) {
  naming *n = ctx;
  return !n->p->types[hmgets(n->known, var).type].is_signed;
}

void az_contracts_show(kiki_run *r) {
  for (uint32_t i = 0; i < r->claim_count; i++) {
    const az_summary *of = &r->claims[i];
    naming n = naming_of(r->step_p, of);
    for (uint32_t k = 0; k < of->claim_count; k++) {
      n.other = NULL;
      az_free_vars(r->s, &of->claims[k], 1, look_at, &n);
      char *text =
          n.other ? NULL
                  : az_print_c_defined(r->s, of->claims[k], name_of, is_unsigned, &n, &n.other);
      az_invariant contract = {.loc = r->p->functions[of->function].loc,
                               .function = of->function,
                               .c = text ? run_text(r, "%s", text) : NULL};
      arrput(r->result->contracts, contract);
      free(text);
    }
    hmfree(n.known);
  }
}
