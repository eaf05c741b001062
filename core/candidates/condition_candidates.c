/* Conditions and relations for domains. In the first copy of every loop, with all loop-selects
 * true, the formula is one round of the loop from an arbitrary loop-back state lb. Its conditions
 * (checks, branches, loop exits), read as terms over lb, are the program's own; a check behind the
 * loop is read in the state that leaves it, which is lb where the loop is left at its head. What
 * comes from further copies (holes) is read as lb too.
 *
 * Two variables of a site are related if one's value after the round depends on the other's before
 * it (by data or through a branch condition), if they occur in one atom, or if they are changed
 * under the same branch conditions (they move in step, and the loop condition decides for how
 * long). Conditions and relations are suggestions: nothing rests on them but precision. */
#include "candidates/condition_candidates.h"
#include "candidates/cell_candidates.h"
#include "ssa/execute.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* Larger conditions make no readable predicate and no row; more of them (a site) are no suggestion.
 */
enum { MOST_NODES = 64, MOST_CONDITIONS = 200, MOST_STEPS = 20000 };

/* For one set of observations. */
typedef struct candidates {
  const az_domain_context *shown;
  uint32_t asks;
  az_domain_context context;
  const az_term **canonical, **entry, **next; /* by view */
  az_condition *conditions;                   /* stb_ds */
  az_condition *cells;                        /* stb_ds */
  size_t first;                               /* of the current view */
  const uint32_t **related;
} candidates;

struct az_candidates {
  const az_cuts *cuts;
  az_arena *arena;
  az_subst *round;       /* the formula as it was built, one round of every loop from its lb */
  size_t loops, checks;  /* instances that it had then */
  candidates **of_sets;  /* stb_ds */
};

typedef struct position {
  az_term key;
  uint32_t value;
} position;

typedef struct miner {
  const az_cuts *cuts;
  const az_ssa *ssa;
  az_store *s;
  candidates *out;
  az_arena *arena;
  az_subst *subst;
  /* of the current view */
  uint32_t site;
  const az_tvar *vars;
  uint32_t var_count;
  position *at; /* canonical term -> index in the state */
  struct {
    az_term key;
    char value;
  } *seen;    /* bool terms looked at */
  bool *tied; /* var_count x var_count */
} miner;

/* ---- the formula as one round from lb -------------------------------------------------------- */

static void bind_hole(az_candidates *c, const az_loop_instance *l, const hole *h) {
  const loop_effect *e = az_cuts_ssa(c->cuts)->heads[l->head].effect;
  const az_ssa *ssa = az_cuts_ssa(c->cuts);
  az_subst_bind(c->round, h->guard, az_false(ssa->s));
  for (size_t i = 0; i < arrlenu(h->slots); i++) {
    ptrdiff_t at = find_slot(e->slots, h->slots[i].slot);
    const az_leaf *leaf;
    az_memory_slot(az_ssa_memory(ssa->shared), h->slots[i].slot, &leaf, NULL);
    bool changed = at < (ptrdiff_t)arrlenu(e->slots) && e->slots[at] == h->slots[i].slot;
    if (changed && !leaf->of_site)
      az_subst_bind(c->round, h->slots[i].var, az_mem_get(l->lb, h->slots[i].slot));
  }
}

static void bind_round(az_candidates *c) {
  const az_ssa *ssa = az_cuts_ssa(c->cuts);
  az_term bound[2];
  az_ssa_bound(ssa, bound);
  az_subst_bind(c->round, bound[0], az_true(ssa->s));
  az_subst_bind(c->round, az_not(ssa->s, bound[1]), az_false(ssa->s));
  for (size_t i = 0; i < arrlenu(ssa->loops); i++) {
    const az_loop_instance *l = &ssa->loops[i];
    az_subst_bind(c->round, l->ls, az_true(ssa->s));
    const struct az_ssa_resume *r = ssa->resumes[i];
    for (size_t h = 0; r && h < arrlenu(r->holes); h++) bind_hole(c, l, &r->holes[h]);
  }
}

/* ---- cones ----------------------------------------------------------------------------------- */

typedef struct cone {
  struct {
    az_term key;
    char value;
  } *visited;
  bool *vars;           /* of the site: reached */
  bool closed;          /* nothing but the state and constants was reached */
  uint32_t nodes, most; /* the walk ends there */
  az_term *conditions;  /* stb_ds: of ites, outermost first */
} cone;

/* Which canonical terms the value is made of. */
static void walk(const miner *m, cone *c, az_term t) {
  if (az_is_const(m->s, t) || hmgeti(c->visited, t) >= 0) return;
  hmput(c->visited, t, 1);
  if (++c->nodes > c->most) {
    c->closed = false;
    return;
  }
  ptrdiff_t at = hmgeti(((miner *)(uintptr_t)m)->at, t);
  if (at >= 0) {
    for (uint32_t v = 0; v < m->var_count; v++) {
      const az_tvar *var = &m->vars[v];
      uint32_t end = var->at + (var->kind == AZ_TV_POINTER ? 2 : 1), index = m->at[at].value;
      if (index >= var->at && index < end) c->vars[v] = true;
    }
    return;
  }
  uint32_t n = az_arity(m->s, t);
  if (!n) c->closed = false;
  if (az_kind_of(m->s, t) == AZ_K_ITE) arrput(c->conditions, az_operand(m->s, t, 0));
  for (uint32_t i = 0; i < n; i++) walk(m, c, az_operand(m->s, t, i));
}

static cone cone_of(const miner *m, az_term t, uint32_t most) {
  cone c = {.closed = true, .most = most};
  c.vars = calloc(m->var_count + 1, sizeof *c.vars);
  walk(m, &c, t);
  return c;
}

static void cone_free(cone *c) {
  hmfree(c->visited);
  free(c->vars);
  arrfree(c->conditions);
}

static void tie(miner *m, const bool *a, const bool *b) {
  uint32_t n = m->var_count;
  for (uint32_t i = 0; i < n; i++) {
    for (uint32_t k = 0; a[i] && k < n; k++)
      if (b[k] && i != k) m->tied[i * n + k] = m->tied[k * n + i] = true;
  }
}

/* ---- conditions ------------------------------------------------------------------------------ */

static void add_condition(miner *m, az_term t, bool in_check) {
  size_t n = arrlenu(m->out->conditions);
  if (az_is_const(m->s, t) || n - m->out->first >= MOST_CONDITIONS) return;
  for (size_t i = m->out->first; i < n; i++) {
    az_condition *old = &m->out->conditions[i];
    if (old->term != t) continue;
    old->in_check |= in_check;
    return;
  }
  az_condition c = {m->site, t, in_check};
  arrput(m->out->conditions, c);
}

static bool is_atom(const miner *m, az_term t) {
  az_kind kind = az_kind_of(m->s, t);
  if (kind == AZ_K_EQ)
    return az_sort_kind_of(az_sort_of(m->s, az_operand(m->s, t, 0))) == AZ_SORT_BV;
  return kind == AZ_K_BV_ULT || kind == AZ_K_BV_SLT;
}

/* The atoms of a term's cone, and bool terms over the state. */
static void conditions_in(miner *m, az_term t, bool in_check) {
  if (az_is_const(m->s, t) || hmgeti(m->at, t) >= 0 || hmgeti(m->seen, t) >= 0) return;
  hmput(m->seen, t, 1);
  if (is_atom(m, t)) {
    cone c = cone_of(m, t, MOST_NODES);
    tie(m, c.vars, c.vars);
    if (c.closed) add_condition(m, t, in_check);
    cone_free(&c);
  }
  for (uint32_t i = 0; i < az_arity(m->s, t); i++)
    conditions_in(m, az_operand(m->s, t, i), in_check);
}

static void conjuncts(const miner *m, az_term t, az_term **out) {
  if (az_kind_of(m->s, t) == AZ_K_AND) {
    conjuncts(m, az_operand(m->s, t, 0), out);
    conjuncts(m, az_operand(m->s, t, 1), out);
  } else {
    arrput(*out, t);
  }
}

/* What a check says of the state: not (what leads to its violation), as far as that is about the
 * state. */
static void condition_of_check(miner *m, const az_check_instance *c) {
  az_term bad = az_subst_apply(m->subst, az_and(m->s, c->guard, az_not(m->s, c->holds)));
  az_term *parts = NULL, about = az_true(m->s);
  conjuncts(m, bad, &parts);
  uint32_t nodes = 0;
  for (size_t i = 0; i < arrlenu(parts); i++) {
    cone k = cone_of(m, parts[i], MOST_NODES);
    if (k.closed && nodes + k.nodes <= MOST_NODES) {
      nodes += k.nodes;
      about = az_and(m->s, about, parts[i]);
      add_condition(m, az_not(m->s, parts[i]), true);
    }
    cone_free(&k);
  }
  arrfree(parts);
  add_condition(m, az_not(m->s, about), true);
  conditions_in(m, bad, true);
}

/* ---- sites ----------------------------------------------------------------------------------- */

static bool same_conditions(const cone *a, const cone *b) {
  size_t n = arrlenu(a->conditions);
  return n == arrlenu(b->conditions) &&
         (!n || !memcmp(a->conditions, b->conditions, n * sizeof *a->conditions));
}

static void relations(miner *m, az_term back_edge, const az_term *values) {
  uint32_t n = m->var_count;
  cone *cones = calloc(n + 1, sizeof *cones);
  cone back = cone_of(m, az_subst_apply(m->subst, back_edge), MOST_STEPS);
  for (uint32_t v = 0; v < n; v++) {
    const az_tvar *var = &m->vars[v];
    if (var->auxiliary) continue;
    cones[v] = cone_of(m, az_subst_apply(m->subst, values[var->at]), MOST_STEPS);
    bool *self = calloc(n + 1, sizeof *self);
    self[v] = true;
    tie(m, self, cones[v].vars);
    if (var->changes) tie(m, self, back.vars);
    free(self);
  }
  for (uint32_t a = 0; a < n; a++) {
    for (uint32_t b = a + 1; b < n; b++) {
      const az_tvar *x = &m->vars[a], *y = x + (b - a);
      if (x->changes && y->changes && cones[a].vars && cones[b].vars &&
          same_conditions(&cones[a], &cones[b]))
        m->tied[a * n + b] = m->tied[b * n + a] = true;
    }
  }
  for (uint32_t v = 0; v < n; v++) cone_free(&cones[v]);
  cone_free(&back);
  free(cones);
}

/* The states of a cut point, as one round from its loop-back state makes them. */
static void states_of(miner *m, uint32_t loop) {
  candidates *out = m->out;
  const az_cut_instance *l = az_cuts_loop(m->cuts, loop);
  uint32_t width = az_cuts_width(m->cuts, l->site);
  const az_term *round = arrlenu(l->rounds) ? l->rounds[0] : NULL;
  az_term *state = AZ_NEWN(m->arena, az_term, width + 1);
  az_term *next = AZ_NEWN(m->arena, az_term, width + 1);
  az_term *entry = AZ_NEWN(m->arena, az_term, width + 1);
  for (uint32_t k = 0; k < width; k++) {
    state[k] = az_subst_apply(m->subst, l->lb[k]);
    if (!round) continue;
    next[k] = az_subst_apply(m->subst, round[k]);
    entry[k] = l->entry[k] ? az_subst_apply(m->subst, l->entry[k]) : AZ_NO_TERM;
  }
  out->canonical[l->site] = state;
  out->next[l->site] = round ? next : NULL;
  out->entry[l->site] = round ? entry : NULL;
}

/* Positions that conditions may speak of: those of the domains' variables that are read. */
static void name_positions(miner *m) {
  const az_domain_context *c = m->out->shown;
  const az_term *state = m->out->canonical[m->site];
  for (uint32_t v = 0; v < c->var_count; v++) {
    const az_tvar *var = &c->vars[v];
    if (var->auxiliary || az_cuts_view_of_all(m->cuts, var->site) != m->site) continue;
    for (uint32_t i = var->at; i < var->at + (var->kind == AZ_TV_POINTER ? 2 : 1); i++)
      if (az_cuts_reads(m->cuts, m->site, i) && !az_is_const(m->s, state[i]))
        hmput(m->at, state[i], i);
  }
}

static void mine_conditions(miner *m, const az_candidates *c) {
  const az_ssa *ssa = m->ssa;
  const az_domain_context *shown = m->out->shown;
  for (size_t i = 0; i < c->checks; i++) condition_of_check(m, &ssa->checks[i]);
  for (uint32_t i = 0; i < c->loops; i++) { /* inner loops and later ones, too */
    const az_cut_instance *l = az_cuts_loop(m->cuts, i);
    if (!arrlenu(l->rounds) || !l->rounds[0]) continue;
    conditions_in(m, az_subst_apply(m->subst, ssa->loops[i].rounds[0].back), false);
    if (l->site != m->site) continue;
    for (uint32_t v = 0; v < shown->var_count; v++) {
      const az_tvar *var = &shown->vars[v];
      if (var->auxiliary || az_cuts_view_of_all(m->cuts, var->site) != m->site) continue;
      for (uint32_t k = var->at; k < var->at + (var->kind == AZ_TV_POINTER ? 2 : 1); k++)
        conditions_in(m, az_subst_apply(m->subst, l->rounds[0][k]), false);
    }
  }
}

static void keep_relations(miner *m, const az_tvar *first) {
  uint32_t n = m->var_count, offset = (uint32_t)(m->vars - first);
  for (uint32_t a = 0; a < n; a++) {
    uint32_t *list = AZ_NEWN(m->arena, uint32_t, n + 1), count = 0;
    for (uint32_t b = 0; b < n; b++)
      if (m->tied[a * n + b]) list[count++] = offset + b;
    list[count] = UINT32_MAX;
    m->out->related[offset + a] = list;
  }
}

static void mine_site(miner *m, const az_candidates *c, uint32_t loop) {
  const az_cut_instance *l = az_cuts_loop(m->cuts, loop);
  const az_domain_context *shown = m->out->shown;
  m->site = l->site;
  uint32_t first = 0;
  while (first < shown->var_count && shown->vars[first].site != m->site) first++;
  m->vars = &shown->vars[first];
  for (m->var_count = 0; first + m->var_count < shown->var_count; m->var_count++)
    if (m->vars[m->var_count].site != m->site) break;
  uint32_t n = m->var_count;
  m->tied = calloc((size_t)n * n + 1, sizeof *m->tied);
  name_positions(m);
  m->out->first = arrlenu(m->out->conditions);
  mine_conditions(m, c);
  if (arrlenu(l->rounds) && l->rounds[0])
    relations(m, m->ssa->loops[loop].rounds[0].back, l->rounds[0]);
  keep_relations(m, shown->vars);
  free(m->tied);
  hmfree(m->at);
  hmfree(m->seen);
}

az_candidates *az_candidates_new(const az_cuts *cuts) {
  az_arena *arena = az_arena_new();
  az_candidates *c = AZ_NEW(arena, az_candidates);
  const az_ssa *ssa = az_cuts_ssa(cuts);
  *c = (az_candidates){.cuts = cuts,
                       .arena = arena,
                       .round = az_subst_new(ssa->s),
                       .loops = arrlenu(ssa->loops),
                       .checks = arrlenu(ssa->checks)};
  bind_round(c);
  return c;
}

void az_candidates_free(az_candidates *c) {
  if (!c) return;
  for (size_t i = 0; i < arrlenu(c->of_sets); i++) {
    arrfree(c->of_sets[i]->conditions);
    arrfree(c->of_sets[i]->cells);
  }
  arrfree(c->of_sets);
  az_subst_free(c->round);
  az_arena_free(c->arena);
}

static void mine(az_candidates *c, candidates *out) {
  const az_domain_context *shown = out->shown;
  miner m = {.cuts = c->cuts,
             .ssa = az_cuts_ssa(c->cuts),
             .s = shown->store,
             .out = out,
             .arena = c->arena,
             .subst = c->round};
  uint32_t sites = shown->site_count;
  bool conditions = out->asks & (AZ_ASKS_CONDITIONS | AZ_ASKS_RELATIONS);
  out->canonical = AZ_NEWN(c->arena, const az_term *, sites + 1);
  out->entry = AZ_NEWN(c->arena, const az_term *, sites + 1);
  out->next = AZ_NEWN(c->arena, const az_term *, sites + 1);
  if (conditions) out->related = AZ_NEWN(c->arena, const uint32_t *, shown->var_count + 1);
  for (uint32_t i = 0; i < c->loops; i++)
    if (!out->canonical[az_cuts_loop(c->cuts, i)->site]) states_of(&m, i);
  bool *mined = calloc(sites + 1, sizeof *mined);
  for (uint32_t i = 0; i < c->loops && conditions; i++) {
    uint32_t site = az_cuts_loop(c->cuts, i)->site;
    if (!mined[site]) mine_site(&m, c, i);
    mined[site] = true;
  }
  free(mined);
  for (uint32_t i = 0; i < sites; i++) { /* views have the states of their cut points */
    uint32_t of = az_cuts_view_of_all(c->cuts, i);
    out->canonical[i] = out->canonical[of];
    out->entry[i] = out->entry[of];
    out->next[i] = out->next[of];
  }
  az_domain_context *context = &out->context;
  *context = *shown;
  context->canonical = out->canonical;
  context->entry = out->entry;
  context->next = out->next;
  context->related = out->related;
  if (out->asks & AZ_ASKS_CELLS)
    az_cell_candidates(c->cuts, context, c->round, c->loops, c->checks, &out->cells);
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
  mine(c, out);
  arrput(c->of_sets, out);
  return out->context;
}
