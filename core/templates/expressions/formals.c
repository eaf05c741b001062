/* Terms over the variables of a view: see formals.h. */
#include "ansatz/formals.h"
#include "ansatz/arena.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

typedef struct formal {
  const az_tvar *var;
  uint32_t index; /* index of its term in a state */
  char *name;     /* as C */
} formal;

typedef struct used { /* a formal of a formula */
  az_term formal;
  uint32_t index;
} used;

struct az_formula {
  az_formals *owner;
  az_term term;
  used *used;
  uint32_t count;
  bool changes;
};

typedef struct size_var {
  az_term key;
  bool value;
} size_var;

struct az_formals {
  const az_domain_context *context;
  az_store *store;
  az_arena *arena;
  az_subst *subst;
  az_term **states; /* by view: stb_ds */
  struct {
    az_term key;
    formal value;
  } *formals;       /* of all views */
  size_var **sizes; /* by view: the variables in sizes of its arrays, which no state changes */
};

typedef struct size_of {
  az_formals *f;
  uint32_t view;
} size_of;

static void add_size(void *ctx, az_term var) {
  const size_of *c = ctx;
  hmput(c->f->sizes[c->view], var, true);
}

static void add_formal(az_formals *f, const az_tvar *var, uint32_t part, az_sort sort) {
  bool pointer = var->kind == AZ_TV_POINTER;
  az_term t = az_fresh(f->store, sort, var->name);
  formal made = {.var = var, .index = var->at + part};
  made.name = pointer ? az_arena_printf(f->arena, part ? "offset(%s)" : "object(%s)", var->name)
                      : az_arena_strdup(f->arena, var->name);
  hmput(f->formals, t, made);
  az_term **state = &f->states[var->view];
  while (arrlenu(*state) <= made.index) arrput(*state, AZ_NO_TERM);
  (*state)[made.index] = t;
}

az_formals *az_formals_new(const az_domain_context *context) {
  az_arena *arena = az_arena_new();
  az_formals *f = AZ_NEW(arena, az_formals);
  *f = (az_formals){.context = context,
                    .store = context->store,
                    .arena = arena,
                    .subst = az_subst_new(context->store),
                    .states = AZ_NEWN(arena, az_term *, context->view_count + 1)};
  f->sizes = AZ_NEWN(arena, size_var *, context->view_count + 1);
  for (uint32_t v = 0; v < context->var_count; v++) {
    const az_tvar *var = &context->vars[v];
    if (var->auxiliary) continue;
    size_of sized = {f, var->view};
    if (var->kind == AZ_TV_ARRAY && var->size)
      az_free_vars(f->store, &var->size, 1, add_size, &sized);
    bool pointer = var->kind == AZ_TV_POINTER;
    /* The canonical state gives the sorts. A hand-made context without it has only bit-vectors. */
    const az_term *canonical = context->canonical ? context->canonical[var->view] : NULL;
    if (!canonical && (pointer || var->kind == AZ_TV_ARRAY)) continue;
    for (uint32_t part = 0; part < (pointer ? 2u : 1u); part++)
      add_formal(f, var, part,
                 canonical ? az_sort_of(f->store, canonical[var->at + part])
                           : az_sort_bv(var->bits));
  }
  return f;
}

void az_formals_free(az_formals *f) {
  if (!f) return;
  for (uint32_t v = 0; v < f->context->view_count; v++) {
    arrfree(f->states[v]);
    hmfree(f->sizes[v]);
  }
  hmfree(f->formals);
  az_subst_free(f->subst);
  az_arena_free(f->arena);
}

az_state az_formals_state(const az_formals *f, uint32_t view) {
  return (az_state){.view = view, .values = f->states[view]};
}

void az_formals_of_canonical(az_formals *f, uint32_t view, az_term *terms, size_t count) {
  const az_term *canonical = f->context->canonical[view], *state = f->states[view];
  az_subst_reset(f->subst);
  for (size_t i = 0; i < arrlenu(state); i++)
    if (state[i] && !az_is_const(f->store, canonical[i]))
      az_subst_bind(f->subst, canonical[i], state[i]);
  for (size_t i = 0; i < count; i++) terms[i] = az_subst_apply(f->subst, terms[i]);
}

/* ---- formulas -------------------------------------------------------------------------------- */

typedef struct collector {
  az_formals *f;
  uint32_t view;
  used *used; /* stb_ds */
  bool foreign, changes;
} collector;

static void collect(void *ctx, az_term var) {
  collector *c = ctx;
  ptrdiff_t at = hmgeti(c->f->formals, var);
  if (at < 0 && hmgeti(c->f->sizes[c->view], var) >= 0) return;
  if (at < 0 || c->f->formals[at].value.var->view != c->view) {
    c->foreign = true;
    return;
  }
  c->changes |= c->f->formals[at].value.var->changes;
  used u = {var, c->f->formals[at].value.index};
  arrput(c->used, u);
}

const az_formula *az_formula_new(az_formals *f, uint32_t view, az_term t) {
  collector c = {.f = f, .view = view};
  az_free_vars(f->store, &t, 1, collect, &c);
  az_formula *made = NULL;
  if (!c.foreign) {
    uint32_t n = (uint32_t)arrlenu(c.used);
    made = AZ_NEW(f->arena, az_formula);
    *made = (az_formula){.owner = f,
                         .term = t,
                         .used = AZ_NEWN(f->arena, used, n + 1),
                         .count = n,
                         .changes = c.changes};
    if (n) memcpy(made->used, c.used, n * sizeof *made->used);
  }
  arrfree(c.used);
  return made;
}

az_term az_formula_term(const az_formula *formula) {
  return formula->term;
}

bool az_formula_changes(const az_formula *formula) {
  return formula->changes;
}

uint32_t az_formula_arity(const az_formula *formula) {
  return formula->count;
}

az_term az_formula_at(const az_formula *formula, const az_state *state) {
  az_subst *subst = formula->owner->subst;
  az_subst_reset(subst);
  for (uint32_t i = 0; i < formula->count; i++)
    az_subst_bind(subst, formula->used[i].formal, state->values[formula->used[i].index]);
  return az_subst_apply(subst, formula->term);
}

/* ---- printing -------------------------------------------------------------------------------- */

static const char *name_of(void *ctx, az_term var) {
  az_formals *f = ctx;
  ptrdiff_t at = hmgeti(f->formals, var);
  return at < 0 ? az_var_name(f->store, var) : f->formals[at].value.name;
}

static bool is_unsigned(void *ctx, az_term var) {
  az_formals *f = ctx;
  ptrdiff_t at = hmgeti(f->formals, var);
  if (at < 0) return az_sort_of(f->store, var) == az_sort_bv(AZ_OBJECT_BITS); /* an object part */
  const formal *found = &f->formals[at].value;
  return found->var->kind == AZ_TV_POINTER ? found->index == found->var->at
                                           : !found->var->is_signed;
}

char *az_formals_print(az_formals *f, az_term t) {
  return az_print_c_typed(f->store, t, name_of, is_unsigned, f);
}
