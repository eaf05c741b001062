/* Max-strategy iteration ([gawlitza2007]; [kroening2023, sec. 6.1]
 * with its footnote 6) for numeric rows e_r <= d_r.
 *
 * A row's least bound is the greatest value that any path through the step gives it, over the
 * states that the bounds admit. A model of violated rows picks a path for each of them, which is
 * its policy: the place, the branch of every ite, how often every operation wraps. Along it the row
 * is a linear function of the loop-back state and the inputs, and the path's conditions are linear
 * inequalities. The policies of all rows are one linear program over the bounds and, for each row,
 * a state of its own:
 *     maximise sum d_r  where  d_r <= e_r(path_r(x_r)),  conditions of path_r(x_r),
 *                              e_q(x_r) <= d_q for every row q that is assumed of x_r.
 * As a policy is replaced only when a model improves on it, the greatest solution is the least one
 * above the bounds so far, over the rationals. The program is solved for the rows that changed and
 * those that depend on them; the others are constants in it.
 *
 * The solution is floating point. It is rounded to integers, and each row's state is checked
 * against the rounded bounds in exact arithmetic; a row whose state fails keeps what the model gave
 * it. After `delay` such failures, and where a path is not linear or the program has no solution,
 * the row is searched by the solver, as binsearch does: in doubling steps, then by bisection, with
 * the claims at the candidates.
 *
 * Queries are asked row by row, under the claims on variables that the row's next value can depend
 * on: where that is unsatisfiable, so it is under all claims. Else the row is asked about again,
 * under all of them. A row that was shown is asked about again only if one of these bounds changed.
 * Few rows are asked about together.
 *
 * The result is inductive: when no row can be violated under (some of) these claims, neither can
 * any under all. It is the least fixed point of the rows where
 * optimal states are integral for each policy met and no row was searched: intervals and zones on
 * paths that copy variables and add constants or inputs. Elsewhere it may lie above it. */
#include "linear_path.h"
#include <glpk.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct row_path { /* a row's policy */
  scene *scene;           /* NULL: none, the row stays at its bound */
  const linear_form *value;
  const path_atom **atoms;
  const assumed_row **claims;
  uint32_t atom_count, claim_count;
} row_path;

/* ---- the strategy ---------------------------------------------------------------------------- */

typedef struct row_state {
  row_path path;
  az_wide least, greatest, bound; /* of the type; now (least - 1: bottom) */
  az_wide low, high, jump;        /* search */
  az_wide left;                   /* the bound when the last step ended */
  uint32_t changed, shown;        /* steps: when the bound last changed; when its claim was shown */
  uint32_t failures;
  bool fresh;  /* has a new policy */
  bool free;   /* its bound is a variable of the program */
  bool failed; /* the program's state for it is none in integers */
  int column;
} row_state;

typedef struct fact { /* a row's claim where it is assumed */
  uint32_t row;
  const az_place *place;
  uint64_t *support;
  az_term term; /* as the bounds are now */
} fact;

typedef struct policy {
  az_arena *arena;
  az_synthesis *synthesis;
  az_store *store;
  const az_domain_ops *ops;
  void *domain;
  const az_numeric_facet *numeric;
  uint32_t rows, delay;
  row_state *row;
  az_term *violations; /* scratch, one a row */
  fact *facts;
  uint64_t **support; /* by row: variables of facts that its claims at all places depend on */
  az_term *assumptions;
  size_t fact_count;
  uint32_t words, step;
  void *top;
} policy;

static void *open_policy(az_synthesis *synthesis, const az_desc *options, az_error *err) {
  (void)err;
  const az_domain *domain = az_synthesis_domain(synthesis);
  az_arena *arena = az_arena_new();
  policy *p = AZ_NEW(arena, policy);
  p->arena = arena;
  p->synthesis = synthesis;
  p->store = az_synthesis_store(synthesis);
  p->ops = domain->ops;
  p->domain = domain->self;
  p->numeric = domain->ops->facet(domain->self, "numeric");
  p->rows = p->ops->row_count(p->domain);
  p->delay = (uint32_t)az_desc_int(options, "delay");
  p->row = AZ_NEWN(arena, row_state, p->rows);
  p->violations = AZ_NEWN(arena, az_term, p->rows);
  for (uint32_t r = 0; r < p->rows; r++)
    p->numeric->range(p->domain, r, &p->row[r].least, &p->row[r].greatest);
  return p;
}

static void leave(scene *s) {
  if (!--s->users) az_arena_free(s->arena);
}

static void drop_path(row_state *r) {
  if (r->path.scene) leave(r->path.scene);
  r->path = (row_path){0};
}

static void close_policy(void *self) {
  policy *p = self;
  for (uint32_t r = 0; r < p->rows; r++) drop_path(&p->row[r]);
  if (p->top) p->ops->value_free(p->domain, p->top);
  az_arena_free(p->arena);
  glp_free_env();
}

/* ---- a row's path ---------------------------------------------------------------------------- */

static scene *new_scene(const policy *p) {
  az_arena *arena = az_arena_new();
  scene *s = AZ_NEW(arena, scene);
  s->arena = arena;
  s->synthesis = p->synthesis;
  s->store = p->store;
  s->model = az_synthesis_model(p->synthesis);
  s->users = 1;
  size_t room = 0, count;
  for (uint32_t r = 0; r < p->rows; r++)
    az_synthesis_assumed(p->synthesis, p->ops->row(p->domain, r).view, &count), room += count;
  s->claims = AZ_NEWN(arena, assumed_row, room);
  for (uint32_t r = 0; r < p->rows; r++) {
    if (p->row[r].bound >= p->row[r].greatest) continue;
    const az_place *places =
        az_synthesis_assumed(p->synthesis, p->ops->row(p->domain, r).view, &count);
    for (size_t i = 0; i < count; i++) {
      if (!model_holds(s, places[i].condition)) continue;
      az_term e = p->numeric->expression(p->domain, r, &places[i].state);
      uint32_t index = linear_node(s, e, SIGNED, true);
      const linear_form *f = s->nodes[index].form;
      if (!f || !f->count) continue;
      uint32_t condition = linear_node(s, places[i].condition, TRUTH, true);
      s->claims[s->claim_count++] = (assumed_row){.row = r, .node = index, .truth = condition};
    }
  }
  return s;
}

typedef struct atoms {
  const path_atom **items;
  uint32_t count, room;
} atoms;

static void mark(scene *s, const linear_form *f) {
  for (uint32_t i = 0; f && i < f->count; i++) s->vars[f->parts[i].var].stamp = s->stamp;
}

/* The atoms of a node and of what it needs, each once. */
static void collect(scene *s, uint32_t index, atoms *into) {
  path_node *n = &s->nodes[index];
  if (n->stamp == s->stamp) return;
  n->stamp = s->stamp;
  for (const path_atom *a = n->atoms; a; a = a->next) {
    if (into->count == into->room) {
      const path_atom **grown =
          AZ_NEWN(s->arena, const path_atom *, into->room = into->room * 2 + 16);
      if (into->count) memcpy(grown, into->items, into->count * sizeof *grown);
      into->items = grown;
    }
    into->items[into->count++] = a;
    mark(s, a->form);
  }
  for (const needed_node *i = n->needs; i; i = i->next) collect(s, i->node, into);
}

static bool known(const scene *s, const linear_form *f, bool all) {
  for (uint32_t i = 0; i < f->count; i++) {
    bool is = s->vars[f->parts[i].var].stamp == s->stamp;
    if (is != all) return is;
  }
  return all;
}

/* Small programs take every claim that bears on the path's variables, if only through others; large
 * ones those over the path's variables alone. */
enum { SMALL = 20000 };

/* The row's value at the place as the model has it. False: not linear. */
static bool find_path(policy *p, scene *s, uint32_t r, const az_place *place) {
  row_state *row = &p->row[r];
  drop_path(row);
  s->stamp++;
  uint32_t index =
      linear_node(s, p->numeric->expression(p->domain, r, &place->state), SIGNED, true);
  uint32_t condition = linear_node(s, place->condition, TRUTH, true);
  const linear_form *f = s->nodes[index].form;
  if (!f || linear_value(s, f) != row->bound) return false;
  row->path = (row_path){.scene = s, .value = f};
  s->users++;
  if (!f->count) return true;
  atoms all = {0};
  mark(s, f);
  collect(s, index, &all);
  collect(s, condition, &all);
  bool small = (uint64_t)p->rows * s->claim_count <= SMALL, *taken = NULL, more;
  const assumed_row **claims = AZ_NEWN(s->arena, const assumed_row *, s->claim_count);
  taken = AZ_NEWN(s->arena, bool, s->claim_count);
  uint32_t n = 0;
  do {
    more = false;
    for (uint32_t i = 0; i < s->claim_count; i++) {
      const assumed_row *c = &s->claims[i];
      if (taken[i] || !known(s, s->nodes[c->node].form, !small)) continue;
      taken[i] = more = true;
      claims[n++] = c;
      mark(s, s->nodes[c->node].form);
      collect(s, c->node, &all);
      collect(s, c->truth, &all);
    }
  } while (more && small);
  row->path.atoms = all.items, row->path.atom_count = all.count;
  row->path.claims = claims, row->path.claim_count = n;
  return true;
}

/* ---- the linear program ---------------------------------------------------------------------- */

typedef struct program {
  az_arena *arena;
  glp_prob *lp;
  int *at_row, *at_column;
  double *factor;
  size_t count, room;
} program;

static void enter(program *m, int at_row, int at_column, double factor) {
  if (m->count + 1 >= m->room) { /* GLPK counts from 1 */
    size_t room = m->room * 2 + 4096;
    int *rows = AZ_NEWN(m->arena, int, room), *columns = AZ_NEWN(m->arena, int, room);
    double *factors = AZ_NEWN(m->arena, double, room);
    if (m->room) {
      memcpy(rows, m->at_row, m->room * sizeof *rows);
      memcpy(columns, m->at_column, m->room * sizeof *columns);
      memcpy(factors, m->factor, m->room * sizeof *factors);
    }
    m->at_row = rows, m->at_column = columns, m->factor = factors, m->room = room;
  }
  m->count++;
  m->at_row[m->count] = at_row, m->at_column[m->count] = at_column, m->factor[m->count] = factor;
}

static void bound_column(glp_prob *lp, int column, az_wide least, az_wide greatest) {
  glp_set_col_bnds(lp, column, least < greatest ? GLP_DB : GLP_FX, (double)least, (double)greatest);
}

/* sign * form + factor * column <= greatest */
static void inequality(program *m, scene *s, const linear_form *f, int sign, int column, int factor,
                       az_wide greatest, bool equal) {
  int at = glp_add_rows(m->lp, 1);
  double b = (double)(greatest - sign * f->constant);
  glp_set_row_bnds(m->lp, at, equal ? GLP_FX : GLP_UP, b, b);
  if (column) enter(m, at, column, factor);
  for (uint32_t i = 0; i < f->count; i++) {
    path_variable *v = &s->vars[f->parts[i].var];
    if (v->stamp != s->stamp) {
      v->stamp = s->stamp;
      v->column = (uint32_t)glp_add_cols(m->lp, 1);
      bound_column(m->lp, (int)v->column, v->least, v->greatest);
    }
    enter(m, at, (int)v->column, sign * (double)f->parts[i].factor);
  }
}

/* Rows whose bounds may rise: those with new policies, and those whose policies assume them. */
static uint32_t find_free(policy *p) {
  uint32_t count = 0;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t r = 0; r < p->rows; r++) {
      row_state *row = &p->row[r];
      if (row->free || !row->path.scene || row->bound >= row->greatest || !row->path.value->count)
        continue;
      bool touched = row->fresh;
      for (uint32_t i = 0; i < row->path.claim_count && !touched; i++)
        touched = p->row[row->path.claims[i]->row].free;
      if (!touched) continue;
      row->free = more = true;
      count++;
    }
  }
  return count;
}

static void build(policy *p, program *m) {
  for (uint32_t r = 0; r < p->rows; r++) {
    row_state *row = &p->row[r];
    row->column = 0;
    if (!row->free) continue;
    row->column = glp_add_cols(m->lp, 1);
    bound_column(m->lp, row->column, row->bound, row->greatest);
    glp_set_obj_coef(m->lp, row->column, 1);
  }
  for (uint32_t r = 0; r < p->rows; r++) {
    row_state *row = &p->row[r];
    if (!row->free) continue;
    row_path *path = &row->path;
    scene *s = path->scene;
    s->stamp++;
    inequality(m, s, path->value, -1, row->column, 1, 0, false);
    for (uint32_t i = 0; i < path->atom_count; i++)
      inequality(m, s, path->atoms[i]->form, 1, 0, 0, 0, path->atoms[i]->equal);
    for (uint32_t i = 0; i < path->claim_count; i++) {
      const row_state *q = &p->row[path->claims[i]->row];
      const linear_form *f = s->nodes[path->claims[i]->node].form;
      if (q->free)
        inequality(m, s, f, 1, q->column, -1, 0, false);
      else if (q->bound < q->greatest)
        inequality(m, s, f, 1, 0, 0, q->bound, false);
    }
  }
}

static az_wide rounded(double v) {
  return v > 1e37 || v < -1e37 ? 0 : (az_wide)floor(v + 0.5);
}

/* Is the state that the program found for the row one, in integers and under the rounded bounds?
 * The program's columns of a row's variables follow each other in the order that `build` met them.
 */
static bool confirmed(const policy *p, const row_state *row, glp_prob *lp, int *next) {
  scene *s = row->path.scene;
  s->stamp++;
  const row_path *path = &row->path;
  bool good = true;
  uint32_t total = 1 + path->atom_count + path->claim_count;
  for (uint32_t k = 0; k < total; k++) {
    const linear_form *f = !k                      ? path->value
                           : k <= path->atom_count ? path->atoms[k - 1]->form
                                                   : NULL;
    const row_state *q = NULL;
    if (!f) {
      const assumed_row *c = path->claims[k - 1 - path->atom_count];
      f = s->nodes[c->node].form, q = &p->row[c->row];
      if (!q->free && q->bound >= q->greatest) continue;
    }
    az_wide sum = f->constant;
    for (uint32_t i = 0; i < f->count; i++) {
      path_variable *v = &s->vars[f->parts[i].var];
      if (v->stamp != s->stamp) {
        v->stamp = s->stamp;
        az_wide x = rounded(glp_get_col_prim(lp, (*next)++));
        v->value = x < v->least ? v->least : x > v->greatest ? v->greatest : x;
      }
      sum += f->parts[i].factor * v->value;
    }
    if (!k)
      good &= sum >= row->high;
    else if (q)
      good &= sum <= (q->free ? q->high : q->bound);
    else
      good &= path->atoms[k - 1]->equal ? !sum : sum <= 0;
  }
  return good;
}

/* A policy that cannot be used: the row stays at its bound. */
static void fail(row_state *row) {
  row->failures++;
  row->failed = true;
  row->high = row->bound;
  drop_path(row);
}

static void round_bounds(policy *p, glp_prob *lp) {
  int first = 1;
  for (uint32_t r = 0; r < p->rows; r++) {
    row_state *row = &p->row[r];
    if (!row->free) continue;
    first++;
    double v = glp_get_col_prim(lp, row->column);
    az_wide d = (az_wide)floor(v + 1e-6 + fabs(v) * 1e-13);
    row->high = d > row->greatest ? row->greatest : d < row->bound ? row->bound : d;
  }
  for (bool again = true; again;) {
    again = false;
    int next = first;
    for (uint32_t r = 0; r < p->rows; r++) {
      row_state *row = &p->row[r];
      if (!row->free || confirmed(p, row, lp, &next) || row->failed) continue;
      row->high = row->bound; /* where the model's state is one */
      row->failed = again = true;
    }
  }
}

/* Solves for the bounds of the free rows. */
static void solve(policy *p, double deadline) {
  for (uint32_t r = 0; r < p->rows; r++) p->row[r].free = p->row[r].failed = false;
  if (!find_free(p)) return;
  program m = {.arena = az_arena_new(), .lp = glp_create_prob()};
  glp_term_out(GLP_OFF);
  glp_set_obj_dir(m.lp, GLP_MAX);
  build(p, &m);
  glp_load_matrix(m.lp, (int)m.count, m.at_row, m.at_column, m.factor);
  glp_smcp how;
  glp_init_smcp(&how);
  how.msg_lev = GLP_MSG_OFF;
  how.presolve = GLP_ON;
  if (deadline > 0) {
    double left = (deadline - az_clock()) * 1000;
    how.tm_lim = left < 1 ? 1 : left > 1e9 ? 1000000000 : (int)left;
  }
  bool solved = !glp_simplex(m.lp, &how) && glp_get_status(m.lp) == GLP_OPT;
  if (solved) round_bounds(p, m.lp);
  for (uint32_t r = 0; r < p->rows; r++) {
    row_state *row = &p->row[r];
    if (!row->free) continue;
    if (row->failed || (!solved && row->fresh)) fail(row);
    if (solved) row->bound = row->high;
  }
  glp_delete_prob(m.lp);
  az_arena_free(m.arena);
}

/* ---- what rows depend on --------------------------------------------------------------------- */

/* Variables of the facts, numbered as they are met. */
typedef struct numbering {
  az_arena *arena;
  az_term *vars; /* by slot; open hashing */
  uint32_t *numbers;
  uint32_t size, count;
  bool add;
  uint64_t *into; /* bits to set; NULL: only number */
} numbering;

static void meet(void *ctx, az_term var) {
  numbering *n = ctx;
  uint32_t i = var * 2654435769u >> 7 & (n->size - 1);
  while (n->vars[i] && n->vars[i] != var) i = (i + 1) & (n->size - 1);
  if (!n->vars[i]) {
    if (!n->add || n->count * 2 >= n->size) return;
    n->vars[i] = var;
    n->numbers[i] = n->count++;
  }
  if (n->into) n->into[n->numbers[i] / 64] |= UINT64_C(1) << n->numbers[i] % 64;
}

/* Twice over the facts: to number their variables, and to note them. */
static void find_support(policy *p) {
  az_arena *scratch = az_arena_new();
  size_t count, room = 0;
  for (uint32_t r = 0; r < p->rows; r++)
    az_synthesis_assumed(p->synthesis, p->ops->row(p->domain, r).view, &count), room += count;
  p->facts = AZ_NEWN(p->arena, fact, room);
  p->assumptions = AZ_NEWN(p->arena, az_term, room + 1);
  p->support = AZ_NEWN(p->arena, uint64_t *, p->rows);
  numbering n = {.size = 1 << 16, .add = true};
  n.vars = AZ_NEWN(scratch, az_term, n.size);
  n.numbers = AZ_NEWN(scratch, uint32_t, n.size);
  for (uint32_t r = 0; r < p->rows; r++) {
    const az_place *places =
        az_synthesis_assumed(p->synthesis, p->ops->row(p->domain, r).view, &count);
    for (size_t i = 0; i < count; i++) {
      az_term e = p->numeric->expression(p->domain, r, &places[i].state);
      az_free_vars(p->store, &e, 1, meet, &n);
      p->facts[p->fact_count++] = (fact){.row = r, .place = &places[i]};
    }
  }
  n.add = false;
  p->words = n.count / 64 + 1;
  for (size_t i = 0; i < p->fact_count; i++) {
    fact *f = &p->facts[i];
    n.into = f->support = AZ_NEWN(p->arena, uint64_t, p->words);
    az_term e = p->numeric->expression(p->domain, f->row, &f->place->state);
    az_free_vars(p->store, &e, 1, meet, &n);
  }
  for (uint32_t r = 0; r < p->rows; r++) {
    const az_place *places =
        az_synthesis_places(p->synthesis, p->ops->row(p->domain, r).view, &count);
    n.into = p->support[r] = AZ_NEWN(p->arena, uint64_t, p->words);
    for (size_t i = 0; i < count; i++) {
      az_term e[] = {p->numeric->expression(p->domain, r, &places[i].state), places[i].condition};
      az_free_vars(p->store, e, 2, meet, &n);
    }
  }
  az_arena_free(scratch);
}

static bool bears(const policy *p, const fact *f, uint32_t row) {
  for (uint32_t i = 0; i < p->words; i++)
    if (f->support[i] & ~p->support[row][i]) return false;
  return true;
}

/* Claims that changed are facts anew; none is one for the solver but by assumption. */
static void update_facts(policy *p, const void *value) {
  if (!p->top) {
    p->top = p->ops->value_new(p->domain);
    for (uint32_t r = 0; r < p->rows; r++) p->ops->value_top(p->domain, p->top, r);
  }
  az_synthesis_assume(p->synthesis, p->top);
  for (size_t i = 0; i < p->fact_count; i++) {
    fact *f = &p->facts[i];
    if (f->term && p->row[f->row].changed != p->step) continue;
    az_term holds = p->ops->claim(p->domain, f->row, value, &f->place->state);
    f->term = az_implies(p->store, f->place->condition, holds);
  }
}

/* Are the conditions and the facts satisfiable? `row`: only those facts that bear on it;
 * UINT32_MAX: all. */
static az_answer ask(policy *p, az_term violation, uint32_t row, double deadline) {
  size_t n = 0;
  p->assumptions[n++] = violation;
  for (size_t i = 0; i < p->fact_count; i++)
    if (!az_is_true(p->store, p->facts[i].term) &&
        (row == UINT32_MAX || bears(p, &p->facts[i], row)))
      p->assumptions[n++] = p->facts[i].term;
  return az_synthesis_check(p->synthesis, p->assumptions, n, deadline);
}

/* Was the row shown under bounds that are still the same? */
static bool is_shown(const policy *p, uint32_t row) {
  uint32_t when = p->row[row].shown;
  if (!when || p->row[row].changed > when) return false;
  for (size_t i = 0; i < p->fact_count; i++)
    if (p->row[p->facts[i].row].changed > when && bears(p, &p->facts[i], row)) return false;
  return true;
}

/* ---- rows without a policy ------------------------------------------------------------------- */

/* Joins what the model gives the row at the places where it violates its claim; the place of the
 * greatest value. NULL: nowhere. */
static const az_place *join(policy *p, uint32_t r, void *value) {
  const az_model *model = az_synthesis_model(p->synthesis);
  const az_place *place, *last = NULL;
  while ((place = az_synthesis_violated_place(p->synthesis, r, value)) &&
         p->ops->improve(p->domain, r, value, model, &place->state))
    last = place;
  if (last && !p->numeric->bound(p->domain, r, value, &p->row[r].bound)) return NULL;
  return last;
}

/* Searches the bounds of rows together, claims moving with the candidates. `value` is left with
 * them. */
static bool search(policy *p, const uint32_t *targets, uint32_t n, void *value, double deadline) {
  for (uint32_t i = 0; i < n; i++) {
    row_state *row = &p->row[targets[i]];
    row->low = row->bound, row->high = row->greatest, row->jump = 0;
  }
  for (;;) {
    bool open = false;
    for (uint32_t i = 0; i < n; i++) {
      row_state *row = &p->row[targets[i]];
      az_wide half = (row->high - row->low - 1) / 2;
      row->bound = row->low;
      if (row->low < row->high)
        open = true, row->bound += row->jump >= 0 && row->jump < half ? row->jump : half;
      p->numeric->set_bound(p->domain, targets[i], value, row->bound);
    }
    if (!open) return true;
    az_synthesis_assume(p->synthesis, value);
    for (uint32_t i = 0; i < n; i++)
      p->violations[i] = az_synthesis_violation(p->synthesis, targets[i], value);
    az_term any = az_or_n(p->store, p->violations, n);
    az_answer answer = az_synthesis_check(p->synthesis, &any, 1, deadline);
    if (answer == AZ_UNKNOWN) return false;
    bool raised = answer == AZ_UNSAT;
    for (uint32_t i = 0; i < n; i++) {
      row_state *row = &p->row[targets[i]];
      if (answer == AZ_UNSAT) {
        if (row->low < row->high) row->high = row->bound, row->jump = -1;
      } else if (join(p, targets[i], value)) {
        row->low = row->bound < row->high ? row->bound : row->high;
        if (row->jump >= 0) row->jump = row->jump * 2 + 1;
        raised = true;
      }
    }
    if (!raised) return false;
  }
}

/* The model violates claims: joins it, and takes its paths for policies. */
static bool improve(policy *p, void *value) {
  scene *s = new_scene(p);
  bool improved = false;
  for (uint32_t r = 0; r < p->rows; r++) {
    const az_place *place = join(p, r, value);
    if (!place) continue;
    improved = p->row[r].fresh = true;
    if (!find_path(p, s, r, place)) p->row[r].failures++;
  }
  leave(s);
  return improved;
}

/* The bounds as they come. Others may have changed them between two steps: where they are lower the
 * policies are of another run, where they are higher the row's is of no use. */
static void read_bounds(policy *p, const void *value) {
  bool anew = !p->step++;
  for (uint32_t r = 0; r < p->rows; r++) {
    row_state *row = &p->row[r];
    if (!p->numeric->bound(p->domain, r, value, &row->bound)) row->bound = row->least - 1;
    row->fresh = false;
    anew |= row->bound < row->left;
    if (row->bound > row->left) drop_path(row);
    if (row->bound != row->left) row->changed = p->step;
  }
  for (uint32_t r = 0; r < p->rows && anew; r++) {
    row_state *row = &p->row[r];
    drop_path(row);
    row->failures = row->shown = 0;
    row->changed = p->step;
  }
}

/* Rows up to this number are asked about together. */
enum { FEW = 12 };

/* Asks whether rows can be violated, and joins the models. AZ_UNSAT: none can. */
static az_answer improve_all(policy *p, void *value, double deadline) {
  for (uint32_t r = 0; r < p->rows; r++)
    p->violations[r] = az_synthesis_violation(p->synthesis, r, value);
  if (p->rows <= FEW) {
    az_answer answer = ask(p, az_or_n(p->store, p->violations, p->rows), UINT32_MAX, deadline);
    return answer == AZ_SAT && !improve(p, value) ? AZ_UNKNOWN : answer;
  }
  az_answer result = AZ_UNSAT;
  for (uint32_t r = 0; r < p->rows; r++) {
    row_state *row = &p->row[r];
    if (row->fresh || az_is_false(p->store, p->violations[r]) || is_shown(p, r)) continue;
    az_answer answer = ask(p, p->violations[r], r, deadline);
    if (answer == AZ_UNSAT) row->shown = p->step;
    if (answer == AZ_SAT) answer = ask(p, p->violations[r], UINT32_MAX, deadline);
    if (answer == AZ_UNKNOWN || (answer == AZ_SAT && !improve(p, value))) return AZ_UNKNOWN;
    if (answer == AZ_SAT) result = AZ_SAT;
  }
  return result;
}

static az_step policy_step(void *self, void *value, double deadline) {
  policy *p = self;
  if (deadline > 0 && az_clock() > deadline) return AZ_STEP_STOPPED;
  if (!p->support) find_support(p);
  read_bounds(p, value);
  update_facts(p, value);
  az_answer answer = improve_all(p, value, deadline);
  if (answer == AZ_UNKNOWN) return AZ_STEP_STOPPED;
  if (answer == AZ_SAT) solve(p, deadline);

  az_arena *scratch = az_arena_new();
  uint32_t *targets = AZ_NEWN(scratch, uint32_t, p->rows), n = 0;
  for (uint32_t r = 0; r < p->rows; r++) {
    row_state *row = &p->row[r];
    p->numeric->set_bound(p->domain, r, value, row->bound);
    if (row->fresh && !row->path.scene && row->failures > p->delay) targets[n++] = r;
  }
  bool found = !n || search(p, targets, n, value, deadline);
  az_arena_free(scratch);
  for (uint32_t r = 0; r < p->rows; r++) {
    row_state *row = &p->row[r];
    row->left = row->bound;
    if (row->fresh || row->free) row->changed = p->step + 1; /* as the next step will see it */
  }
  if (answer == AZ_SAT) return found ? AZ_STEP_IMPROVED : AZ_STEP_STOPPED;
  az_synthesis_assume(p->synthesis, value);
  return AZ_STEP_INDUCTIVE;
}

static const char *const facets[] = {"numeric", NULL};
static const az_strategy_ops policy_operations = {
    .facets = facets, .open = open_policy, .close = close_policy, .step = policy_step};

static const az_option policy_options[] = {
    {.name = "delay",
     .type = AZ_OPT_INT,
     .summary = "models that are joined into a row without a usable policy before it is searched",
     .initial = "1",
     .least = 0,
     .greatest = INT32_MAX},
    {0}};

AZ_MODULE(policy) = {
    AZ_MODULE_HEAD(AZ_MODULE_STRATEGY, "policy", "1.0"),
    .summary = "max-strategy iteration: models choose paths, a linear program (GLPK) gives bounds, "
               "and the solver checks them; the result is inductive",
    .options = policy_options,
    AZ_MODULE_OPERATIONS(policy_operations),
};
