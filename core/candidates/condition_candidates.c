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

struct az_mined {
  az_arena *arena;
  const az_term **canonical, **entry, **next;
  az_condition *conditions; /* stb_ds */
  az_condition *cells;      /* stb_ds */
  size_t first;             /* of the current site */
  const uint32_t **related;
  const char **objects;
  uint32_t object_count;
};

typedef struct position {
  az_term key;
  uint32_t value;
} position;

typedef struct miner {
  const az_ssa *ssa;
  az_store *s;
  az_mined *out;
  az_subst *subst;
  /* of the current site */
  uint32_t site;
  const az_site_info *info;
  position *at; /* canonical term -> index in the state */
  struct {
    az_term key;
    char value;
  } *seen;    /* bool terms looked at */
  bool *tied; /* var_count x var_count */
} miner;

/* ---- the formula as one round from lb -------------------------------------------------------- */

static void bind_hole(miner *m, const az_loop_instance *l, const hole *h) {
  const az_site_info *info = &m->ssa->site_info[l->site];
  az_subst_bind(m->subst, h->guard, az_false(m->s));
  for (size_t i = 0; i < arrlenu(h->slots); i++) {
    for (size_t k = 0; k < arrlenu(info->slots); k++) {
      if (info->slots[k] != h->slots[i].slot) continue;
      az_term to = l->lb[info->at[k]], var = h->slots[i].var;
      if (az_sort_of(m->s, to) != az_sort_of(m->s, var)) /* a pointer is a pair */
        to = az_concat(m->s, to, l->lb[info->at[k] + 1]);
      az_subst_bind(m->subst, var, to);
    }
  }
}

static void bind_round(miner *m) {
  az_term bound[2];
  az_ssa_bound(m->ssa, bound);
  az_subst_bind(m->subst, bound[0], az_true(m->s));
  az_subst_bind(m->subst, az_not(m->s, bound[1]), az_false(m->s));
  for (size_t i = 0; i < arrlenu(m->ssa->loops); i++) {
    const az_loop_instance *l = &m->ssa->loops[i];
    az_subst_bind(m->subst, l->ls, az_true(m->s));
    const struct az_ssa_resume *r = m->ssa->resumes[i];
    for (size_t h = 0; r && h < arrlenu(r->holes); h++) bind_hole(m, l, &r->holes[h]);
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
  const az_ssa *ssa = m->ssa;
  ptrdiff_t at = hmgeti(((miner *)(uintptr_t)m)->at, t);
  if (at >= 0) {
    for (uint32_t v = 0; v < m->info->var_count; v++) {
      const az_tvar *var = &ssa->vars[m->info->first_var + v];
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
  c.vars = calloc(m->info->var_count + 1, sizeof *c.vars);
  walk(m, &c, t);
  return c;
}

static void cone_free(cone *c) {
  hmfree(c->visited);
  free(c->vars);
  arrfree(c->conditions);
}

static void tie(miner *m, const bool *a, const bool *b) {
  uint32_t n = m->info->var_count;
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

static void relations(miner *m, const az_loop_copy *round) {
  uint32_t n = m->info->var_count;
  cone *cones = calloc(n + 1, sizeof *cones);
  cone back = cone_of(m, az_subst_apply(m->subst, round->back), MOST_STEPS);
  for (uint32_t v = 0; v < n; v++) {
    const az_tvar *var = &m->ssa->vars[m->info->first_var + v];
    if (az_tvar_is_derived(var)) continue;
    cones[v] = cone_of(m, az_subst_apply(m->subst, round->values[var->at]), MOST_STEPS);
    bool *self = calloc(n + 1, sizeof *self);
    self[v] = true;
    tie(m, self, cones[v].vars);
    if (var->changes) tie(m, self, back.vars);
    free(self);
  }
  for (uint32_t a = 0; a < n; a++) {
    for (uint32_t b = a + 1; b < n; b++) {
      const az_tvar *x = &m->ssa->vars[m->info->first_var + a], *y = x + (b - a);
      if (x->changes && y->changes && cones[a].vars && cones[b].vars &&
          same_conditions(&cones[a], &cones[b]))
        m->tied[a * n + b] = m->tied[b * n + a] = true;
    }
  }
  for (uint32_t v = 0; v < n; v++) cone_free(&cones[v]);
  cone_free(&back);
  free(cones);
}

static void mine_site(miner *m, const az_loop_instance *l) {
  const az_ssa *ssa = m->ssa;
  az_mined *out = m->out;
  m->site = l->site;
  m->info = &ssa->site_info[l->site];
  uint32_t n = m->info->var_count;
  m->tied = calloc((size_t)n * n + 1, sizeof *m->tied);
  az_term *state = AZ_NEWN(out->arena, az_term, arrlenu(l->lb) + 1);
  uint32_t named = m->info->plain; /* behind them: what is reached, the values on entry */
  for (uint32_t i = 0; i < arrlenu(l->lb); i++) {
    state[i] = az_subst_apply(m->subst, l->lb[i]);
    if (i < named && !az_is_const(m->s, state[i])) hmput(m->at, state[i], i);
  }
  out->canonical[l->site] = state;
  out->first = arrlenu(out->conditions);
  for (size_t i = 0; i < arrlenu(ssa->checks); i++) condition_of_check(m, &ssa->checks[i]);
  for (size_t i = 0; i < arrlenu(ssa->loops); i++) { /* inner loops and later ones, too */
    const az_loop_copy *round = arrlenu(ssa->loops[i].rounds) ? &ssa->loops[i].rounds[0] : NULL;
    if (!round || !round->values) continue;
    conditions_in(m, az_subst_apply(m->subst, round->back), false);
    if (ssa->loops[i].site != l->site) continue;
    uint32_t reached = 2 * (uint32_t)arrlenu(m->info->reached);
    for (uint32_t k = 0; k < m->info->width; k++)
      if (k < named || k >= named + reached)
        conditions_in(m, az_subst_apply(m->subst, round->values[k]), false);
  }
  if (arrlenu(l->rounds) && l->rounds[0].values) {
    relations(m, &l->rounds[0]);
    az_term *next = AZ_NEWN(out->arena, az_term, m->info->width + 1);
    az_term *entry = AZ_NEWN(out->arena, az_term, m->info->width + 1);
    for (uint32_t k = 0; k < m->info->width; k++) {
      next[k] = az_subst_apply(m->subst, l->rounds[0].values[k]);
      entry[k] = l->entry[k] ? az_subst_apply(m->subst, l->entry[k]) : AZ_NO_TERM;
    }
    out->next[l->site] = next;
    out->entry[l->site] = entry;
  }
  for (uint32_t a = 0; a < n; a++) {
    uint32_t *list = AZ_NEWN(out->arena, uint32_t, n + 1), count = 0;
    for (uint32_t b = 0; b < n; b++)
      if (m->tied[a * n + b]) list[count++] = m->info->first_var + b;
    list[count] = UINT32_MAX;
    out->related[m->info->first_var + a] = list;
  }
  free(m->tied);
  hmfree(m->at);
  hmfree(m->seen);
}

/* What pointers may point to, by instance. */
static void name_objects(const az_ssa *ssa, az_mined *out) {
  const az_memory *memory = az_ssa_memory(ssa->shared);
  out->object_count = az_memory_instances(memory);
  out->objects = AZ_NEWN(out->arena, const char *, out->object_count + 1);
  for (uint32_t id = 1; id < out->object_count; id++) {
    const az_instance *instance = az_memory_instance(memory, id);
    if (instance)
      out->objects[id] = instance->name;
    else if (id <= ssa->p->object_count)
      out->objects[id] = ssa->p->objects[id - 1].name;
  }
}

az_mined *az_mine(const az_ssa *ssa) {
  az_arena *arena = az_arena_new();
  az_mined *out = AZ_NEW(arena, az_mined);
  size_t sites = arrlenu(ssa->sites);
  *out = (az_mined){.arena = arena,
                    .canonical = AZ_NEWN(arena, const az_term *, sites + 1),
                    .entry = AZ_NEWN(arena, const az_term *, sites + 1),
                    .next = AZ_NEWN(arena, const az_term *, sites + 1),
                    .related = AZ_NEWN(arena, const uint32_t *, arrlenu(ssa->vars) + 1)};
  miner m = {.ssa = ssa, .s = ssa->s, .out = out, .subst = az_subst_new(ssa->s)};
  name_objects(ssa, out);
  bind_round(&m);
  for (size_t i = 0; i < arrlenu(ssa->loops); i++)
    if (!out->canonical[ssa->loops[i].site]) mine_site(&m, &ssa->loops[i]);
  for (size_t i = 0; i < sites; i++) { /* sites of o* and paths have the states of their loops' */
    uint32_t of = ssa->site_info[i].of;
    out->canonical[i] = out->canonical[of];
    out->entry[i] = out->entry[of];
    out->next[i] = out->next[of];
  }
  az_mine_cells(ssa, m.subst, out->canonical, out->entry, out->next, &out->cells);
  az_subst_free(m.subst);
  return out;
}

void az_mined_free(az_mined *mined) {
  if (!mined) return;
  arrfree(mined->conditions);
  arrfree(mined->cells);
  az_arena_free(mined->arena);
}

az_domain_context az_mined_context(const az_mined *mined, const az_ssa *ssa,
                                   struct az_registry *registry) {
  return (az_domain_context){.program = ssa->p,
                             .store = ssa->s,
                             .sites = ssa->sites,
                             .site_count = az_ssa_sites(ssa),
                             .parts = ssa->parts,
                             .part_count = (uint32_t)arrlenu(ssa->parts),
                             .vars = ssa->vars,
                             .var_count = (uint32_t)arrlenu(ssa->vars),
                             .registry = registry,
                             .canonical = mined->canonical,
                             .entry = mined->entry,
                             .next = mined->next,
                             .conditions = mined->conditions,
                             .condition_count = (uint32_t)arrlenu(mined->conditions),
                             .cell_conditions = mined->cells,
                             .cell_condition_count = (uint32_t)arrlenu(mined->cells),
                             .related = mined->related,
                             .objects = mined->objects,
                             .object_count = mined->object_count};
}
