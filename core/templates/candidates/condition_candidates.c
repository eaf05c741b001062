/* Candidate predicates and relations for domains. In the first copy of every loop, with all
 * loop-selects true, the formula is one iteration of the loop from an arbitrary loop-back state lb.
 * The conditions in it (checks, branches, loop exits) are those of the program, as terms over lb. A
 * check after the loop is read in the state in which the loop is left; this is lb if the loop is
 * left at its head. Values from further copies (cut-offs) are read as lb, too.
 *
 * Two variables of a cut point are related if the value of one after the iteration depends on the
 * other before it (by data or through a branch condition), if they occur in one atom, or if they
 * are changed under the same branch conditions (they are updated together, and the loop condition
 * decides how often). Only precision depends on candidates and relations, never soundness. */
#include "candidates/condition_candidates.h"
#include "ssa/ssa.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 3 };

/* The candidates for one set of observations. */
typedef struct candidates {
  const az_domain_context *shown;
  uint32_t asks;
  az_domain_context context;
  const az_term **canonical, **entry, **next; /* by view */
  az_term *goes_on;                           /* by view */
  az_condition *conditions;                   /* stb_ds */
  az_condition *cells;                        /* stb_ds */
  size_t first;                               /* index of the current view's first condition */
  const uint32_t **related;
} candidates;

struct az_candidates {
  const az_cuts *cuts;
  az_arena *arena;
  /* stb_ds: entry d makes the formula one iteration of each loop that at most d loops enclose, and
   * only enters deeper loops. The last entry: one iteration of every loop. */
  az_subst **iterations;
  size_t loops, checks; /* numbers of loop and check instances in the formula */
  bool conditions;      /* also computes candidates, not only states and relations */
  candidates **of_sets; /* stb_ds */
};

typedef struct position {
  az_term key;
  uint32_t value;
} position;

typedef struct finder {
  const az_cuts *cuts;
  const az_ssa *ssa;
  az_store *s;
  candidates *out;
  az_arena *arena;
  az_subst *subst;
  az_limits *limits;
  az_visit *terms; /* scratch: terms of a cone */
  /* of the current view */
  uint32_t view;
  const az_tvar *vars;
  uint32_t var_count;
  position *at;       /* canonical term -> index in the state */
  az_visit *searched; /* terms whose atoms were found */
  bool *tied;         /* by pair of variables: they are related */
} finder;

/* ---- the formula as one iteration from lb ---------------------------------------------------- */

static void bind_cutoff(const az_ssa *ssa, az_subst *subst, const az_loop_instance *l,
                        const az_cutoff *h) {
  const az_loop_effect *e = ssa->heads[l->head].effect;
  az_subst_bind(subst, h->guard, az_false(ssa->s));
  for (size_t i = 0; i < arrlenu(h->slots); i++) {
    ptrdiff_t at = az_slot_position(e->slots, h->slots[i].slot);
    const az_leaf *leaf;
    az_memory_slot(az_ssa_memory(ssa->shared), h->slots[i].slot, &leaf, NULL);
    bool changed = at < (ptrdiff_t)arrlenu(e->slots) && e->slots[at] == h->slots[i].slot;
    if (changed && !leaf->of_site)
      az_subst_bind(subst, h->slots[i].var, az_mem_get(l->lb, h->slots[i].slot));
  }
}

/* Returns how many loops enclose the loop instance, at most MOST_DEPTH. */
static uint32_t depth_of(const az_ssa *ssa, uint32_t loop) {
  uint32_t depth = 0;
  for (uint32_t c = ssa->loops[loop].copies; c && depth < MOST_DEPTH; c = ssa->copies[c].parent)
    depth++;
  return depth;
}

/* Returns one iteration of each loop that at most `depth` others enclose; deeper loops are only
 * entered. */
static az_subst *iteration_to(const az_ssa *ssa, uint32_t depth) {
  az_subst *subst = az_subst_new(ssa->s);
  az_term bound[2];
  az_ssa_bound(ssa, bound);
  az_subst_bind(subst, bound[0], az_true(ssa->s));
  az_subst_bind(subst, az_not(ssa->s, bound[1]), az_false(ssa->s));
  for (uint32_t i = 0; i < arrlenu(ssa->loops); i++) {
    const az_loop_instance *l = &ssa->loops[i];
    az_subst_bind(subst, l->ls, depth_of(ssa, i) <= depth ? az_true(ssa->s) : az_false(ssa->s));
    const az_cutoff *cutoffs = az_ssa_cutoffs(ssa, i);
    for (size_t h = 0; h < arrlenu(cutoffs); h++) bind_cutoff(ssa, subst, l, &cutoffs[h]);
  }
  return subst;
}

/* ---- cones ----------------------------------------------------------------------------------- */

typedef struct cone {
  bool *vars;          /* by variable of the view: it is in the cone */
  bool closed;         /* the cone contains only the state and constants */
  uint32_t nodes;      /* number visited */
  az_term *conditions; /* stb_ds: conditions of ites, outermost first */
} cone;

/* Visits the first operand first: the order decides which terms a limit leaves out, and the order
 * of conditions. Constants are not counted as nodes. */
static void visit_operands(const finder *f, az_visit *visit, az_term t) {
  az_visit_skip(visit);
  for (uint32_t i = az_arity(f->s, t); i-- > 0;) {
    az_term o = az_operand(f->s, t, i);
    if (!az_is_const(f->s, o)) az_visit_add(visit, o);
  }
}

static void mark_variable(const finder *f, cone *c, uint32_t index) {
  for (uint32_t v = 0; v < f->var_count; v++) {
    const az_tvar *var = &f->vars[v];
    uint32_t end = var->at + az_tvar_terms(var);
    if (index >= var->at && index < end) c->vars[v] = true;
  }
}

/* Finds the canonical terms in the value; visits as many nodes as the limit allows. */
static cone cone_of(const finder *f, az_term root, az_limit limit) {
  cone c = {.closed = true, .vars = az_calloc(f->var_count + 1, sizeof(bool))};
  position *positions = f->at;
  az_visit_forget(f->terms);
  if (!az_is_const(f->s, root)) az_visit_add(f->terms, root);
  for (az_term t; (t = az_visit_next(f->terms));) {
    if (!az_limits_room(f->limits, limit, c.nodes)) {
      c.closed = false;
      break;
    }
    c.nodes++;
    ptrdiff_t at = positions ? hmgeti(positions, t) : -1; /* a view may have no variable */
    if (at >= 0) {
      mark_variable(f, &c, positions[at].value);
      az_visit_skip(f->terms);
      continue;
    }
    visit_operands(f, f->terms, t);
    if (!az_arity(f->s, t)) c.closed = false;
    if (az_kind_of(f->s, t) == AZ_K_ITE) arrput(c.conditions, az_operand(f->s, t, 0));
  }
  return c;
}

static void cone_free(cone *c) {
  free(c->vars);
  arrfree(c->conditions);
}

static void tie(finder *f, const bool *a, const bool *b) {
  uint32_t n = f->var_count;
  for (uint32_t i = 0; i < n; i++) {
    for (uint32_t k = 0; a[i] && k < n; k++)
      if (b[k] && i != k) f->tied[i * n + k] = f->tied[k * n + i] = true;
  }
}

/* ---- conditions ------------------------------------------------------------------------------ */

static void add_condition(finder *f, az_term t, bool in_check) {
  size_t n = arrlenu(f->out->conditions);
  if (az_is_const(f->s, t)) return;
  for (size_t i = f->out->first; i < n; i++) {
    az_condition *old = &f->out->conditions[i];
    if (old->term != t) continue;
    old->in_check |= in_check;
    return;
  }
  if (!az_limits_room(f->limits, AZ_LIMIT_conditions, n - f->out->first)) return;
  az_condition c = {f->view, t, in_check};
  arrput(f->out->conditions, c);
}

static bool is_atom(const finder *f, az_term t) {
  az_kind kind = az_kind_of(f->s, t);
  if (kind == AZ_K_EQ)
    return az_sort_kind_of(az_sort_of(f->s, az_operand(f->s, t, 0))) == AZ_SORT_BV;
  return kind == AZ_K_BV_ULT || kind == AZ_K_BV_SLT;
}

/* Adds the atoms in the cone of a term, down to the variables of the state. */
static void conditions_in(finder *f, az_term root, bool in_check) {
  if (!az_is_const(f->s, root)) az_visit_add(f->searched, root);
  for (az_term t; (t = az_visit_next(f->searched));) {
    if (hmgeti(f->at, t) >= 0) {
      az_visit_skip(f->searched);
      continue;
    }
    visit_operands(f, f->searched, t);
    if (!is_atom(f, t)) continue;
    cone c = cone_of(f, t, AZ_LIMIT_condition_nodes);
    tie(f, c.vars, c.vars);
    if (c.closed) add_condition(f, t, in_check);
    cone_free(&c);
  }
}

/* Adds the condition of a check: the negation of those parts of its violation that are over the
 * state. */
static void condition_of_check(finder *f, const az_check_instance *c) {
  az_term bad = az_subst_apply(f->subst, az_and(f->s, c->guard, az_not(f->s, c->holds)));
  az_term *parts = az_conjuncts(f->s, bad), about = az_true(f->s);
  uint64_t nodes = 0, most = az_limits_or_default(f->limits)->condition_nodes;
  for (size_t i = 0; i < arrlenu(parts); i++) {
    cone k = cone_of(f, parts[i], AZ_LIMIT_condition_nodes);
    if (k.closed && nodes + k.nodes <= most) {
      nodes += k.nodes;
      about = az_and(f->s, about, parts[i]);
      add_condition(f, az_not(f->s, parts[i]), true);
    }
    cone_free(&k);
  }
  arrfree(parts);
  add_condition(f, az_not(f->s, about), true);
  conditions_in(f, bad, true);
}

/* ---- views ----------------------------------------------------------------------------------- */

static bool same_conditions(const cone *a, const cone *b) {
  size_t n = arrlenu(a->conditions);
  return n == arrlenu(b->conditions) &&
         (!n || !memcmp(a->conditions, b->conditions, n * sizeof *a->conditions));
}

static void find_relations(finder *f, az_term back_edge, const az_term *values) {
  uint32_t n = f->var_count;
  cone *cones = az_calloc(n + 1, sizeof *cones);
  cone back = cone_of(f, az_subst_apply(f->subst, back_edge), AZ_LIMIT_relation_nodes);
  for (uint32_t v = 0; v < n; v++) {
    const az_tvar *var = &f->vars[v];
    if (var->auxiliary) continue;
    cones[v] = cone_of(f, az_subst_apply(f->subst, values[var->at]), AZ_LIMIT_relation_nodes);
    bool *self = az_calloc(n + 1, sizeof *self);
    self[v] = true;
    tie(f, self, cones[v].vars);
    if (var->changes) tie(f, self, back.vars);
    free(self);
  }
  for (uint32_t a = 0; a < n; a++) {
    for (uint32_t b = a + 1; b < n; b++) {
      const az_tvar *x = &f->vars[a], *y = x + (b - a);
      if (x->changes && y->changes && cones[a].vars && cones[b].vars &&
          same_conditions(&cones[a], &cones[b]))
        f->tied[a * n + b] = f->tied[b * n + a] = true;
    }
  }
  for (uint32_t v = 0; v < n; v++) cone_free(&cones[v]);
  cone_free(&back);
  free(cones);
}

/* Computes the states of a cut point in one iteration from its loop-back state. */
static void states_of(finder *f, uint32_t loop) {
  candidates *out = f->out;
  const az_cut_instance *l = az_cuts_loop(f->cuts, loop);
  uint32_t width = az_cuts_width(f->cuts, l->view);
  const az_term *iteration = arrlenu(l->ends) ? l->ends[0] : NULL;
  az_term *state = AZ_NEWN(f->arena, az_term, width + 1);
  az_term *next = AZ_NEWN(f->arena, az_term, width + 1);
  az_term *entry = AZ_NEWN(f->arena, az_term, width + 1);
  for (uint32_t k = 0; k < width; k++) {
    state[k] = az_subst_apply(f->subst, l->lb[k]);
    if (!iteration) continue;
    next[k] = az_subst_apply(f->subst, iteration[k]);
    entry[k] = l->entry[k] ? az_subst_apply(f->subst, l->entry[k]) : AZ_NO_TERM;
  }
  out->canonical[l->view] = state;
  out->next[l->view] = iteration ? next : NULL;
  out->entry[l->view] = iteration ? entry : NULL;
  if (iteration)
    out->goes_on[l->view] = az_subst_apply(f->subst, f->ssa->loops[loop].bodies[0].back);
}

typedef struct sized {
  finder *f;
  uint32_t at;
} sized;

static void name_in_size(void *ctx, az_term var) {
  const sized *c = ctx;
  if (hmgeti(c->f->at, var) < 0) hmput(c->f->at, var, c->at);
}

/* Names the sizes of arrays: conditions may contain sizes, and no iteration changes them. */
static void name_sizes(finder *f) {
  for (uint32_t v = 0; v < f->var_count; v++) {
    const az_tvar *var = &f->vars[v];
    if (var->kind != AZ_TV_ARRAY || !var->size || var->auxiliary) continue;
    sized c = {f, var->at};
    az_free_vars(f->s, &var->size, 1, name_in_size, &c);
  }
}

/* Names the positions that conditions may mention: observed variables of the domains. */
static void name_positions(finder *f) {
  const az_domain_context *c = f->out->shown;
  const az_term *state = f->out->canonical[f->view];
  for (uint32_t v = 0; v < c->var_count; v++) {
    const az_tvar *var = &c->vars[v];
    if (var->auxiliary || az_cuts_view_of_all(f->cuts, var->view) != f->view) continue;
    for (uint32_t i = var->at; i < var->at + az_tvar_terms(var); i++)
      if (az_cuts_reads(f->cuts, f->view, i) && !az_is_const(f->s, state[i]))
        hmput(f->at, state[i], i);
  }
}

static void find_conditions(finder *f, const az_candidates *c, uint32_t loop) {
  const az_ssa *ssa = f->ssa;
  const az_domain_context *shown = f->out->shown;
  for (size_t i = 0; i < c->checks; i++) condition_of_check(f, &ssa->checks[i]);
  for (uint32_t i = 0; i < c->loops; i++) { /* all loops, also inner and later ones */
    const az_cut_instance *l = az_cuts_loop(f->cuts, i);
    if (!arrlenu(l->ends) || !l->ends[0]) continue;
    conditions_in(f, az_subst_apply(f->subst, ssa->loops[i].bodies[0].back), false);
    if (l->view != f->view) continue;
    for (uint32_t v = 0; v < shown->var_count; v++) {
      const az_tvar *var = &shown->vars[v];
      if (var->auxiliary || az_cuts_view_of_all(f->cuts, var->view) != f->view) continue;
      for (uint32_t k = var->at; k < var->at + az_tvar_terms(var); k++)
        conditions_in(f, az_subst_apply(f->subst, l->ends[0][k]), false);
    }
  }
  /* Adds checks in first iterations of inner loops, over the states in which these are entered. */
  az_subst *all = f->subst;
  uint32_t depth = depth_of(ssa, loop);
  if (depth + 1 >= arrlenu(c->iterations)) return;
  f->subst = c->iterations[depth];
  for (size_t i = 0; i < c->checks; i++) condition_of_check(f, &ssa->checks[i]);
  f->subst = all;
}

static void keep_relations(finder *f, const az_tvar *first) {
  uint32_t n = f->var_count, offset = (uint32_t)(f->vars - first);
  for (uint32_t a = 0; a < n; a++) {
    uint32_t *list = AZ_NEWN(f->arena, uint32_t, n + 1), count = 0;
    for (uint32_t b = 0; b < n; b++)
      if (f->tied[a * n + b]) list[count++] = offset + b;
    list[count] = UINT32_MAX;
    f->out->related[offset + a] = list;
  }
}

static void find_at(finder *f, const az_candidates *c, uint32_t loop) {
  const az_cut_instance *l = az_cuts_loop(f->cuts, loop);
  const az_domain_context *shown = f->out->shown;
  f->view = l->view;
  uint32_t first = 0;
  while (first < shown->var_count && shown->vars[first].view != f->view) first++;
  f->vars = &shown->vars[first];
  for (f->var_count = 0; first + f->var_count < shown->var_count; f->var_count++)
    if (f->vars[f->var_count].view != f->view) break;
  uint32_t n = f->var_count;
  f->tied = az_calloc((size_t)n * n + 1, sizeof *f->tied);
  name_positions(f);
  name_sizes(f);
  f->out->first = arrlenu(f->out->conditions);
  find_conditions(f, c, loop);
  if (arrlenu(l->ends) && l->ends[0])
    find_relations(f, f->ssa->loops[loop].bodies[0].back, l->ends[0]);
  keep_relations(f, shown->vars);
  free(f->tied);
  hmfree(f->at);
  az_visit_forget(f->searched);
}

az_candidates *az_candidates_new(const az_cuts *cuts, bool conditions) {
  az_arena *arena = az_arena_new();
  az_candidates *c = AZ_NEW(arena, az_candidates);
  const az_ssa *ssa = az_cuts_ssa(cuts);
  *c = (az_candidates){.cuts = cuts,
                       .arena = arena,
                       .loops = arrlenu(ssa->loops),
                       .checks = arrlenu(ssa->checks),
                       .conditions = conditions};
  uint32_t deepest = 0;
  for (uint32_t i = 0; conditions && i < c->loops; i++)
    if (depth_of(ssa, i) > deepest) deepest = depth_of(ssa, i);
  for (uint32_t d = 0; d < deepest; d++) arrput(c->iterations, iteration_to(ssa, d));
  arrput(c->iterations, iteration_to(ssa, MOST_DEPTH));
  return c;
}

void az_candidates_free(az_candidates *c) {
  if (!c) return;
  for (size_t i = 0; i < arrlenu(c->of_sets); i++) {
    arrfree(c->of_sets[i]->conditions);
    arrfree(c->of_sets[i]->cells);
  }
  arrfree(c->of_sets);
  for (size_t i = 0; i < arrlenu(c->iterations); i++) az_subst_free(c->iterations[i]);
  arrfree(c->iterations);
  az_arena_free(c->arena);
}

static void find(az_candidates *c, candidates *out) {
  const az_domain_context *shown = out->shown;
  finder f = {.cuts = c->cuts,
              .ssa = az_cuts_ssa(c->cuts),
              .s = shown->store,
              .out = out,
              .arena = c->arena,
              .subst = arrlast(c->iterations),
              .limits = az_ssa_limits(az_cuts_ssa(c->cuts)),
              .terms = az_visit_new(shown->store, AZ_VISIT_PRE),
              .searched = az_visit_new(shown->store, AZ_VISIT_PRE)};
  uint32_t views = shown->view_count;
  bool conditions = out->asks & (AZ_ASKS_CONDITIONS | AZ_ASKS_RELATIONS);
  out->canonical = AZ_NEWN(c->arena, const az_term *, views + 1);
  out->entry = AZ_NEWN(c->arena, const az_term *, views + 1);
  out->next = AZ_NEWN(c->arena, const az_term *, views + 1);
  out->goes_on = AZ_NEWN(c->arena, az_term, views + 1);
  if (conditions) out->related = AZ_NEWN(c->arena, const uint32_t *, shown->var_count + 1);
  for (uint32_t i = 0; i < c->loops; i++)
    if (!out->canonical[az_cuts_loop(c->cuts, i)->view]) states_of(&f, i);
  bool *done = az_calloc(views + 1, sizeof *done);
  for (uint32_t i = 0; i < c->loops && conditions; i++) {
    uint32_t view = az_cuts_loop(c->cuts, i)->view;
    if (!done[view]) find_at(&f, c, i);
    done[view] = true;
  }
  free(done);
  az_visit_free(f.terms);
  az_visit_free(f.searched);
  for (uint32_t i = 0; i < views; i++) { /* a view has the states of its cut point */
    uint32_t of = az_cuts_view_of_all(c->cuts, i);
    out->canonical[i] = out->canonical[of];
    out->entry[i] = out->entry[of];
    out->next[i] = out->next[of];
    out->goes_on[i] = out->goes_on[of];
  }
  az_domain_context *context = &out->context;
  *context = *shown;
  context->canonical = out->canonical;
  context->entry = out->entry;
  context->next = out->next;
  context->goes_on = out->goes_on;
  context->related = out->related;
  if (!c->conditions) return; /* states and relations only */
  if (out->asks & AZ_ASKS_CELLS)
    az_cell_candidates(c->cuts, context, arrlast(c->iterations), c->loops, c->checks, &out->cells);
  context->conditions = out->conditions;
  context->condition_count = (uint32_t)arrlenu(out->conditions);
  context->cell_conditions = out->cells;
  context->cell_condition_count = (uint32_t)arrlenu(out->cells);
}

az_domain_context az_candidates_context(az_candidates *c, const az_domain_context *shown,
                                        uint32_t asks) {
  for (size_t i = 0; i < arrlenu(c->of_sets); i++)
    if (c->of_sets[i]->shown == shown && c->of_sets[i]->asks == asks) return c->of_sets[i]->context;
  candidates *out = AZ_NEW(c->arena, candidates);
  out->shown = shown;
  out->asks = asks;
  find(c, out);
  arrput(c->of_sets, out);
  return out->context;
}
