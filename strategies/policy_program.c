/* The linear program of the strategy policy: the path of each row, from a model that violates the
 * row, and the bounds that follow from the paths (policy.c has the theory). */
#include "policy.h"
#include <glpk.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <stb/stb_ds.h>

/* ---- a row's path ---------------------------------------------------------------------------- */

void policy_forms_leave(model_forms *s) {
  if (!--s->users) az_arena_free(s->arena);
}

void policy_drop_path(row_state *r) {
  if (r->path.forms) policy_forms_leave(r->path.forms);
  r->path = (row_path){0};
}

model_forms *policy_forms_new(const policy *p) {
  az_arena *arena = az_arena_new();
  model_forms *s = AZ_NEW(arena, model_forms);
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
    const az_obligation *obligations =
        az_synthesis_assumed(p->synthesis, p->ops->row(p->domain, r).view, &count);
    for (size_t i = 0; i < count; i++) {
      if (!model_holds(s, obligations[i].condition)) continue;
      az_term e = p->numeric->expression(p->domain, r, &obligations[i].state);
      uint32_t index = linear_node(s, e, SIGNED, true);
      const linear_form *f = s->nodes[index].form;
      if (!f || !f->count) continue;
      uint32_t condition = linear_node(s, obligations[i].condition, TRUTH, true);
      s->claims[s->claim_count++] = (assumed_row){.row = r, .node = index, .truth = condition};
    }
  }
  return s;
}

typedef struct atoms {
  const path_atom **items;
  uint32_t count, room;
} atoms;

static void mark(model_forms *s, const linear_form *f) {
  for (uint32_t i = 0; f && i < f->count; i++) s->vars[f->parts[i].var].stamp = s->stamp;
}

/* Collects the atoms of a node and of the nodes that it needs, each once. */
static void collect_node(model_forms *s, uint32_t index, atoms *into, uint32_t **todo) {
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
  for (const needed_node *i = n->needs; i; i = i->next) arrput(*todo, i->node);
}

static void collect(model_forms *s, uint32_t root, atoms *into) {
  uint32_t *todo = NULL;
  arrput(todo, root);
  while (arrlenu(todo)) {
    uint32_t index = arrpop(todo);
    collect_node(s, index, into, &todo);
  }
  arrfree(todo);
}

static bool known(const model_forms *s, const linear_form *f, bool all) {
  for (uint32_t i = 0; i < f->count; i++) {
    bool is = s->vars[f->parts[i].var].stamp == s->stamp;
    if (is != all) return is;
  }
  return all;
}

/* A small program has every claim that concerns the path's variables, even indirectly; a large one
 * has only the claims over the path's variables. */
enum { SMALL = 20000 };

bool policy_find_path(policy *p, model_forms *s, uint32_t r, const az_obligation *obligation) {
  row_state *row = &p->row[r];
  policy_drop_path(row);
  s->stamp++;
  uint32_t index =
      linear_node(s, p->numeric->expression(p->domain, r, &obligation->state), SIGNED, true);
  uint32_t condition = linear_node(s, obligation->condition, TRUTH, true);
  const linear_form *f = s->nodes[index].form;
  if (!f || linear_value(s, f) != row->bound) return false;
  row->path = (row_path){.forms = s, .value = f};
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

/* sign * form + factor * column <= greatest, or = greatest */
typedef struct constraint {
  const linear_form *form;
  int sign;
  int column, factor; /* column 0: none */
  az_wide greatest;
  bool equal;
} constraint;

static void add_constraint(program *m, model_forms *s, const constraint *c) {
  const linear_form *f = c->form;
  int at = glp_add_rows(m->lp, 1);
  double b = (double)(c->greatest - c->sign * f->constant);
  glp_set_row_bnds(m->lp, at, c->equal ? GLP_FX : GLP_UP, b, b);
  if (c->column) enter(m, at, c->column, c->factor);
  for (uint32_t i = 0; i < f->count; i++) {
    path_variable *v = &s->vars[f->parts[i].var];
    if (v->stamp != s->stamp) {
      v->stamp = s->stamp;
      v->column = (uint32_t)glp_add_cols(m->lp, 1);
      bound_column(m->lp, (int)v->column, v->least, v->greatest);
    }
    enter(m, at, (int)v->column, c->sign * (double)f->parts[i].factor);
  }
}

/* Finds rows whose bounds may rise, because of a new policy or because their policies assume rising
 * rows. */
static uint32_t find_free(policy *p) {
  uint32_t count = 0;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t r = 0; r < p->rows; r++) {
      row_state *row = &p->row[r];
      if (row->free || !row->path.forms || row->bound >= row->greatest || !row->path.value->count)
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
    model_forms *s = path->forms;
    s->stamp++;
    add_constraint(m, s, &(constraint){path->value, -1, .column = row->column, .factor = 1});
    for (uint32_t i = 0; i < path->atom_count; i++) {
      const path_atom *a = path->atoms[i];
      add_constraint(m, s, &(constraint){a->form, 1, .equal = a->equal});
    }
    for (uint32_t i = 0; i < path->claim_count; i++) {
      const row_state *q = &p->row[path->claims[i]->row];
      const linear_form *f = s->nodes[path->claims[i]->node].form;
      if (q->free)
        add_constraint(m, s, &(constraint){f, 1, .column = q->column, .factor = -1});
      else if (q->bound < q->greatest)
        add_constraint(m, s, &(constraint){f, 1, .greatest = q->bound});
    }
  }
}

static az_wide rounded(double v) {
  return v > 1e37 || v < -1e37 ? 0 : (az_wide)floor(v + 0.5);
}

/* Returns whether the program's state for the row satisfies its path in integers, under the rounded
 * bounds. The columns of a row's variables are in the order in which `build` found them. */
static bool confirmed(const policy *p, const row_state *row, glp_prob *lp, int *next) {
  model_forms *s = row->path.forms;
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

/* Drops a policy that cannot be used; the row stays at its bound. */
static void fail(row_state *row) {
  row->failures++;
  row->failed = true;
  row->high = row->bound;
  policy_drop_path(row);
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
      row->high = row->bound; /* the model's state satisfies this bound */
      row->failed = again = true;
    }
  }
}

void policy_solve(policy *p, double deadline) {
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
    double left = (deadline - az_synthesis_clock(p->synthesis)) * 1000;
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
