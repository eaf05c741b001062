/* The rows of the result, for people and witnesses. A row is proved at the loop's back edges
 * (docs/soundness.md 2). Here the solver decides whether it also holds on loop entry, and therefore
 * at every visit of the loop head. A row that fails on entry is weakened (row_at_heads.c). Rows
 * that follow from others of their view are marked. Verdicts do not depend on any of this. The
 * number of queries is limited (limit shown_questions), not their time, so that every run prints
 * the same. */
#include "witness/witness.h"
#include "certify/state_names.h"
#include "kiki/schedule.h"
#include "termination/row_at_heads.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

typedef struct shown {
  uint32_t view;
  az_term claim; /* over the canonical state */
  const char *text;
  bool always, implied, weakened;
  az_claim_text c;
} shown;

typedef struct head_search {
  kiki_run *r;
  const az_view *views;
  head_queries queries;
  shown *rows; /* stb_ds */
} head_search;

/* ---- at the loop head ------------------------------------------------------------------------ */

static const az_term *canonical(const head_search *a, uint32_t view, az_term **formals) {
  uint32_t width = az_cuts_width(a->r->step.cuts, view);
  arrsetlen(*formals, width);
  for (uint32_t p = 0; p < width; p++) (*formals)[p] = az_cuts_formal(a->r->step.cuts, view, p);
  return *formals;
}

static void put(head_search *a, const row_reading *of, char *text, bool always, bool weakened) {
  if (!text) return;
  const char *kept = az_arena_strdup(a->r->result->arena, text);
  free(text);
  for (size_t i = 0; i < arrlenu(a->rows); i++) {
    shown *old = &a->rows[i];
    if (old->view != of->view || strcmp(old->text, kept) != 0) continue;
    old->always |= always;
    return;
  }
  az_term *formals = NULL;
  shown row = {.view = of->view, .text = kept, .always = always, .weakened = weakened};
  row.claim = row_in(&a->queries, of, canonical(a, of->view, &formals));
  row.c = az_cuts_claim_text(a->r->step.cuts, of->view, row.claim, a->r->result->arena);
  arrfree(formals);
  arrput(a->rows, row);
}

/* Shows the row, weakened if necessary so that it also holds on entry. */
static void show_row(head_search *a, const az_invariants *found, uint32_t row) {
  const az_domain *d = &found->domain;
  az_row info = d->ops->row(d->self, row);
  row_reading of = {.domain = d, .row = row, .view = info.view, .value = found->value};
  char *text = d->ops->print(d->self, row, found->value);
  if (!text) return;
  if (info.is_transition) { /* a row about iterations, not about visits */
    const char *kept = az_arena_strdup(a->r->result->arena, text);
    arrput(a->rows, ((shown){.view = info.view, .text = kept, .always = true}));
    free(text);
    return;
  }
  void *wider = d->ops->value_copy(d->self, found->value);
  row_reading weaker = of;
  weaker.value = wider;
  bool weakened;
  const bool always = heads_weaken(&a->queries, &weaker, wider, &weakened) == AZ_UNSAT;
  put(a, &of, text, always && !weakened, false);
  if (always && weakened) put(a, &weaker, d->ops->print(d->self, row, wider), true, true);
  d->ops->value_free(d->self, wider);
}

static void show_all(head_search *a) {
  size_t facts;
  const az_houdini_fact *found = az_houdini_found(a->r->houdini, &facts);
  for (size_t i = 0; i < facts; i++) {
    row_reading of = {.view = found[i].view, .claim = found[i].claim};
    put(a, &of, az_strdup(found[i].text), heads_violate(&a->queries, &of) == AZ_UNSAT, false);
  }
  for (size_t f = 0; f < arrlenu(a->r->known.rows); f++)
    for (uint32_t i = 0, n = az_invariants_rows(a->r->known.rows[f]); i < n; i++)
      show_row(a, a->r->known.rows[f], i);
}

/* ---- rows that follow from others ------------------------------------------------------------ */

/* Returns whether the row follows from other rows of its view. These must hold wherever the row is
 * claimed, and must not be longer as text. Bounds of a variable are kept even if they follow from
 * sums. If the row is C, so that a witness may have it, the others must be C, too. */
static bool follows(head_search *a, az_solver *solver, size_t row) {
  const shown *of = &a->rows[row];
  az_store *s = a->r->s;
  az_term all = az_not(s, of->claim);
  for (size_t i = 0; i < arrlenu(a->rows); i++) {
    const shown *other = &a->rows[i];
    if (i == row || other->view != of->view || other->implied || !other->claim) continue;
    if (strlen(other->text) > strlen(of->text) || (of->c.text && !other->c.text)) continue;
    if (other->always || !of->always) all = az_and(s, all, other->claim);
  }
  if (az_is_false(s, all)) return true;
  if (!heads_may_ask(&a->queries)) return false;
  return az_solver_check(solver, &all, 1, a->queries.end) == AZ_UNSAT;
}

static int longest_first(const void *left, const void *right) {
  const shown *a = *(const shown *const *)left, *b = *(const shown *const *)right;
  if (a->always != b->always) return a->always ? 1 : -1;
  size_t n = strlen(a->text), m = strlen(b->text);
  if (n != m) return n > m ? -1 : 1;
  return a > b ? -1 : a < b; /* the later row first */
}

/* Examines longer rows first: `x + y <= 5` follows from bounds of x and y. */
static void mark_implied(head_search *a) {
  az_error err = {.status = AZ_OK};
  az_solver_config c = {.backend = a->r->config->solver, .name = "shown"};
  az_solver *solver = az_solver_new(a->r->s, a->r->registry, &c, &err);
  if (!solver) return;
  shown **order = NULL; /* stb_ds */
  for (size_t i = 0; i < arrlenu(a->rows); i++)
    if (a->rows[i].claim) arrput(order, &a->rows[i]);
  if (order) qsort(order, arrlenu(order), sizeof *order, longest_first);
  for (size_t i = 0; i < arrlenu(order); i++)
    order[i]->implied = follows(a, solver, (size_t)(order[i] - a->rows));
  arrfree(order);
  az_solver_free(solver);
}

/* Marks claims about all objects but some that are also claimed about all. */
static void mark_repeated(head_search *a) {
  for (size_t i = 0; i < arrlenu(a->rows); i++) {
    const shown *row = &a->rows[i];
    const char *view = a->views[row->view].name, *but = strstr(view, " but ");
    for (size_t k = 0; but && k < arrlenu(a->rows); k++) {
      const shown *other = &a->rows[k];
      const char *all = a->views[other->view].name;
      if (strlen(all) == (size_t)(but - view) && !strncmp(all, view, strlen(all)) &&
          !strcmp(other->text, row->text) && other->always >= row->always)
        a->rows[i].implied = true;
    }
  }
}

/* ---- the whole ------------------------------------------------------------------------------- */

static az_invariant invariant_of(const head_search *a, const shown *row) {
  const az_view *view = &a->views[row->view];
  const az_cuts *cuts = a->r->step.cuts;
  az_arena *arena = a->r->result->arena;
  az_invariant inv = {.loc = view->loc,
                      .view = az_arena_strdup(arena, view->name),
                      .text = row->text,
                      .always = row->always,
                      .implied = row->implied,
                      .head = az_cuts_head_of_view(cuts, row->view),
                      .weakened = row->weakened};
  inv.function = a->r->step.ssa->heads[inv.head].function;
  inv.loop = a->r->step.ssa->heads[inv.head].loop;
  /* A function in which calls were replaced has copies of loops, and a loop for the recursion. */
  bool nested = a->r->step_p != a->r->p && a->r->step_p->functions[inv.function].blocks !=
                                               a->r->p->functions[inv.function].blocks;
  if (!row->claim || nested) {
    inv.inexpressible = nested ? "nested calls" : "rounds";
    return inv;
  }
  const az_claim_text made = row->c;
  inv.c = made.text;
  inv.inexpressible = made.other;
  inv.object_count = (uint32_t)arrlenu(made.objects);
  uint32_t *kept = AZ_COPY(arena, made.objects, inv.object_count, inv.object_count + 1);
  inv.objects = kept;
  return inv;
}

void az_head_invariants_show(kiki_run *r) {
  const double share = 0.3; /* of the time left */
  kiki_formula *f = &r->step;
  if (!r->config->head_invariants || !f->ssa || !f->solver || !f->cuts || !r->houdini) return;
  az_contracts_show(r);
  if (r->err->status != AZ_OK || !arrlenu(r->result->invariants)) return;
  for (size_t h = 0; h < arrlenu(f->ssa->heads); h++) {
    arrput(r->result->heads, f->ssa->heads[h].function);
    arrput(r->result->heads, f->ssa->heads[h].loop);
  }
  const char *before = run_text(r, "%s", r->result->phase); /* which the limit ended, if any did */
  run_phase(r, "head invariants");
  uint32_t count;
  uint64_t questions = 0;
  head_search a = {
      .r = r,
      .views = az_cuts_views(f->cuts, &count),
      .queries = {.run = r, .end = run_clock(r) + share * run_left(r), .questions = &questions}};
  show_all(&a);
  mark_implied(&a);
  mark_repeated(&a);
  arrsetlen(r->result->invariants, 0);
  for (size_t i = 0; i < arrlenu(a.rows); i++)
    arrput(r->result->invariants, invariant_of(&a, &a.rows[i]));
  for (size_t i = 0; i < arrlenu(a.rows); i++) arrfree(a.rows[i].c.objects);
  arrfree(a.rows);
  if (r->result->out_of_time) run_phase(r, "%s", before);
}
