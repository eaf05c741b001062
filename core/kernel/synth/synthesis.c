/* The proof obligations of a row's claim T in the formula with k copies of each loop: where it is
 * assumed, and where it may be violated (docs/soundness.md 2). It is assumed as
 *
 *   g_head and ls => T(lb),   and   ls and G_j => T(b_j) for j < k.
 *
 * It is violated where an instance of the loop, with m_p = k or not ls_p for every enclosing loop
 * p, has
 *
 *   (not ls and, for some j < k, G_j and not T(b_j))   or   (G_k and not T(b_k)). */
#include "synth/synthesis.h"
#include "base/check.h"
#include "synth/instantiation.h"
#include "synth/search_log.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

typedef struct row_fact {
  az_term fact;   /* AZ_NO_TERM: none yet */
  az_term whole;  /* the conjunction of the fact and its instances */
  uint32_t group; /* index into groups; UNGROUPED: nothing is asserted */
} row_fact;

enum { UNGROUPED = -1 };

typedef struct fact_group {
  az_group id;
  bool stale; /* a row in it changes now */
  bool live;
} fact_group;

typedef struct iterations_of { /* the iterations that this kind of transition row is about */
  az_row row;
  az_obligation *obligations; /* stb_ds */
} iterations_of;

typedef struct obligation_lists {
  az_obligation **obligations; /* by view: stb_ds */
  az_obligation **assumed;     /* by view: stb_ds */
  iterations_of *iterations;   /* stb_ds: where transition rows are violated */
} obligation_lists;

/* The state that a synthesis shares with the subproblems of its components. */
typedef struct common {
  const az_cuts *cuts;
  const az_ssa *ssa;
  uint32_t views;
  az_store *store;
  az_solver *solver;
  const az_strategies *strategies; /* or NULL */
  obligation_lists at;             /* the proof obligations as they are shown to strategies */
  obligation_lists kept;           /* the originals, while `at` holds copies; otherwise empty */
  az_arena *states;                /* the states at the heads of iterations */
  row_fact *facts;                 /* by row of the whole search */
  uint32_t rows;                   /* number of rows of the whole search */
  fact_group *groups;              /* stb_ds */
  az_model model;
  az_term bound[2];             /* assumed in every query: k is the bound */
  az_term *assumptions;         /* stb_ds: scratch */
  uint32_t *changed;            /* stb_ds: scratch */
  char **notes;                 /* stb_ds */
  az_samples *samples;          /* NULL: not yet taken */
  az_analyses *analyses;        /* or NULL */
  const az_source_ops *sampler; /* NULL: no samples */
  az_instances *instances;      /* or NULL */
  az_index_choice choice;       /* the instance in which the model violates a claim */
  uint64_t generation;          /* the generation of the instances in the facts */
  const char *by;               /* the module that makes queries, for the log */
  search_log *log;              /* or NULL */
  az_term *logged; /* by row of the whole search, with a log: the claim of its last violation */
} common;

struct az_synthesis {
  common *common;
  const az_domain *domain;
  uint32_t rows;
  uint32_t *whole; /* by row: its number in the whole search; NULL: the same number */
  az_row *opened;  /* of the whole search: the rows as they were when the domain was opened */
  const az_frozen_rows *frozen; /* NULL: the domain returns rows and claims */
};

static az_term model_value(void *ctx, az_term t) {
  const common *c = ctx;
  return az_solver_value(c->solver, az_instances_term(c->instances, &c->choice, t));
}

static void add_obligation(common *s, az_obligation **list, az_obligation obligation) {
  az_term concerns = az_cuts_concerns(s->cuts, obligation.state.view, obligation.state.values);
  assert(obligation.state.values && az_sort_of(s->store, obligation.condition) == az_sort_bool());
  obligation.condition = az_and(s->store, obligation.condition, concerns);
  if (!az_is_false(s->store, obligation.condition)) arrput(*list, obligation);
}

/* Returns h_1 = ls ? lb : entry, over the present positions. */
static const az_term *first_head(common *s, const az_loop_instance *l,
                                 const az_cut_instance *states, uint32_t view) {
  uint32_t n = az_cuts_width(s->cuts, view);
  az_term *head = AZ_NEWN(s->states, az_term, n + 1);
  for (uint32_t i = 0; i < n; i++)
    head[i] = az_ite(s->store, l->ls, states->lb[i], states->entry[i]);
  return head;
}

/* Adds the iterations that a transition row is about. Iteration j goes from h_j, the end of
 * iteration j - 1, to b_j. Every iteration of an execution is either among its first k - 1 or the
 * last of k consecutive ones; so iteration j < k counts only from the entry (not ls). The n
 * iterations up to iteration j begin at h_(j-n+1). */
static void add_iterations(common *s, uint32_t loop, iterations_of *to) {
  uint32_t view = to->row.view, step = to->row.step;
  const az_loop_instance *l = &s->ssa->loops[loop];
  const az_cut_instance *states = az_cuts_loop(s->cuts, loop);
  const az_term *head = first_head(s, l, states, view),
                **heads = NULL; /* of the iterations so far */
  az_term around = az_ssa_checked(s->ssa, l->copies);
  for (size_t j = 0; j < arrlenu(l->bodies); j++) {
    if (az_is_false(s->store, l->bodies[j].back) || !l->bodies[j].end) break;
    /* ends[j] is NULL if the state has no variables. */
    const az_term *values = states->ends[j] ? states->ends[j] : head;
    arrput(heads, head);
    head = values;
    assert(arrlenu(heads) == j + 1); /* the head of each iteration up to this one */
    if (j + 1 < step) continue;
    az_obligation body = {az_and(s->store, around, l->bodies[j].back),
                          {view, heads[j + 1 - step], values}};
    if (j + 1 != s->ssa->config.k)
      body.condition = az_and(s->store, body.condition, az_not(s->store, l->ls));
    if (j + 1 == step && to->row.after_first)
      body.condition = az_and(s->store, body.condition, l->ls);
    add_obligation(s, &to->obligations, body);
  }
  arrfree(heads);
}

/* Returns the iterations of the row's kind, or NULL if there are none yet. */
static iterations_of *iterations_like(const common *s, az_row row) {
  for (size_t i = 0; i < arrlenu(s->at.iterations); i++) {
    const az_row *known = &s->at.iterations[i].row;
    if (known->view == row.view && known->step == (row.step ? row.step : 1) &&
        known->after_first == row.after_first)
      return &s->at.iterations[i];
  }
  return NULL;
}

/* Adds, for a loop instance with entry guard g and back-edge guards G_1 .. G_k, the states of a
 * view in which rows are assumed and in which they may be violated (docs/soundness.md 2): assumed:
 * lb where g and ls; b_j, j < k, where ls and G_j may violate: b_j where G_j and the surrounding
 * copies are checked; j < k: only from the entry as the first k - 1 iterations of an execution are
 * reached from the entry alone. */
static void add_obligations(common *s, uint32_t loop, uint32_t view) {
  const az_ssa *ssa = s->ssa;
  const az_loop_instance *l = &ssa->loops[loop];
  const az_cut_instance *states = az_cuts_loop(s->cuts, loop);
  az_store *t = s->store;
  const az_term around = az_ssa_checked(ssa, l->copies);
  az_obligation lb = {az_and(t, l->guard, l->ls), {view, states->lb, NULL}};
  add_obligation(s, &s->at.assumed[view], lb);
  for (size_t j = 0; j < arrlenu(l->bodies); j++) {
    const az_loop_copy *body = &l->bodies[j];
    const az_term *values = states->ends[j];
    if (az_is_false(t, body->back) || !values) continue;
    bool last = j + 1 == ssa->config.k;
    az_obligation check = {az_and(t, around, body->back), {view, values, NULL}};
    if (!last) check.condition = az_and(t, check.condition, az_not(t, l->ls));
    add_obligation(s, &s->at.obligations[view], check);
    if (last) continue;
    az_obligation past = {az_and(t, body->back, l->ls), {view, values, NULL}};
    add_obligation(s, &s->at.assumed[view], past);
  }
}

az_synthesis *az_synthesis_new(const az_cuts *cuts, az_solver *solver, const az_domain *domain) {
  const az_ssa *ssa = az_cuts_ssa(cuts);
  assert(ssa->config.mode == AZ_SSA_STEP);
  common *c = az_calloc(1, sizeof *c);
  az_synthesis *s = az_calloc(1, sizeof *s);
  s->common = c;
  s->domain = domain;
  s->rows = domain->ops->row_count(domain->self);
  c->cuts = cuts;
  c->ssa = ssa;
  c->store = ssa->s;
  c->solver = solver;
  uint32_t views;
  (void)az_cuts_views(cuts, &views);
  c->views = views;
  c->at.obligations = az_calloc(views + 1, sizeof *c->at.obligations);
  c->at.assumed = az_calloc(views + 1, sizeof *c->at.assumed);
  c->states = az_arena_new();
  c->facts = az_calloc(s->rows + 1, sizeof *c->facts);
  c->rows = s->rows;
  c->by = "core";
  c->log = search_log_new(cuts, solver, s->rows);
  if (c->log) c->logged = az_calloc(s->rows + 1, sizeof *c->logged);
  for (uint32_t r = 0; r < s->rows; r++) c->facts[r].group = UNGROUPED;
  c->model = (az_model){model_value, c};
  az_ssa_bound(ssa, c->bound);
  bool *rows_at = az_calloc(views + 1, sizeof *rows_at); /* about states */
  s->opened = az_calloc(s->rows + 1, sizeof *s->opened);
  for (uint32_t r = 0; r < s->rows; r++) {
    az_row row = s->opened[r] = domain->ops->row(domain->self, r);
    rows_at[row.view] |= !row.is_transition;
    if (!row.is_transition || iterations_like(c, row)) continue;
    row.step = row.step ? row.step : 1;
    arrput(c->at.iterations, ((iterations_of){row, NULL}));
  }
  for (uint32_t i = 0; i < arrlenu(ssa->loops); i++) {
    uint32_t of = az_cuts_loop(cuts, i)->view;
    for (uint32_t view = 0; view < views; view++)
      if (rows_at[view] && az_cuts_view_of_all(cuts, view) == of) add_obligations(c, i, view);
    for (size_t n = 0; n < arrlenu(c->at.iterations); n++)
      if (az_cuts_view_of_all(cuts, c->at.iterations[n].row.view) == of)
        add_iterations(c, i, &c->at.iterations[n]);
  }
  free(rows_at);
  return s;
}

void az_synthesis_use(az_synthesis *s, const az_strategies *strategies) {
  s->common->strategies = strategies;
}

void az_synthesis_limit(az_synthesis *s, const bool *views) {
  for (size_t i = 0; i < s->common->views; i++) {
    if (views[i]) continue;
    arrfree(s->common->at.obligations[i]);
    arrfree(s->common->at.assumed[i]);
    for (size_t n = 0; n < arrlenu(s->common->at.iterations); n++)
      if (s->common->at.iterations[n].row.view == i)
        arrfree(s->common->at.iterations[n].obligations);
  }
}

void az_synthesis_sample(az_synthesis *s, const az_source_ops *ops) {
  s->common->sampler = ops && ops->samples_take ? ops : NULL;
}

void az_synthesis_interpret(az_synthesis *s, az_analyses *analyses) {
  s->common->analyses = analyses;
}

void az_synthesis_instantiate(az_synthesis *s, az_instances *instances) {
  s->common->instances = instances;
}

/* ---- copies for modules that are not compiled in --------------------------------------------- */

static const az_term *copy_values(common *c, uint32_t view, const az_term *values) {
  if (!values) return NULL;
  uint32_t n = az_cuts_width(c->cuts, view);
  az_term *copy = AZ_COPY(c->states, values, n, n + 1);
  return copy;
}

static az_obligation *copy_obligations(common *c, const az_obligation *from) {
  az_obligation *to = NULL;
  for (size_t i = 0; i < arrlenu(from); i++) {
    az_obligation obligation = from[i];
    obligation.state.values = copy_values(c, obligation.state.view, obligation.state.values);
    obligation.state.next = copy_values(c, obligation.state.view, obligation.state.next);
    arrput(to, obligation);
  }
  return to;
}

void az_synthesis_show_copies(az_synthesis *s) {
  common *c = s->common;
  assert(!c->kept.obligations); /* obligations are not copied twice */
  c->kept = c->at;
  c->at = (obligation_lists){.obligations = az_calloc(c->views + 1, sizeof *c->at.obligations),
                             .assumed = az_calloc(c->views + 1, sizeof *c->at.assumed)};
  for (size_t i = 0; i < c->views; i++) {
    c->at.obligations[i] = copy_obligations(c, c->kept.obligations[i]);
    c->at.assumed[i] = copy_obligations(c, c->kept.assumed[i]);
  }
  for (size_t i = 0; i < arrlenu(c->kept.iterations); i++) {
    iterations_of iterations = {c->kept.iterations[i].row,
                                copy_obligations(c, c->kept.iterations[i].obligations)};
    arrput(c->at.iterations, iterations);
  }
}

static void free_obligations(obligation_lists *lists, size_t views) {
  for (size_t i = 0; i < views; i++) {
    arrfree(lists->obligations[i]);
    arrfree(lists->assumed[i]);
  }
  for (size_t i = 0; i < arrlenu(lists->iterations); i++) arrfree(lists->iterations[i].obligations);
  free(lists->obligations);
  free(lists->assumed);
  arrfree(lists->iterations);
}

void az_synthesis_show_originals(az_synthesis *s) {
  common *c = s->common;
  if (!c->kept.obligations) return;
  free_obligations(&c->at, c->views);
  c->at = c->kept;
  c->kept = (obligation_lists){0};
}

void az_synthesis_free(az_synthesis *s) {
  if (!s) return;
  common *c = s->common;
  az_synthesis_show_originals(s);
  for (size_t i = 0; i < arrlenu(c->groups); i++)
    if (c->groups[i].live) az_solver_retire(c->solver, c->groups[i].id);
  free_obligations(&c->at, c->views);
  for (size_t i = 0; i < arrlenu(c->notes); i++) free(c->notes[i]);
  arrfree(c->notes);
  az_arena_free(c->states);
  free(c->facts);
  arrfree(c->groups);
  arrfree(c->assumptions);
  if (c->samples) c->sampler->samples_free(c->samples);
  arrfree(c->changed);
  search_log_free(c->log);
  free(c->logged);
  free(c);
  free(s->opened);
  free(s);
}

/* ---- subproblems ----------------------------------------------------------------------------- */

az_synthesis *az_synthesis_subproblem(az_synthesis *s, const az_domain *domain,
                                      const az_component *parts, size_t count) {
  az_synthesis *sub = az_calloc(1, sizeof *sub);
  sub->common = s->common;
  sub->domain = domain;
  sub->rows = domain->ops->row_count(domain->self);
  sub->whole = az_malloc((sub->rows + 1) * sizeof *sub->whole);
  uint32_t row = 0;
  for (size_t i = 0; i < count; i++) {
    uint32_t rows = parts[i].domain->ops->row_count(parts[i].domain->self);
    for (uint32_t r = 0; r < rows && parts[i].first + r < s->rows && row < sub->rows; r++) {
      uint32_t outer = parts[i].first + r;
      sub->whole[row++] = s->whole ? s->whole[outer] : outer;
    }
  }
  sub->rows = row; /* only rows of the whole search are counted */
  return sub;
}

void az_synthesis_subproblem_free(az_synthesis *sub) {
  if (!sub) return;
  free(sub->whole);
  free(sub);
}

const az_desc *az_synthesis_strategy(const az_synthesis *s, const az_domain *component) {
  return az_strategies_of(s->common->strategies, component);
}

void az_synthesis_note(az_synthesis *s, const char *text) {
  arrput(s->common->notes, az_one_line(az_strdup(text)));
}

size_t az_synthesis_notes(const az_synthesis *s, const char *const **notes) {
  *notes = (const char *const *)s->common->notes;
  return arrlenu(s->common->notes);
}

/* ---- for strategies -------------------------------------------------------------------------- */

az_store *az_synthesis_store(const az_synthesis *s) {
  return s->common->store;
}
double az_synthesis_clock(const az_synthesis *s) {
  return az_clock(az_store_work(s->common->store));
}
const az_domain *az_synthesis_domain(const az_synthesis *s) {
  return s->domain;
}
const az_model *az_synthesis_model(const az_synthesis *s) {
  return &s->common->model;
}

const az_obligation *az_synthesis_obligations(const az_synthesis *s, uint32_t view, size_t *count) {
  *count = arrlenu(s->common->at.obligations[view]);
  return s->common->at.obligations[view];
}

const az_obligation *az_synthesis_assumed(const az_synthesis *s, uint32_t view, size_t *count) {
  *count = arrlenu(s->common->at.assumed[view]);
  return s->common->at.assumed[view];
}

const az_obligation *az_synthesis_iterations(const az_synthesis *s, az_row row, size_t *count) {
  const iterations_of *iterations = iterations_like(s->common, row);
  *count = iterations ? arrlenu(iterations->obligations) : 0;
  return iterations ? iterations->obligations : NULL;
}

bool az_synthesis_has_iterations(const az_synthesis *s, az_row row) {
  return row.is_transition && iterations_like(s->common, row) != NULL;
}

const az_row *az_synthesis_opened(const az_synthesis *s, uint32_t *count) {
  *count = s->rows;
  return s->opened;
}

void az_synthesis_freeze(az_synthesis *s, const az_frozen_rows *frozen) {
  /* These are the rows of the whole search, as it was opened. */
  assert(!s->whole && frozen->count == s->rows);
  s->frozen = frozen;
}

static az_row row_of(const az_synthesis *s, uint32_t row) {
  return s->frozen ? s->frozen->rows[row] : s->domain->ops->row(s->domain->self, row);
}

static az_term claim_at(const az_synthesis *s, uint32_t row, const void *value,
                        const az_state *state) {
  if (s->frozen && !s->frozen->rows[row].is_transition)
    return az_frozen_claim(s->frozen, row, state->values);
  return az_domain_claim(s->common->store, s->domain, row, value, state);
}

/* Returns the proof obligations at which the row may be violated. */
static const az_obligation *obligations_of(const az_synthesis *s, uint32_t row) {
  az_row r = row_of(s, row);
  size_t count;
  return r.is_transition ? az_synthesis_iterations(s, r, &count)
                         : s->common->at.obligations[r.view];
}

az_term az_synthesis_defined(const az_synthesis *s, az_term var) {
  for (size_t i = 0; i < arrlenu(s->common->ssa->definitions); i++)
    if (s->common->ssa->definitions[i].var == var) return s->common->ssa->definitions[i].term;
  return AZ_NO_TERM;
}

const az_term *const *az_synthesis_samples(az_synthesis *s, uint32_t view, size_t *count) {
  common *c = s->common;
  *count = 0;
  if (!c->sampler) return NULL;
  if (!c->samples) c->samples = c->sampler->samples_take(c->cuts);
  return c->sampler->samples_at(c->samples, view, count);
}

az_analyses *az_synthesis_analyses(const az_synthesis *s) {
  return s->common->analyses;
}

bool az_synthesis_bounds_rankings(const az_synthesis *s) {
  return s->common->ssa->config.overflow == AZ_OVERFLOW_ASSUME_NONE;
}

/* ---- the log --------------------------------------------------------------------------------- */

static uint32_t whole_of(const az_synthesis *s, uint32_t row) {
  assert(row < s->rows && (!s->whole || s->whole[row] < s->common->rows));
  return s->whole ? s->whole[row] : row;
}

void az_synthesis_why(az_synthesis *s, uint32_t row, const char *why) {
  if (s->common->log) search_log_why(s->common->log, whole_of(s, row), why);
}

static void log_row(const az_synthesis *s, uint32_t row, const void *value) {
  const az_obligation *obligations = obligations_of(s, row);
  search_log_row(s->common->log,
                 &(logged_row){.number = whole_of(s, row),
                               .domain = s->domain,
                               .row = row,
                               .view = row_of(s, row).view,
                               .obligations = obligations,
                               .obligation_count = arrlenu(obligations)},
                 value);
}

/* Logs a violation, unless the claim is that of the last violation: the row is then unchanged. */
static void log_violation(const az_synthesis *s, uint32_t row, const void *value, az_term claim) {
  az_term *logged = &s->common->logged[whole_of(s, row)];
  if (*logged == claim) return;
  *logged = claim;
  log_row(s, row, value);
}

void az_synthesis_show(az_synthesis *s, const void *value, const char *why) {
  common *c = s->common;
  if (!c->log) return;
  for (uint32_t r = 0; r < s->rows; r++) {
    search_log_why(c->log, whole_of(s, r), why);
    log_row(s, r, value);
  }
  AZ_LOG(az_store_log(c->store), synth, "iterate", s->domain->module->name, AZ_TEXT("by", c->by));
}

/* ---- facts ----------------------------------------------------------------------------------- */

/* Notes that the row's fact (with its instances) has changed, and takes the row out of its group.
 * Returns whether it was in a group. */
static bool change(common *c, uint32_t row) {
  row_fact *f = &c->facts[row];
  f->whole = az_instances_close(c->instances, f->fact);
  bool grouped = f->group != (uint32_t)UNGROUPED;
  assert(!grouped || c->groups[f->group].live); /* an asserted fact is in a live group */
  if (grouped) c->groups[f->group].stale = true;
  f->group = UNGROUPED;
  arrput(c->changed, row);
  return grouped;
}

static void put(common *c, uint32_t row, uint32_t *group) {
  c->facts[row].group = UNGROUPED;
  if (az_is_true(c->store, c->facts[row].whole)) return;
  if (*group == (uint32_t)UNGROUPED) {
    fact_group fresh = {.id = az_solver_group(c->solver), .live = true};
    *group = (uint32_t)arrlenu(c->groups);
    arrput(c->groups, fresh);
  }
  assert(c->groups[*group].live && !c->groups[*group].stale);
  c->facts[row].group = *group;
  az_solver_group_assert(c->solver, c->groups[*group].id, c->facts[row].whole);
}

/* Asserts the rows. Rows that change together share a group of the solver, so that there are few
 * activation literals: rows that change now get a new group, and the unchanged rows of their old
 * groups move to another group, where they stay. */
void az_synthesis_assume(az_synthesis *s, const void *value) {
  common *c = s->common;
  bool any = false;
  uint32_t *other = NULL; /* stb_ds: rows with another fact */
  uint64_t generation = c->generation;
  arrsetlen(c->changed, 0);
  for (uint32_t r = 0; r < s->rows; r++) {
    az_term fact = az_true(c->store);
    az_row of = row_of(s, r);
    const az_obligation *obligations = of.is_transition ? NULL : c->at.assumed[of.view];
    for (size_t i = 0; i < arrlenu(obligations); i++) {
      az_term claim = claim_at(s, r, value, &obligations[i].state);
      fact = az_and(c->store, fact, az_implies(c->store, obligations[i].condition, claim));
    }
    uint32_t row = whole_of(s, r);
    row_fact *old = &c->facts[row];
    if (old->fact == fact) continue;
    if (c->log) log_row(s, r, value);
    old->fact = fact;
    arrput(other, row);
    c->generation = az_instances_relate(c->instances, fact);
  }
  for (size_t i = 0; i < arrlenu(other); i++) any |= change(c, other[i]);
  for (uint32_t row = 0; generation != c->generation && row < c->rows; row++) {
    const row_fact *f = &c->facts[row];
    if (f->fact && f->whole != az_instances_close(c->instances, f->fact)) any |= change(c, row);
  }
  arrfree(other);
  uint32_t moved = UNGROUPED, fresh = UNGROUPED;
  for (uint32_t row = 0; any && row < c->rows; row++) {
    uint32_t group = c->facts[row].group;
    if (group != (uint32_t)UNGROUPED && c->groups[group].stale) put(c, row, &moved);
  }
  for (size_t i = 0; i < arrlenu(c->changed); i++) {
    assert(c->facts[c->changed[i]].group == (uint32_t)UNGROUPED);
    put(c, c->changed[i], &fresh);
  }
  for (size_t i = 0; any && i < arrlenu(c->groups); i++) {
    if (!c->groups[i].stale) continue;
    assert(c->groups[i].live); /* a group is retired once */
    c->groups[i].stale = c->groups[i].live = false;
    az_solver_retire(c->solver, c->groups[i].id);
  }
}

az_answer az_synthesis_check(az_synthesis *s, const az_term *assumptions, size_t count,
                             double deadline) {
  common *c = s->common;
  c->choice.count = 0;
  if (az_misused(c->store, NULL)) return AZ_UNKNOWN; /* makes every strategy stop */
  arrsetlen(c->assumptions, 0);
  for (size_t i = 0; i < 2; i++) arrput(c->assumptions, c->bound[i]);
  for (size_t i = 0; i < count; i++)
    arrput(c->assumptions, az_handed_over(c->store, assumptions[i], az_sort_bool(),
                                          "strategy '%s': assumption %zu", c->by ? c->by : "", i));
  az_solver_purpose(c->solver, c->by, "violated rows");
  az_answer answer = az_solver_check(c->solver, c->assumptions, arrlenu(c->assumptions), deadline);
  search_log_answer(c->log, answer);
  return answer;
}

az_solver *az_synthesis_second_solver(const az_synthesis *s, az_error *err) {
  return az_solver_beside(s->common->solver, err);
}

az_term az_synthesis_violation(az_synthesis *s, uint32_t row, const void *value) {
  const az_obligation *obligations = obligations_of(s, row);
  az_store *store = s->common->store;
  az_term any = az_false(store);
  for (size_t i = 0; i < arrlenu(obligations); i++) {
    az_term claim = claim_at(s, row, value, &obligations[i].state);
    if (!i && s->common->log) log_violation(s, row, value, claim);
    any = az_or(store, any, az_and(store, obligations[i].condition, az_not(store, claim)));
  }
  return any;
}

/* Queries one view after another. Most views have no violation, and the solver shows this much
 * faster for single loops than for all at once. */
az_answer az_synthesis_check_rows(az_synthesis *s, const void *value, double deadline) {
  az_answer answer = AZ_UNSAT;
  az_term *violations = NULL;
  az_synthesis_assume(s, value);
  for (uint32_t r = 0; r < s->rows && answer == AZ_UNSAT;) {
    uint32_t view = row_of(s, r).view;
    arrsetlen(violations, 0);
    do arrput(violations, az_synthesis_violation(s, r++, value));
    while (r < s->rows && row_of(s, r).view == view);
    answer = az_synthesis_check_any(s, violations, arrlenu(violations), deadline);
  }
  arrfree(violations);
  return answer;
}

/* Some facts were not instantiated at the chosen index. Returns whether the model satisfies them
 * there, too. */
static bool is_model(common *c) {
  for (uint32_t row = 0; row < c->rows; row++) {
    const az_term fact = c->facts[row].fact;
    if (fact && !az_solver_holds(c->solver, az_instances_term(c->instances, &c->choice, fact)))
      return false;
  }
  return true;
}

const az_obligation *az_synthesis_violated_obligation(az_synthesis *s, uint32_t row,
                                                      const void *value) {
  const az_obligation *obligations = obligations_of(s, row);
  common *c = s->common;
  c->choice.count = 0;
  for (size_t i = 0; i < arrlenu(obligations); i++) {
    if (!az_solver_holds(c->solver, obligations[i].condition)) continue;
    const az_term claim = az_domain_claim(c->store, s->domain, row, value, &obligations[i].state);
    if (!az_solver_holds(c->solver, claim) ||
        (az_instances_violated(c->instances, c->solver, claim, &c->choice) && is_model(c)))
      return &obligations[i];
    c->choice.count = 0;
  }
  return NULL;
}

az_step az_synthesis_step(az_synthesis *s, const az_desc *strategy, void *self, void *value,
                          double deadline) {
  common *c = s->common;
  const az_strategy_ops *ops = strategy->module->operations;
  static const char *const steps[] = {[AZ_STEP_IMPROVED] = "improved",
                                      [AZ_STEP_INDUCTIVE] = "inductive",
                                      [AZ_STEP_STOPPED] = "stopped"};
  const az_log *log = az_store_log(c->store);
  const bool logs = az_log_on(log, AZ_TOPIC_synth);
  const double begin = logs ? az_stopwatch(az_store_work(c->store)) : 0;
  const uint64_t calls = logs ? az_solver_statistics(c->solver).calls : 0;
  const char *before = c->by;
  c->by = strategy->module->name;
  az_step step = ops->step(self, value, deadline);
  c->by = before;
  az_error misuse = {.status = AZ_OK};
  if (az_desc_check(strategy, &misuse)) {
    az_misuse(c->store, "%s", misuse.message);
    step = AZ_STEP_STOPPED;
  }
  AZ_LOG(log, synth, "step", s->domain->module->name, AZ_TEXT("by", strategy->module->name),
         AZ_TEXT("result", steps[step]),
         AZ_SECONDS("time", az_stopwatch(az_store_work(c->store)) - begin),
         AZ_COUNT("queries", az_solver_statistics(c->solver).calls - calls));
  return step;
}

az_step az_synthesis_run(az_synthesis *s, const az_desc *strategy, void *value, double deadline,
                         uint64_t *steps, az_error *err) {
  const az_strategy_ops *ops = strategy->module->operations;
  void *self = ops->open(s, strategy, err);
  if (!self) return AZ_STEP_STOPPED;
  az_step step;
  do {
    step = az_synthesis_step(s, strategy, self, value, deadline);
    ++*steps;
  } while (step == AZ_STEP_IMPROVED && (deadline <= 0 || az_synthesis_clock(s) < deadline));
  if (step == AZ_STEP_IMPROVED) step = AZ_STEP_STOPPED;
  if (ops->close) ops->close(self);
  return step;
}
